import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { createS3Store } from "../../../server/adapters/media/s3.ts";
import { Fault } from "../../../server/kernel/fault.ts";
import { closedPort, listenUntilTestEnds, startRawServer } from "../../peers/support/raw-server.ts";

/** The exports of s3rver, as far as they are used. */
type S3rver = new (
  options: object,
) => {
  run: () => Promise<{ port: number }>;
  close: () => Promise<void>;
};

const content = (text: string) => Buffer.from(text);
const nameOf = (letter: string, ending = "jpg") => `${letter.repeat(64)}.${ending}`;

async function textOf(chunks: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "s3-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the store of a bucket at this port; `put` takes a text, and tells the store its hash. */
function storeAt(port: number, more: Partial<Parameters<typeof createS3Store>[0]> = {}) {
  const store = createS3Store({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "media",
    region: "us-east-1",
    accessKeyId: "canary-id",
    secretAccessKey: "canary-secret",
    incoming: "/nowhere",
    ...more,
  });
  const put = async (name: string, text: string) => {
    const path = join(await temporaryFolder(), "a.part");
    await writeFile(path, text);
    const sha256 = createHash("sha256").update(text).digest("hex");
    await store.put(name, { path, size: content(text).length, type: "image/jpeg", sha256 });
  };
  return { store, put };
}

describe.runIf(isPeerInstalled("s3"))("A bucket of s3rver", { tags: ["peers"] }, () => {
  async function start({ accessKeyId = "S3RVER" } = {}) {
    const peer = new URL("../../peers/s3/package.json", import.meta.url);
    const Server = createRequire(peer)("s3rver") as S3rver;
    const server = new Server({
      port: 0,
      address: "127.0.0.1",
      silent: true,
      directory: await temporaryFolder(),
      configureBuckets: [{ name: "media", configs: [] }],
    });
    const { port } = await server.run();
    onTestFinished(() => server.close());
    return storeAt(port, { accessKeyId, secretAccessKey: "S3RVER" });
  }

  it("keeps a file, whole and in parts", async () => {
    const { store, put } = await start();
    await put(nameOf("a"), "Čaj i ćebe");
    expect((await store.find(nameOf("a")))?.size).toBe(content("Čaj i ćebe").length);
    expect(await textOf(await store.read(nameOf("a")))).toBe("Čaj i ćebe");
    expect(await textOf(await store.read(nameOf("a"), { start: 2, end: 3 }))).toBe("aj");
  });

  it("knows that a file is not there", async () => {
    const { store } = await start();
    expect(await store.find(nameOf("b"))).toBeUndefined();
    await expect(store.read(nameOf("b"))).rejects.toThrow("The media store answers 404 to GET.");
    await store.remove(nameOf("b"));
  });

  it("lists its files with their time, and forgets those that are removed", async () => {
    const { store, put } = await start();
    const before = Date.now() - 2_000;
    await put(nameOf("a"), "one");
    await put(nameOf("b", "mp4"), "other");
    await put("notes.txt", "of somebody else");
    const listed = async () => {
      const files: { name: string; storedAt: Date }[] = [];
      for await (const file of store.list()) files.push(file);
      return files;
    };
    expect((await listed()).map(({ name }) => name)).toEqual([nameOf("a"), nameOf("b", "mp4")]);
    for (const { storedAt } of await listed()) {
      expect(storedAt.getTime()).toBeGreaterThan(before);
      expect(storedAt.getTime()).toBeLessThan(Date.now() + 2_000);
    }
    await store.remove(nameOf("a"));
    expect((await listed()).map(({ name }) => name)).toEqual([nameOf("b", "mp4")]);
  });

  it("takes a large file as a stream", async () => {
    const { store, put } = await start();
    const text = randomBytes(3_000_000).toString("hex");
    await put(nameOf("c"), text);
    expect((await store.find(nameOf("c")))?.size).toBe(6_000_000);
    expect((await textOf(await store.read(nameOf("c")))) === text).toBe(true);
  });

  // It does not check signatures: see below.
  it("refuses a key that it does not know", async () => {
    const { store, put } = await start({ accessKeyId: "CANARY" });
    await expect(put(nameOf("a"), "one")).rejects.toThrow("The media store answers 403 to PUT.");
    await expect(store.find(nameOf("a"))).rejects.toThrow(Fault);
  });
});

const hex = (data: string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) =>
  createHmac("sha256", key).update(data).digest();

type Signed = {
  readonly method: string;
  /** Path and query as they are sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly signedHeaders: string;
  readonly scope: string;
};

/**
 * Returns the AWS Signature Version 4, after "Authenticating Requests: Using the Authorization
 * Header".
 */
function signatureOf({ method, url, headers, signedHeaders, scope }: Signed, secret: string) {
  const { pathname, searchParams } = new URL(url, "http://host");
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (it) => `%${it.charCodeAt(0).toString(16)}`);
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const lines = signedHeaders.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [
    ...[method, pathname, query, lines.join(""), signedHeaders],
    String(headers["x-amz-content-sha256"]),
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", String(headers["x-amz-date"]), scope, hex(request)].join(
    "\n",
  );
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, toSign).toString("hex");
}

