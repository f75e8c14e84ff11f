import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { type Call, createHttp, NoAnswerError } from "../../../server/adapters/live/http.ts";
import { NotSentError } from "../../../server/ports/outcome.ts";
import { certificate } from "../../peers/support/certificate.ts";
import { closedPort, rawAnswer, startRawServer } from "../../peers/support/raw-server.ts";

/** Nothing of these may be in an error. */
const secret = {
  token: "canary-token-5f1e",
  path: "canary-path-88c0",
  query: "canary-query-19aa",
  body: "canary-body-c3d2",
};

const http = createHttp({ proxy: null });
const trusting = createHttp({ proxy: null, ca: certificate.cert });

/** Returns a command with a secret in every place. */
const command = (origin: string, more: Partial<Call> = {}): Call => ({
  method: "POST",
  url: `${origin}/${secret.path}`,
  query: { access_token: secret.query },
  headers: { authorization: `Bearer ${secret.token}` },
  json: { text: secret.body },
  signal: new AbortController().signal,
  ...more,
});

/**
 * Returns the error of a call; it must be of the given kind, and have no secret in any of its
 * properties.
 */
async function errorOf(
  calling: Promise<unknown>,
  kind: typeof NotSentError | typeof NoAnswerError,
): Promise<string> {
  const error: unknown = await calling.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(kind);
  if (!(error instanceof Error)) throw new Error("It is no error.");
  const shown = JSON.stringify([
    error.message,
    error.stack,
    error.cause,
    ...Object.getOwnPropertyNames(error).map((name) => Reflect.get(error, name)),
  ]);
  expect(shown).not.toContain("canary");
  return error.message;
}

/** Returns a server that answers every request in this way, or not at all. */
async function serve(answer: (socket: Socket) => unknown = () => undefined, tls = false) {
  const server = await startRawServer({ answer: (socket) => void answer(socket), tls });
  return { ...server, origin: `http://127.0.0.1:${server.port}` };
}
const answering = (...given: Parameters<typeof rawAnswer>) =>
  serve((socket) => socket.end(rawAnswer(...given)));

describe("A call that certainly was not sent", () => {
  it("is one whose name does not resolve", async () => {
    const message = await errorOf(http(command("https://nobody.invalid")), NotSentError);
    expect(message).toMatch(/^nobody\.invalid could not be reached \((ENOTFOUND|EAI_AGAIN)\)\.$/);
  });

  it("is one whose connection is refused", async () => {
    const origin = `http://127.0.0.1:${await closedPort()}`;
    expect(await errorOf(http(command(origin)), NotSentError)).toBe(
      "127.0.0.1 could not be reached (ECONNREFUSED).",
    );
  });

  const impatient = createHttp({ proxy: null, timeout: 300 });
  const limited = () => ({ signal: AbortSignal.timeout(300) });
  it.each<[string, string, typeof http, RegExp, (() => Partial<Call>)?]>([
    // localhost.localdomain is no name of the certificate; it resolves to this machine by RFC 6761.
    ["has a certificate for another name", "tls://other.localhost", trusting, /./],
    [
      "has a certificate that is not trusted",
      "tls://localhost",
      http,
      /^localhost could not be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/,
    ],
    ["does not speak TLS", "https://127.0.0.1", http, /./, limited],
    [
      // It accepts the connection, and never answers the client's hello.
      "takes too long to connect",
      "https://127.0.0.1",
      impatient,
      /^127\.0\.0\.1 could not be reached \(UND_ERR_CONNECT_TIMEOUT\)\.$/,
    ],
    ["was given up before", "http://127.0.0.1", http, /./, () => ({ signal: AbortSignal.abort() })],
    [
      "would get a header that cannot be sent",
      "http://127.0.0.1",
      http,
      /./,
      () => ({ headers: { authorization: `Bearer ${secret.token}\n`, "x-more": "a\u0000" } }),
    ],
  ])("is one whose server %s", async (_, address, client, words, more = () => ({})) => {
    const server = await serve(undefined, address.startsWith("tls:"));
    const origin = `${address.replace("tls:", "https:")}:${server.port}`;
    expect(await errorOf(client(command(origin, more())), NotSentError)).toMatch(words);
    expect(server.requests).toEqual([]);
  });

  it("is one that is aborted while it connects", async () => {
    const server = await serve();
    const stop = new AbortController();
    const { signal } = stop;
    const calling = http(command(`https://127.0.0.1:${server.port}`, { signal }));
    await expect.poll(server.connections).toBe(1);
    stop.abort();
    await errorOf(calling, NotSentError);
  });

  it("is one without an address", async () => {
    expect(await errorOf(http(command("not an address")), NotSentError)).toBe(
      "The address is not a web address.",
    );
  });
});

