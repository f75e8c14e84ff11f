import { createHash } from "node:crypto";
import { jsonToLex, lexicons } from "@atproto/api";
import { type Asked, type Handler, json, onlyHeaders, type Reply, refusal } from "./front.ts";

export type Member = {
  readonly handle: string;
  readonly did: string;
  readonly email: string;
  readonly password: string;
};

type Written = { readonly record: unknown; readonly cid: string };

export type StandIn = {
  readonly handler: Handler;
  /** The posts that exist, by their key. */
  readonly posts: ReadonlyMap<string, Written>;
  /** Tokens that were given out and are still good. */
  readonly tokens: { readonly access: Set<string>; readonly refresh: Set<string> };
  /** Ends all sessions at once; their tokens are refused as the server refuses ended ones. */
  readonly endSessions: () => void;
  /** Forgets posts, files and sessions. */
  readonly clear: () => void;
};

/** A CID of raw bytes: https://github.com/multiformats/cid */
export function cidOf(bytes: Uint8Array | string): string {
  const digest = createHash("sha256").update(bytes).digest();
  const bits = [0x01, 0x55, 0x12, 0x20, ...digest]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  const letters = (bits.match(/.{1,5}/g) ?? []).map(
    (five) => "abcdefghijklmnopqrstuvwxyz234567"[Number.parseInt(five.padEnd(5, "0"), 2)],
  );
  return `b${letters.join("")}`;
}

/**
 * A stand-in for bsky.social, a server of accounts and the directory of DIDs in one, written from the
 * lexicons of the AT Protocol, which also check what it is asked. It refuses what is in none of them.
 * The tests against the real server are in bluesky-pds.test.ts.
 */
