import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv6, type LookupFunction, type Socket } from "node:net";
import { SocksClient } from "socks";
import { withTimeLimit } from "../../../kernel/time-limit.ts";
import { NotSentError } from "../../../ports/outcome.ts";
import type { GroupProxy } from "../../../ports/proxy.ts";
import { bareHost, ForbiddenAddressError, type Resolve } from "../public-address.ts";
import { type ProxyRule, proxyLookup, proxyUrl, refusalOfProxy } from "./address.ts";

type Target = {
  /** A name or an address; an IPv6 address without brackets. */
  readonly hostname: string;
  readonly protocol: string;
  /** Empty for the protocol's default. */
  readonly port: string;
};

type Options = ProxyRule & {
  readonly signal: AbortSignal;
  /** The longest time that a proxy may take to connect, in ms. */
  readonly timeout: number;
  /** For tests: the certificate of an authority that counts as known. */
  readonly ca?: string | undefined;
  /** For tests: asks the name's servers, as `lookup` of node:dns. */
  readonly resolve?: Resolve;
};

/**
 * Returns a connection to the target through the proxy. Throws a NotSentError with a sentence for the
 * operator: nothing of the request has left yet.
 */
export async function openTunnel(
  proxy: GroupProxy,
  target: Target,
  options: Options,
): Promise<Socket> {
  const server = proxyUrl(proxy.server);
  if (!server) throw new NotSentError(noAddress);
  const refusal = refusalOfProxy(proxy.server, options);
  if (refusal !== undefined) throw new NotSentError(notUsed(refusal));
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

/** Returns the check of the names that a connection looks up, and what it has refused. */
function watchedLookup({ resolve, ...rule }: Pick<Options, "resolve" | keyof ProxyRule>) {
  let refusal: string | undefined;
  const guarded = proxyLookup(rule, resolve);
  const lookup: LookupFunction = (hostname, options, callback) =>
    guarded(hostname, options, (error, ...addresses) => {
      if (error instanceof ForbiddenAddressError) refusal = notUsed(error.message);
      callback(error, ...addresses);
    });
  return { lookup, refusal: () => refusal };
}

/** Connects by the method CONNECT of an HTTP proxy (RFC 9110, section 9.3.6). */
function byConnect(
  proxy: GroupProxy,
  server: URL,
  target: string,
  { signal, timeout, ca, ...rule }: Options,
): Promise<Socket> {
  const { lookup, refusal: refused } = watchedLookup(rule);
  const ask = (limited: AbortSignal) =>
    new Promise<Socket>((resolve, reject) => {
      const request = (server.protocol === "https:" ? requestHttps : requestHttp)({
        host: bareHost(server),
        lookup,
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
      request.on("error", () => reject(new NotSentError(refused() ?? noAnswer)));
      request.end();
    });
  return withTimeLimit(timeout, signal, ask);
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
  { signal, timeout, ...rule }: Options,
): Promise<Socket> {
  const { lookup, refusal } = watchedLookup(rule);
  const at = { host: bareHost(server), port: Number(server.port) || 1080 };
  const connecting = SocksClient.createConnection({
    proxy: {
      ...at,
      type: 5,
      ...(username && { userId: username, password: password ?? "" }),
    },
    command: "connect",
    destination: { host, port },
    timeout,
    socket_options: { ...at, lookup },
  });
  try {
    const { socket } = await connecting;
    if (!signal.aborted) return socket;
    socket.destroy();
  } catch (error) {
    throw new NotSentError(
      refusal() ?? refusalOfSocks(error instanceof Error ? error.message : ""),
    );
  }
  throw new NotSentError(noAnswer);
}

/** Returns the meaning of a SOCKS error. The library has no codes; these are its constants. */
const refusalOfSocks = (message: string) =>
  /authentication/i.test(message)
    ? wrongPassword
    : /rejected connection/i.test(message)
      ? "The group's proxy did not let the connection through."
      : noAnswer;

const notUsed = (refusal: string) => `The group's proxy is not used: ${refusal}`;
const noAddress =
  "The group's proxy is not an address like http://proxy.example.com:8080 or socks5://proxy.example.com:1080.";
const wrongPassword = "The group's proxy refused its user name or password.";
const noAnswer = "The group's proxy did not answer.";

const refusal = (status: number | undefined) =>
  status === 407 || status === 401
    ? wrongPassword
    : `The group's proxy did not let the connection through (${status}).`;