describe("A call that may have arrived", () => {
  const cut = rawAnswer('{"id":"17"}').slice(0, -4);
  const chunk = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{"';

  it.each<[string, (socket: Socket) => unknown]>([
    ["is cut in its head", (socket) => socket.end("HTTP/1.1 200 O")],
    ["is cut in its body", (socket) => socket.end(cut)],
    ["is cut in one of its chunks", (socket) => socket.end(chunk)],
    ["is longer than any platform's", (socket) => socket.end(rawAnswer("a".repeat(8_000_001)))],
    ["is no HTTP", (socket) => socket.end("SSH-2.0-OpenSSH\r\n")],
    ["is a reset of the connection", (socket) => socket.resetAndDestroy()],
  ])("is one whose answer %s", async (_, answer) => {
    const server = await serve(answer);
    expect(await errorOf(http(command(server.origin)), NoAnswerError)).toBe(
      "127.0.0.1 did not answer.",
    );
    expect(server.requests).toHaveLength(1);
  });

  it.each(["GET", "PUT", "DELETE", "POST"] as const)(
    "is not sent again by itself when the connection ends: %s",
    async (method) => {
      const server = await serve((socket) => socket.end());
      const { json: _, ...rest } = command(server.origin, { method });
      await errorOf(http(rest), NoAnswerError);
      expect(server.requests).toHaveLength(1);
      expect(server.connections()).toBe(1);
    },
  );

  it.each<[string, (socket: Socket) => unknown]>([
    ["while it waits", () => undefined],
    ["in the middle of its answer", (socket) => socket.write(cut)],
  ])("is one that is aborted %s", async (_, answer) => {
    const server = await serve(answer);
    const stop = new AbortController();
    const calling = http(command(server.origin, { signal: stop.signal }));
    await expect.poll(() => server.requests.length).toBe(1);
    stop.abort(new Error(secret.body));
    await errorOf(calling, NoAnswerError);
  });
});

describe("An answer", () => {
  it("is given with its status, headers, text and parsed body", async () => {
    const text = '{"id":"17","ime":"Čaj"}';
    const headers = ["X-Restli-Id: urn:li:share:1", "set-cookie: a=1", "set-cookie: b=2"];
    const whole = rawAnswer(text, { status: "201 Created", headers });
    const server = await serve((socket) => socket.end(whole), true);
    const answer = await trusting(command(`https://localhost:${server.port}`));
    expect(answer).toMatchObject({ status: 201, text, json: { id: "17", ime: "Čaj" } });
    expect(answer.headers.get("x-restli-id")).toBe("urn:li:share:1");
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  it("that is no JSON has its text only", async () => {
    const server = await answering("<html>", { status: "502 Bad Gateway" });
    const answer = await http(command(server.origin));
    expect(answer).toMatchObject({ status: 502, text: "<html>", json: undefined });
  });

  it.each([
    ...["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"],
    ...["401 Unauthorized", "408 Request Timeout", "421 Misdirected Request", "425 Too Early"],
    ...["429 Too Many Requests", "500 Internal Server Error", "503 Service Unavailable"],
  ])("is never followed, or a reason to send the call again: %s", async (status) => {
    const other = await answering("{}");
    const headers = [`location: ${other.origin}/`, "retry-after: 0"];
    headers.push('www-authenticate: Basic realm="a"');
    const server = await answering("{}", { status, headers });
    const answer = await http(command(server.origin));
    expect(answer.status).toBe(Number(status.slice(0, 3)));
    expect(other.connections()).toBe(0);
    expect(server.requests).toHaveLength(1);
  });
});

describe("A request on the wire", () => {
  /** Returns the request that a server receives of a call. */
  async function received(more: Partial<Call>) {
    const server = await answering("{}");
    const { json: _, ...rest } = command(server.origin);
    await http({ ...rest, ...more });
    const [request] = server.requests;
    if (!request) throw new Error("There was no request.");
    const [line = "", ...headers] = request.head.split("\r\n");
    const header = (name: string) =>
      headers
        .filter((one) => one.toLowerCase().startsWith(`${name}:`))
        .map((one) => one.slice(name.length + 1).trim());
    return { line, header, body: Buffer.from(request.body, "latin1") };
  }

  it("has the query, and the headers once", async () => {
    const { line, header } = await received({
      method: "GET",
      query: { fields: "id,name", text: "č &=+" },
      headers: { "User-Agent": "web:console:v1", Accept: "text/plain" },
    });
    expect(line).toMatch(
      /^GET \/canary-path-88c0\?fields=id%2Cname&text=%C4%8D\+%26%3D%2B HTTP\/1\.1$/,
    );
    expect(header("user-agent")).toEqual(["web:console:v1"]);
    expect(header("accept")).toEqual(["text/plain"]);
    expect(header("accept-encoding")).toEqual(["identity"]);
    expect(header("cookie")).toEqual([]);
  });

  it("has JSON with its length", async () => {
    const { header, body } = await received({ json: { text: "Čaj i ćebe" } });
    expect(header("content-type")).toEqual(["application/json"]);
    expect(header("content-length")).toEqual([String(body.length)]);
    expect(body.toString()).toBe('{"text":"Čaj i ćebe"}');
  });

  it("has a form", async () => {
    const { header, body } = await received({ form: { grant_type: "refresh", text: "č &=+" } });
    expect(header("content-type")).toEqual(["application/x-www-form-urlencoded"]);
    expect(body.toString()).toBe("grant_type=refresh&text=%C4%8D+%26%3D%2B");
  });

  it("has bytes as they are, with the type that the call names", async () => {
    const bytes = new Uint8Array([0, 255, 13, 10, 13, 10, 128]);
    const { header, body } = await received({
      method: "PUT",
      bytes,
      headers: { "content-type": "image/png" },
    });
    expect(header("content-type")).toEqual(["image/png"]);
    expect(header("content-length")).toEqual(["7"]);
    expect([...body]).toEqual([...bytes]);
  });

  it("is really multipart, in the order of its parts", async () => {
    const bytes = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
    const { header, body } = await received({
      parts: [
        ["key", "value č"],
        ["media", { bytes, type: "image/png", name: "slika.png" }],
        ["after", "file"],
      ],
    });
    const [type = ""] = header("content-type");
    expect(type).toMatch(/^multipart\/form-data; boundary=\S+$/);
    const boundary = type.split("boundary=")[1] ?? "";
    expect(header("content-length")).toEqual([String(body.length)]);
    const text = (part: string) => Buffer.from(part).toString("latin1");
    const expected = [
      `--${boundary}\r\n`,
      'Content-Disposition: form-data; name="key"\r\n\r\n',
      text("value č\r\n"),
      `--${boundary}\r\n`,
      'Content-Disposition: form-data; name="media"; filename="slika.png"\r\n',
      "Content-Type: image/png\r\n\r\n",
      `${Buffer.from(bytes).toString("latin1")}\r\n`,
      `--${boundary}\r\n`,
      'Content-Disposition: form-data; name="after"\r\n\r\n',
      "file\r\n",
      `--${boundary}--`,
    ].join("");
    expect(body.toString("latin1").trimEnd()).toBe(expected);
  });

  it("without a body says that it has none", async () => {
    const { header, body } = await received({ method: "POST" });
    expect(header("content-length")).toEqual(["0"]);
    expect(body).toHaveLength(0);
  });
});