describe("A signature", () => {
  it("is computed here as in Amazon's example of GET Object", () => {
    const signed: Signed = {
      method: "GET",
      url: "/test.txt",
      headers: {
        host: "examplebucket.s3.amazonaws.com",
        range: "bytes=0-9",
        "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "x-amz-date": "20130524T000000Z",
      },
      signedHeaders: "host;range;x-amz-content-sha256;x-amz-date",
      scope: "20130524/us-east-1/s3/aws4_request",
    };
    expect(signatureOf(signed, "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")).toBe(
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    );
  });

  it("of each of our requests is right", async () => {
    const asked: string[] = [];
    const wrong: string[] = [];
    const server = createServer((request: IncomingMessage, response) => {
      const { method = "", url = "", headers } = request;
      const [, scope = "", signedHeaders = "", given] =
        /^AWS4-HMAC-SHA256 Credential=AKID\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
          headers.authorization ?? "",
        ) ?? [];
      const signed = { method, url, headers, signedHeaders, scope };
      asked.push(`${method} ${url.split("?")[0]}`);
      if (given !== signatureOf(signed, "s3cret/+=")) wrong.push(`${method} ${url}`);
      for (const name of ["host", "x-amz-content-sha256", "x-amz-date"]) {
        if (!signedHeaders.split(";").includes(name)) wrong.push(`${name} is not signed.`);
      }
      request.resume();
      const isPart = headers.range !== undefined;
      const next = url.includes("continuation-token")
        ? ""
        : "<NextContinuationToken>a/b+c=&amp; d</NextContinuationToken>";
      response.writeHead(isPart ? 206 : 200).end(`<ListBucketResult>${next}</ListBucketResult>`);
    });
    const port = await listenUntilTestEnds(server);
    const keys = { region: "eu-central-1", accessKeyId: "AKID", secretAccessKey: "s3cret/+=" };
    const { store, put } = storeAt(port, keys);
    await put(nameOf("a"), "Čaj");
    await store.find(nameOf("a"));
    await textOf(await store.read(nameOf("a")));
    await textOf(await store.read(nameOf("a"), { start: 0, end: 1 }));
    for await (const _ of store.list()) throw new Error("The list is empty.");
    await store.remove(nameOf("a"));
    expect(wrong).toEqual([]);
    const file = `/media/${nameOf("a")}`;
    expect(asked).toEqual([
      ...[`PUT ${file}`, `HEAD ${file}`, `GET ${file}`, `GET ${file}`],
      ...["GET /media", "GET /media", `DELETE ${file}`],
    ]);
  });
});

describe("A bucket that fails", () => {
  async function startFailing(status: number) {
    const asked: string[] = [];
    const server = createServer((request: IncomingMessage, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume();
      response.writeHead(status).end("<Error/>");
    });
    const port = await listenUntilTestEnds(server);
    return { asked, ...storeAt(port) };
  }

  it.each([500, 503])("with %i is asked once, and its error has no secret", async (status) => {
    const { store, put, asked } = await startFailing(status);
    await expect(put(nameOf("a"), "one")).rejects.toThrow(
      `The media store answers ${status} to PUT.`,
    );
    await expect(store.find(nameOf("a"))).rejects.toThrow(Fault);
    await expect(store.remove(nameOf("a"))).rejects.toThrow(Fault);
    await expect(store.read(nameOf("a"))).rejects.toThrow(Fault);
    expect(asked).toEqual(
      ["PUT", "HEAD", "DELETE", "GET"].map((method) => `${method} /media/${nameOf("a")}`),
    );
  });

  it("is given up if it says nothing", async () => {
    const { port } = await startRawServer({ answer: () => undefined });
    const { store, put } = storeAt(port, { limit: 20 });
    const silent = (method: string) =>
      new Fault(`The media store did not answer ${method} in time.`);
    await expect(put(nameOf("a"), "one")).rejects.toThrow(silent("PUT"));
    await expect(store.find(nameOf("a"))).rejects.toThrow(silent("HEAD"));
    await expect(store.read(nameOf("a"))).rejects.toThrow(silent("GET"));
    await expect(store.remove(nameOf("a"))).rejects.toThrow(silent("DELETE"));
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toThrow(silent("GET"));
  });

  it("is given up if it stops in the middle of a file", async () => {
    const { port } = await startRawServer({
      answer: (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"),
    });
    const { store } = storeAt(port, { limit: 500 });
    await expect(store.read(nameOf("a")).then(textOf)).rejects.toThrow("Body Timeout Error");
  });

  it("is one that cannot be reached", async () => {
    const { store } = storeAt(await closedPort());
    const error: unknown = await store.find(nameOf("a")).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain("canary");
  });
});
