import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { bareHost, createGuardedLookup, isPublic, type Resolve } from "../public-address.ts";

export type ProxyRule = {
  /** True if a proxy may be on this server or in a private network, like a local tunnel. */
  readonly allowsPrivateProxy: boolean;
};

/** Returns the address of a group's proxy, whose scheme operators may leave out, as browsers do. */
export function proxyUrl(server: string): URL | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(server);
  const address = hasScheme ? server : `http://${server}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.hostname ? url : undefined;
}

/**
 * Returns why a proxy is not used, as far as its text says; undefined if it may be. The addresses of
 * a name are checked by `proxyLookup`, which the connection asks: it may lead elsewhere by then.
 */
export function refusalOfProxy(server: string, rule: ProxyRule): string | undefined {
  const url = proxyUrl(server);
  if (!url) return undefined;
  const host = bareHost(url);
  // Names of this machine by definition: RFC 6761, section 6.3.
  if (/^(.+\.)?localhost\.?$/i.test(host)) return refusalOf("127.0.0.1", host, rule);
  return isIP(host) === 0 ? undefined : refusalOf(host, host, rule);
}

/** Resolves the name of a proxy, and fails if any of its addresses is not allowed. */
export const proxyLookup = (rule: ProxyRule, resolve: Resolve = lookup): LookupFunction =>
  createGuardedLookup(resolve, (address, host) => refusalOf(address, host, rule));

const localRanges: readonly string[] = ["loopback", "private", "uniqueLocal", "carrierGradeNat"];

function refusalOf(address: string, host: string, rule: ProxyRule): string | undefined {
  const range = ipaddr.isValid(address) ? ipaddr.process(address).range() : undefined;
  // Link-local addresses are those of the metadata of clouds, and of this server on every network.
  const isLocal =
    range !== undefined && range !== "linkLocal" && (localRanges.includes(range) || isOwn(address));
  if (!isLocal && !isPublic(address)) return `${host} is not an address that a proxy can have.`;
  if (rule.allowsPrivateProxy || !isLocal) return undefined;
  return `${host} is on this server or in a private network: ALLOW_PRIVATE_PROXY=1 permits such a proxy.`;
}

/** Returns whether a network interface of this server has the address. */
const isOwn = (address: string) =>
  Object.values(networkInterfaces()).some((found) =>
    found?.some((one) => normal(one.address) === normal(address)),
  );

const normal = (address: string) => ipaddr.process(address).toString();