export function standInPds(member: Member, origin: () => string): StandIn {
  const posts = new Map<string, Written>();
  const access = new Set<string>();
  const refresh = new Set<string>();
  const serviceTokens = new Set<string>();
  const blobs = new Set<string>();
  let made = 0;

  const endSessions = () => {
    access.clear();
    refresh.clear();
  };

  const didDoc = () => ({
    "@context": ["https://www.w3.org/ns/did/v1"],
    id: member.did,
    alsoKnownAs: [`at://${member.handle}`],
    service: [
      {
        id: "#atproto_pds",
        type: "AtprotoPersonalDataServer",
        serviceEndpoint: origin(),
      },
    ],
  });

  function newSession(): Reply {
    made += 1;
    const accessJwt = `canary-access-${made}`;
    const refreshJwt = `canary-refresh-${made}`;
    access.add(accessJwt);
    refresh.add(refreshJwt);
    const { did, handle, email } = member;
    return json({
      accessJwt,
      refreshJwt,
      did,
      handle,
      email,
      emailConfirmed: true,
      active: true,
      didDoc: didDoc(),
    });
  }

  const bearer = ({ headers }: Asked) => headers.authorization?.replace(/^Bearer /, "") ?? "";
  const signedIn =
    (then: Handler): Handler =>
    (asked) =>
      access.has(bearer(asked)) ? then(asked) : refusal(400, "ExpiredToken", "Token has expired");

  const procedures: Readonly<Record<string, Handler>> = {
    "com.atproto.server.createSession": (asked) => {
      const { identifier, password } = inputOf(asked, ["identifier", "password"]);
      const isKnown = [member.handle, member.did, member.email].includes(String(identifier));
      return isKnown && password === member.password
        ? newSession()
        : refusal(401, "AuthenticationRequired", "Invalid identifier or password");
    },
    "com.atproto.server.refreshSession": (asked) =>
      refresh.delete(bearer(asked))
        ? newSession()
        : refusal(400, "ExpiredToken", "Token has been revoked"),
    "com.atproto.repo.uploadBlob": (asked) => {
      const isVideo = serviceTokens.has(bearer(asked));
      if (!isVideo && !access.has(bearer(asked))) {
        return refusal(400, "InvalidToken", "Token could not be verified");
      }
      const type = asked.headers["content-type"] ?? "";
      if (!isVideo && !/^image\/(jpeg|png|webp)$/.test(type)) {
        return refusal(400, "InvalidMimeType", `Not an image: ${type}`);
      }
      const cid = cidOf(asked.body);
      blobs.add(cid);
      const blob = { $type: "blob", ref: { $link: cid }, mimeType: type, size: asked.body.length };
      return json({ blob });
    },
    "com.atproto.repo.putRecord": signedIn((asked) => {
      const input = inputOf(asked, ["repo", "collection", "rkey", "record", "swapRecord"]);
      const rkey = String(input.rkey);
      if (input.repo !== member.did) return refusal(401, "AuthenticationRequired", "Not yours");
      if (input.collection !== "app.bsky.feed.post" || input.swapRecord !== null) {
        return refusal(400, "InvalidRequest", "Not a new post");
      }
      if (!/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/.test(rkey)) {
        return refusal(400, "InvalidRequest", "Invalid record key");
      }
      const text = JSON.stringify(input.record);
      const missing = [...text.matchAll(/"\$link":"([^"]+)"/g)].find(
        ([, cid]) => !blobs.has(cid ?? ""),
      );
      if (missing) return refusal(400, "BlobNotFound", `Could not find blob: ${missing[1]}`);
      try {
        lexicons.assertValidRecord("app.bsky.feed.post", lexOf(input.record));
      } catch (error) {
        return refusal(400, "InvalidRequest", `Invalid app.bsky.feed.post record: ${error}`);
      }
      const cid = cidOf(text);
      const there = posts.get(rkey);
      if (there && there.cid !== cid) {
        return refusal(400, "InvalidSwap", `Record was at ${there.cid}`);
      }
      posts.set(rkey, { record: input.record, cid });
      return json({ uri: `at://${member.did}/app.bsky.feed.post/${rkey}`, cid });
    }),
    "com.atproto.repo.deleteRecord": signedIn((asked) => {
      const { repo, collection, rkey } = inputOf(asked, ["repo", "collection", "rkey"]);
      if (repo !== member.did) return refusal(401, "AuthenticationRequired", "Not yours");
      if (collection !== "app.bsky.feed.post") return refusal(400, "InvalidRequest", "No post");
      posts.delete(String(rkey));
      return json({});
    }),
  };

  const queries: Readonly<Record<string, Handler>> = {
    "com.atproto.identity.resolveHandle": ({ url }) =>
      url.searchParams.get("handle") === member.handle
        ? json({ did: member.did })
        : refusal(400, "InvalidRequest", "Unable to resolve handle"),
    "com.atproto.server.describeServer": () =>
      json({ did: "did:web:pds.example.com", availableUserDomains: [".example.com"] }),
    "com.atproto.server.getServiceAuth": signedIn(({ url }) => {
      const { aud, lxm, exp } = Object.fromEntries(url.searchParams);
      if (aud !== "did:web:pds.example.com" || lxm !== "com.atproto.repo.uploadBlob" || !exp) {
        return refusal(400, "InvalidRequest", "Not for an upload to this server");
      }
      const token = `canary-service-${serviceTokens.size}`;
      serviceTokens.add(token);
      return json({ token });
    }),
    "com.atproto.repo.describeRepo": ({ url }) =>
      url.searchParams.get("repo") === member.did
        ? json({
            handle: member.handle,
            did: member.did,
            didDoc: didDoc(),
            collections: ["app.bsky.feed.post"],
            handleIsCorrect: true,
          })
        : refusal(400, "RepoNotFound", "Could not find repo"),
    "com.atproto.repo.getRecord": ({ url }) => {
      const { repo, collection, rkey = "" } = Object.fromEntries(url.searchParams);
      const found = posts.get(rkey);
      const uri = `at://${repo}/${collection}/${rkey}`;
      return found && repo === member.did && collection === "app.bsky.feed.post"
        ? json({ uri, cid: found.cid, value: found.record })
        : refusal(400, "RecordNotFound", `Could not locate record: ${uri}`);
    },
  };

  return {
    posts,
    tokens: { access, refresh },
    endSessions,
    clear: () => {
      endSessions();
      posts.clear();
      blobs.clear();
      serviceTokens.clear();
    },
    handler: (asked) => {
      const { method, url } = asked;
      onlyHeaders(asked, ["authorization", "content-type", "atproto-accept-labelers"]);
      if (method === "GET" && url.pathname === `/${member.did}`) return json(didDoc());
      const nsid = url.pathname.replace(/^\/xrpc\//, "");
      const handler = (method === "POST" ? procedures : queries)[nsid];
      if (!handler) throw new Error(`${method} ${url.pathname} is not expected`);
      if (method === "GET") {
        try {
          lexicons.assertValidXrpcParams(nsid, paramsOf(url));
        } catch (error) {
          return refusal(400, "InvalidRequest", String(error));
        }
      }
      return handler(asked);
    },
  };
}

/** The JSON body; a field that is not in the list is an error of the test. */
function inputOf({ body, url }: Asked, fields: readonly string[]): Record<string, unknown> {
  const input: Record<string, unknown> = JSON.parse(body.toString());
  const unknown = Object.keys(input).filter((name) => !fields.includes(name));
  if (unknown.length > 0) throw new Error(`${url.pathname} has fields ${unknown.join(", ")}.`);
  return input;
}

/** Numbers come as texts. */
const paramsOf = (url: URL) =>
  Object.fromEntries(
    [...url.searchParams].map(([name, value]) => [name, name === "exp" ? Number(value) : value]),
  );

/** Blobs and links as the lexicons' checks expect them. */
const lexOf = (record: unknown) => jsonToLex(JSON.parse(JSON.stringify(record)));
