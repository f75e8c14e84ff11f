import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv6, type Socket } from "node:net";
import { SocksClient } from "socks";
import { withTimeLimit } from "../../kernel/time-limit.ts";
import { NotSentError } from "../../ports/outcome.ts";
import type { GroupProxy } from "../../ports/publisher.ts";

type Target = {
  /** A name or an address; an IPv6 address without brackets. */
  readonly hostname: string;
  readonly protocol: string;
  /** Empty for the protocol's default. */
  readonly port: string;
};

type Options = {
  readonly signal: AbortSignal;
  /** The longest time that a proxy may take to connect, in ms. */
  readonly patience: number;
  /** For tests: the certificate of an authority that counts as known. */
  readonly ca?: string | undefined;
};

/**
 * Returns a connection to the target through the proxy. Throws a NotSentError with a sentence for
 * the operator:
 * nothing of the request has left yet.
 */
export async function openTunnel(
  proxy: GroupProxy,
  target: Target,
  options: Options,
): Promise<Socket> {
  // Operators may leave out the scheme, as browsers do.
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy.server);
  const address = hasScheme ? proxy.server : `http://${proxy.server}`;
  const server = URL.canParse(address) ? new URL(address) : undefined;
  if (!server?.hostname) throw new NotSentError(noAddress);
  const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
  switch (server.protocol) {
    case "http:":
    case "https:":
      return byConnect(proxy, server, `${bracketed(target.hostname)}:${port}`, options);
    case "socks:":
    case "socks5:":
    case "socks5h:":
      return throughSocks(proxy, server, target.hostname, port, options);
    default:
      throw new NotSentError(noAddress);
  }
}

const bracketed = (host: string) => (isIPv6(host) ? `[${host}]` : host);
/** Returns the host of a URL as sockets want it. */
const bare = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** By the method CONNECT of an HTTP proxy (RFC 9110, section 9.3.6). */
function byConnect(
  proxy: GroupProxy,
  server: URL,
  target: string,
  { signal, patience, ca }: Options,
): Promise<Socket> {
  const ask = (limited: AbortSignal) =>
    new Promise<Socket>((resolve, reject) => {
      const request = (server.protocol === "https:" ? requestHttps : requestHttp)({
        host: bare(server),
        port: server.port || (server.protocol === "https:" ? 443 : 80),
        method: "CONNECT",
        path: target,
        headers: { host: target, ...authorization(proxy) },
        agent: false,
        signal: limited,
        ...(ca && { ca }),
      });
      request.once("connect", ({ statusCode = 0 }, socket) => {
        if (statusCode >= 200 && statusCode < 300) return resolve(socket);
        socket.destroy();
        reject(new NotSentError(refusal(statusCode)));
      });
      // A proxy that does not know CONNECT answers like any web server.
      request.once("response", (response) => {
        response.destroy();
        reject(new NotSentError(refusal(response.statusCode)));
      });
      // Not `once`: a second error event without a listener would end the process.
      request.on("error", () => reject(new NotSentError(noAnswer)));
      request.end();
    });
  return withTimeLimit(patience, signal, ask);
}

const authorization = ({ username, password }: GroupProxy): Record<string, string> =>
  username
    ? {
        "proxy-authorization": `Basic ${Buffer.from(`${username}:${password ?? ""}`).toString("base64")}`,
      }
    : {};

async function throughSocks(
  { username, password }: GroupProxy,
  server: URL,
  host: string,
  port: number,
  { signal, patience }: Options,
): Promise<Socket> {
  const connecting = SocksClient.createConnection({
    proxy: {
      host: bare(server),
      port: Number(server.port) || 1080,
      type: 5,
      ...(username && { userId: username, password: password ?? "" }),
    },
    command: "connect",
    destination: { host, port },
    timeout: patience,
  });
  try {
    const { socket } = await connecting;
    if (!signal.aborted) return socket;
    socket.destroy();
  } catch (error) {
    throw new NotSentError(refusalOfSocks(error instanceof Error ? error.message : ""));
  }
  throw new NotSentError(noAnswer);
}

/** The library has no codes; these are its constants. */
const refusalOfSocks = (message: string) =>
  /authentication/i.test(message)
    ? wrongPassword
    : /rejected connection/i.test(message)
      ? "The group's proxy did not let the connection through."
      : noAnswer;

const noAddress =
  "The group's proxy is not an address like http://proxy.example.com:8080 or socks5://proxy.example.com:1080.";
const wrongPassword = "The group's proxy refused its user name or password.";
const noAnswer = "The group's proxy did not answer.";

const refusal = (status: number | undefined) =>
  status === 407 || status === 401
    ? wrongPassword
    : `The group's proxy did not let the connection through (${status}).`;
