import { AtpAgent, XRPCError } from "@atproto/api";
import { getPdsEndpoint, isValidDidDoc } from "@atproto/common-web";
import type { Http } from "../http.ts";
import { type BlueskyAddresses, fetchVia } from "./xrpc.ts";

type LookupOptions = {
  readonly http: Http;
  readonly addresses: BlueskyAddresses;
  readonly signal: AbortSignal;
};

/**
 * Returns the server (PDS) that hosts an account: its origin. The identifier is a handle, a DID or an
 * e-mail address; only bsky.social knows accounts by e-mail address. Throws an XRPCError with status
 * 401 if there is no such account. https://atproto.com/specs/did
 */
export async function pdsOf(identifier: string, reach: LookupOptions): Promise<string> {
  if (isEmail(identifier)) return reach.addresses.entryway;
  const did = identifier.startsWith("did:") ? identifier : await didOf(identifier, reach);
  const document = await didDocument(did, reach);
  const endpoint = isValidDidDoc(document) ? getPdsEndpoint(document) : undefined;
  if (!endpoint) throw noAccount("Bluesky does not say which server hosts this account.");
  return new URL(endpoint).origin;
}

/** Handles are typed with and without their @. */
export const withoutAt = (identifier: string) => identifier.trim().replace(/^@/, "");

const isEmail = (identifier: string) => identifier.includes("@");

async function didOf(handle: string, { http, addresses, signal }: LookupOptions): Promise<string> {
  const agent = new AtpAgent({ service: addresses.entryway, fetch: fetchVia(http, signal) });
  try {
    return (await agent.com.atproto.identity.resolveHandle({ handle })).data.did;
  } catch (error) {
    if (error instanceof XRPCError && error.status === 400) throw noAccount(error.message);
    throw error;
  }
}

async function didDocument(
  did: string,
  { http, addresses, signal }: LookupOptions,
): Promise<unknown> {
  // Of did:web, the AT Protocol takes hosts only: no ports, no paths.
  const host = /^did:web:([a-z0-9.-]+)$/i.exec(did)?.[1];
  if (!host && !/^did:plc:[a-z2-7]{24}$/.test(did)) throw noAccount(`${did} is not a DID.`);
  const { status, json } = await http({
    method: "GET",
    url: host ? `https://${host}/.well-known/did.json` : `${addresses.plc}/${did}`,
    reach: "public",
    signal,
  });
  // 410: the account was deleted.
  if (status === 404 || status === 410) throw noAccount("This account is no longer on Bluesky.");
  if (status !== 200) throw new Error(`The directory of accounts answered with status ${status}.`);
  return json;
}

export const noAccount = (message: string) => new XRPCError(401, "AuthenticationRequired", message);
