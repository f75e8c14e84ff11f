import { Agent, buildConnector, type Dispatcher } from "undici";
import type { GroupProxy } from "../../ports/proxy.ts";
import type { ProxyRule } from "./proxy/address.ts";
import { openTunnel } from "./proxy/proxy.ts";
import {
  addressFor,
  ForbiddenAddressError,
  guardedLookup,
  refusalOfAddress,
} from "./public-address.ts";

/** The longest time that a connection may take, and its encryption, in ms. */
const defaultTimeout = 15_000;

type Options = ProxyRule & {
  /** With one, no request is sent without it. */
  readonly proxy: GroupProxy | null;
  /** The address that is asked. */
  readonly url: URL;
  /** True if only addresses on the public internet may be connected to. */
  readonly isGuarded: boolean;
  readonly signal: AbortSignal;
  /** Called once the request can be sent: until then, certainly nothing of it has left. */
  readonly onConnected?: () => void;
  /** The longest silence of the other side, in ms; without it only the signal ends the waiting. */
  readonly silence?: number;
  /** The longest body of an answer, in bytes. */
  readonly longest: number;
  /** For tests: the certificate of an authority that counts as known. */
  readonly ca?: string | undefined;
  /** In ms; for tests. */
  readonly timeout?: number | undefined;
};

/**
 * Does some work with a dispatcher of its own: connections are not used again, and end with the work.
 * An abort ends it at once; undici alone would look at the signal only once it is connected. Throws a
 * ForbiddenAddressError for a guarded address that is not public.
 */
export async function withDispatcher<T>(
  options: Options,
  work: (dispatcher: Dispatcher) => Promise<T>,
): Promise<T> {
  const { url, isGuarded, signal, silence = 0, longest } = options;
  const refusal = isGuarded ? refusalOfAddress(url) : undefined;
  if (refusal !== undefined) throw new ForbiddenAddressError(refusal);
  const dispatcher = new Agent({
    headersTimeout: silence,
    bodyTimeout: silence,
    maxResponseSize: longest,
    connect: createConnector(options),
  });
  const end = () => void dispatcher.destroy();
  signal.addEventListener("abort", end);
  try {
    signal.throwIfAborted();
    return await work(dispatcher);
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/**
 * Returns the connector of undici: directly or through the proxy, encrypted if the protocol is
 * https.
 */
function createConnector(options: Options): buildConnector.connector {
  const { proxy, isGuarded, signal, onConnected, ca, timeout = defaultTimeout } = options;
  const { allowsPrivateProxy } = options;
  const connect = buildConnector({
    timeout,
    ...(ca && { ca }),
    ...(isGuarded && { lookup: guardedLookup }),
  });
  return (target, callback) => {
    const settle: typeof callback = (...result) => {
      const [error, socket] = result;
      if (error === null && signal.aborted) {
        socket.destroy();
        return callback(new Error("The call was aborted."), null);
      }
      if (error === null) onConnected?.();
      callback(...result);
    };
    if (!proxy) return connect(target, settle);
    tunnelTo(proxy, target).then(
      (httpSocket) =>
        target.protocol === "https:"
          ? connect({ ...target, httpSocket }, settle)
          : settle(null, httpSocket),
      (error: Error) => settle(error, null),
    );
  };

  async function tunnelTo(via: GroupProxy, target: buildConnector.Options) {
    // The proxy would resolve the name again, perhaps to an address in its own network.
    const hostname = isGuarded ? await addressFor(target.hostname) : target.hostname;
    const limits = { signal, ca, timeout, allowsPrivateProxy };
    return openTunnel(via, { ...target, hostname }, limits);
  }
}
