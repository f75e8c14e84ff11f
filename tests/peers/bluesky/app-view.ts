import { lexicons } from "@atproto/api";
import { type Handler, json, onlyHeaders, refusal } from "./front.ts";
import { cidOf } from "./pds-stand-in.ts";

export type Counts = {
  readonly likeCount?: number;
  readonly replyCount?: number;
  readonly repostCount?: number;
  readonly quoteCount?: number;
};

/**
 * A stand-in for public.api.bsky.app: answers `app.bsky.feed.getPosts`, whose lexicon checks the
 * question (at most 25 posts) and the answer. Posts that it does not have are left out.
 */
export const appView =
  (counts: ReadonlyMap<string, Counts>): Handler =>
  (asked) => {
    const { method, url } = asked;
    // Nobody has to log in.
    onlyHeaders(asked, []);
    if (method !== "GET" || url.pathname !== "/xrpc/app.bsky.feed.getPosts") {
      throw new Error(`${method} ${url.pathname} is not expected`);
    }
    const uris = url.searchParams.getAll("uris");
    if ([...url.searchParams.keys()].some((name) => name !== "uris")) {
      return refusal(400, "InvalidRequest", "Only uris are expected");
    }
    try {
      lexicons.assertValidXrpcParams("app.bsky.feed.getPosts", { uris });
    } catch (error) {
      return refusal(400, "InvalidRequest", String(error));
    }
    const posts = uris.flatMap((uri) => {
      const found = counts.get(uri);
      const did = uri.split("/")[2] ?? "";
      return found
        ? [
            {
              uri,
              cid: cidOf(uri),
              author: { did, handle: "zima.test" },
              record: { $type: "app.bsky.feed.post", text: "", createdAt: "2026-11-01T08:00:00Z" },
              indexedAt: "2026-11-01T08:00:00Z",
              ...found,
            },
          ]
        : [];
    });
    lexicons.assertValidXrpcOutput("app.bsky.feed.getPosts", { posts });
    return json({ posts });
  };
