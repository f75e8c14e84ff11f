import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { NotSentError } from "../../ports/outcome.ts";

/** The address is none that this server asks, now or later: another try would end in the same way. */
export class ForbiddenAddressError extends NotSentError {}

/**
 * Returns why nothing is asked of an address that somebody else named; undefined if it may be.
 * Protects this machine and its network from requests in the server's name (SSRF). A literal IP
 * address is checked here, because no name is looked up for it; names are checked by `guardedLookup`.
 */
export function refusalOfAddress(url: URL): string | undefined {
  if (url.protocol !== "https:") return `${url.hostname || url.protocol} must be reached by https.`;
  if (url.username || url.password) return `The address at ${url.hostname} has a password in it.`;
  if (url.port) return `The address at ${url.hostname} has a port.`;
  // The URL parser has normalised other spellings of an address, such as 2130706433.
  const host = bareHost(url);
  return isIP(host) !== 0 && !isPublic(host) ? notPublic(url.hostname) : undefined;
}

/** Returns the host of a URL as sockets take it. */
export const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** The only IPv6 addresses that are given out on the public internet (IANA, RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Returns whether an IP address belongs to the public internet. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // `process` unwraps IPv4 addresses in IPv6 form.
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(globalUnicast);
}

const notPublic = (host: string) => `${host} is not an address on the public internet.`;

/**
 * Resolves a name, and fails if any of its addresses is refused. The connection uses the addresses that
 * were checked, so a second answer of the name's server cannot replace them.
 *
 * @param resolve asks the name's servers, as `lookup` of node:dns
 */
export const createGuardedLookup =
  (resolve: Resolve, refusalOf: RefusalOf = refusalOfPrivate): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "");
      const [first] = addresses;
      if (!first) return callback(new ForbiddenAddressError(notPublic(hostname)), "");
      for (const { address } of addresses) {
        const refusal = refusalOf(address, hostname);
        if (refusal !== undefined) return callback(new ForbiddenAddressError(refusal), "");
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** The rule that says why nothing connects to an address of the host; undefined if it may. */
type RefusalOf = (address: string, host: string) => string | undefined;

const refusalOfPrivate: RefusalOf = (address, host) =>
  isPublic(address) ? undefined : notPublic(host);

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const guardedLookup = createGuardedLookup(lookup);

/** Returns a public address of the name; IPv4 if it has one. Throws as `guardedLookup` fails. */
export const addressFor = (hostname: string): Promise<string> =>
  new Promise((resolve, reject) => {
    guardedLookup(hostname, { order: "ipv4first" }, (error, address) =>
      error ? reject(error) : resolve(String(address)),
    );
  });
