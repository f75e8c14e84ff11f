import {
  NotInTheDocuments,
  type Received,
  type Reply,
  refuseOtherHeaders,
  refuseOtherQuery,
  startPeer,
} from "../support/peer";
import { checkedByOpenapi } from "./openapi";
import { isSigned, type Keys } from "./signed";

/** The keys that this X knows. None of them may appear anywhere but in a signature. */
export const xKeys: Keys & { readonly bearer_token: string } = {
  consumer_key: "canary-consumer-key",
  consumer_secret: "canary-consumer-secret&/=",
  access_token: "2244994945-canary-access-token",
  access_token_secret: "canary-access-secret+%",
  bearer_token: "canary-bearer-token",
};

type Media = {
  readonly id: string;
  readonly category: string;
  readonly bytes: number;
  readonly segments: Map<number, Uint8Array>;
  isFinal: boolean;
  /** How often its state is still asked before it is ready. */
  polls: number;
  alt?: string;
};

type Tweet = {
  readonly id: string;
  readonly text: string;
  readonly media: readonly string[];
  readonly isAi: boolean;
  readonly at: Date;
};

/** https://docs.x.com/x-api/fundamentals/response-codes-and-errors */
export const problem = (status: number, title: string, detail: string, type = "about:blank") => ({
  status,
  headers: { "content-type": "application/problem+json" },
  json: { title, detail, type, status },
});

/**
 * A strict stand-in for X's API v2, written from its documents. It refuses whatever X's OpenAPI
 * document does not have, and verifies signatures with the code of another library.
 */
export async function startX(clock: { readonly now: () => Date }) {
  const media = new Map<string, Media>();
  const tweets: Tweet[] = [];
  let creatingCalls = 0;
  let lastId = 1_860_000_000_000_000_000n;
  const nextId = () => String(++lastId);
  /** How often X says that a video is still being processed; its last word may be 'failed'. */
  const processing = { polls: 0, end: "succeeded" };

  const upload = (category: string, bytes: number): Media => {
    const { polls } = processing;
    const made = { id: nextId(), category, bytes, segments: new Map(), isFinal: false, polls };
    media.set(made.id, made);
    return made;
  };
  const described = ({ id, bytes }: Media) => ({
    ...{ id, media_key: `3_${id}`, size: bytes, expires_after_secs: 86_400 },
  });
  const owned = (id: string | undefined): Media => {
    const found = media.get(id ?? "");
    if (!found) throw new NotInTheDocuments(`no media ${id}`);
    return found;
  };
  const progress = (item: Media) => {
    if (item.category !== "tweet_video" || processing.polls === 0) return {};
    if (item.polls <= 0) return { processing_info: { state: processing.end } };
    item.polls -= 1;
    return { processing_info: { state: "in_progress", check_after_secs: 5 } };
  };

  async function uploadImage(request: Received): Promise<Reply> {
    const [[name, file] = [], [other, category] = []] = await request.parts();
    if (name !== "media" || !(file instanceof File) || other !== "media_category") {
      throw new NotInTheDocuments("the fields are media and media_category");
    }
    if (file.size > 5_000_000) return problem(400, "Invalid Request", "File size exceeds 5 MB.");
    const item = upload(String(category), file.size);
    item.segments.set(0, new Uint8Array(await file.arrayBuffer()));
    item.isFinal = true;
    return { status: 200, json: { data: described(item) } };
  }

  function initialize(request: Received): Reply {
    const { total_bytes, media_category, media_type } = request.json() as Record<string, unknown>;
    if (media_type !== "video/mp4") throw new NotInTheDocuments("only videos come in parts");
    const item = upload(String(media_category), Number(total_bytes));
    return { status: 200, json: { data: { ...described(item), size: undefined } } };
  }

  async function append(item: Media, request: Received): Promise<Reply> {
    const parts = Object.fromEntries(await request.parts());
    const { media: chunk, segment_index } = parts;
    if (!(chunk instanceof File)) throw new NotInTheDocuments("media is a file");
    item.segments.set(Number(segment_index), new Uint8Array(await chunk.arrayBuffer()));
    return { status: 200, json: { data: { expires_at: 1_764_300_000 } } };
  }

  function finalize(item: Media, request: Received): Reply {
    if (request.body.length > 0) throw new NotInTheDocuments("FINALIZE has no body");
    const sizes = [...item.segments].sort(([one], [other]) => one - other);
    const isWhole = sizes.every(([index], position) => index === position);
    const sum = sizes.reduce((all, [, { length }]) => all + length, 0);
    if (!isWhole || sum !== item.bytes) {
      return problem(400, "Invalid Request", "Segments do not add up to provided total file size.");
    }
    item.isFinal = true;
    return { status: 200, json: { data: { ...described(item), ...progress(item) } } };
  }

  function describe(request: Received): Reply {
    const { id, metadata } = request.json() as {
      id: string;
      metadata?: { alt_text?: { text: string } };
    };
    const item = owned(id);
    if (item.category !== "tweet_image") throw new NotInTheDocuments("alt texts are for images");
    item.alt = metadata?.alt_text?.text ?? "";
    const associated_metadata = { alt_text: { text: item.alt } };
    return { status: 200, json: { data: { id, associated_metadata } } };
  }

  function create(request: Received): Reply {
    creatingCalls += 1;
    const body = request.json() as {
      text?: string;
      made_with_ai?: boolean;
      media?: { media_ids: string[] };
    };
    const text = body.text ?? "";
    const ids = body.media?.media_ids ?? [];
    for (const item of ids.map(owned)) {
      if (!item.isFinal || (processing.polls > 0 && item.polls > 0)) {
        return problem(400, "Invalid Request", "Your media IDs are invalid.", invalidRequest);
      }
    }
    if (tweets.some((tweet) => tweet.text === text)) {
      const words = "You are not allowed to create a Tweet with duplicate content.";
      return problem(403, "Forbidden", words);
    }
    const isAi = body.made_with_ai === true;
    const tweet = { id: nextId(), text, media: ids, isAi, at: clock.now() };
    tweets.push(tweet);
    return { status: 201, json: { data: { id: tweet.id, text } } };
  }

  function timeline(request: Received): Reply {
    const names = ["max_results", "start_time", "post.fields"];
    refuseOtherQuery(request, names);
    const since = request.query.get("start_time") ?? "";
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(since)) throw new NotInTheDocuments(since);
    const found = tweets.filter(({ at }) => at >= new Date(since)).reverse();
    const result_count = found.length;
    // Without results X leaves `data` out.
    const data = result_count > 0 ? { data: found.map(listed) } : {};
    return { status: 200, json: { ...data, meta: { result_count } } };
  }

  function figures(request: Received): Reply {
    refuseOtherQuery(request, ["ids", "post.fields", "expansions", "media.fields"]);
    const ids = request.query.get("ids")?.split(",") ?? [];
    const found = tweets.filter(({ id }) => ids.includes(id));
    const videos = found.flatMap(({ media: of }) => of.map(owned));
    const missing = ids.filter((id) => !found.some((tweet) => tweet.id === id));
    return {
      status: 200,
      json: {
        ...(found.length > 0 && { data: found.map(measured) }),
        ...(videos.length > 0 && { includes: { media: videos.map(measuredMedia) } }),
        ...(missing.length > 0 && { errors: missing.map(notFound) }),
      },
    };
  }

  function remove(id: string | undefined): Reply {
    const index = tweets.findIndex((tweet) => tweet.id === id);
    if (index < 0) return problem(404, "Not Found Error", `Could not find tweet ${id}.`);
    tweets.splice(index, 1);
    return { status: 200, json: { data: { deleted: true } } };
  }

  function answerOf(request: Received): { path: string; reply: () => Reply | Promise<Reply> } {
    const { method, path } = request;
    const [, id] = /^\/2\/media\/upload\/(\d+)\/(?:append|finalize)$/.exec(path) ?? [];
    const template = path
      .replace(/^\/2\/media\/upload\/\d+\//, "/2/media/upload/{id}/")
      .replace(/^\/2\/users\/\d+\//, "/2/users/{id}/")
      .replace(/^\/2\/tweets\/\d+$/, "/2/tweets/{id}");
    const replies: Readonly<Record<string, () => Reply | Promise<Reply>>> = {
      "GET /2/users/me": () => ({ status: 200, headers: access, json: { data: user } }),
      "POST /2/media/upload": () => uploadImage(request),
      "POST /2/media/upload/initialize": () => initialize(request),
      "POST /2/media/upload/{id}/append": () => append(owned(id), request),
      "POST /2/media/upload/{id}/finalize": () => finalize(owned(id), request),
      "GET /2/media/upload": () => {
        const item = owned(request.query.get("media_id") ?? undefined);
        return { status: 200, json: { data: { ...described(item), ...progress(item) } } };
      },
      "POST /2/media/metadata": () => describe(request),
      "POST /2/tweets": () => create(request),
      "DELETE /2/tweets/{id}": () => remove(path.split("/").at(-1)),
      "GET /2/users/{id}/tweets": () => timeline(request),
      "GET /2/tweets": () => figures(request),
    };
    const reply = replies[`${method} ${template}`];
    if (!reply) throw new NotInTheDocuments("X has no such call.");
    return { path: template, reply };
  }

  const peer = await startPeer(async (request, origin) => {
    refuseOtherHeaders(request, ["authorization"]);
    const { path, reply } = answerOf(request);
    const isRead = request.method === "GET" && path.endsWith("/tweets");
    const bearer = `Bearer ${xKeys.bearer_token}`;
    const isBearer = request.headers.authorization === bearer;
    if (isBearer && !isRead) return unsupported;
    if (!isBearer && !isSigned(request, origin, xKeys)) {
      return problem(401, "Unauthorized", "Unauthorized");
    }
    const sent = await reply();
    await checkedByOpenapi(request, path, sent);
    return sent;
  });

  return {
    ...peer,
    get calls() {
      return peer.calls;
    },
    tweets,
    media,
    processing,
    creatingCalls: () => creatingCalls,
  };
}

const access = { "x-access-level": "read-write" };
const user = { id: "2244994945", name: "Zima", username: "zima_rs" };
const invalidRequest = "https://api.x.com/2/problems/invalid-request";

const unsupported = problem(
  403,
  "Unsupported Authentication",
  "Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.",
  "https://api.twitter.com/2/problems/unsupported-authentication",
);

/** X shortens every link, appends one for the media, and escapes three characters of HTML. */
function listed({ id, text, media, at }: Tweet) {
  const urls: object[] = [];
  const shorten = (expanded_url: string, media_key?: string) => {
    const url = `https://t.co/${id.slice(-4)}${urls.length}`;
    urls.push({ start: 0, end: 23, url, expanded_url, ...(media_key && { media_key }) });
    return url;
  };
  const words = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/(?:https?:\/\/|\bzima\.rs)\S*[^\s.,!]/g, (link) => {
      const url = link.replaceAll("&amp;", "&");
      return shorten(url.startsWith("http") ? url : `http://${url}`);
    });
  const photo = `https://x.com/zima_rs/status/${id}/photo/1`;
  const shown = media.length > 0 ? `${words} ${shorten(photo, `3_${media[0]}`)}` : words;
  return { id, text: shown, created_at: at.toISOString(), entities: { urls } };
}

function measured({ id, text, media }: Tweet) {
  return {
    ...{ id, text },
    ...(media.length > 0 && { attachments: { media_keys: media.map((key) => `3_${key}`) } }),
    public_metrics: {
      ...{ repost_count: 5, reply_count: 3, like_count: 40, quote_count: 2 },
      ...{ bookmark_count: 9, impression_count: 1200 },
    },
  };
}

const measuredMedia = ({ id, category }: Media) => ({
  media_key: `3_${id}`,
  type: category === "tweet_video" ? "video" : "photo",
  ...(category === "tweet_video" && { public_metrics: { view_count: 700 } }),
});

const notFound = (id: string) => ({
  ...{ value: id, resource_id: id, parameter: "ids", resource_type: "tweet" },
  ...{ title: "Not Found Error", detail: `Could not find tweet with ids: [${id}].` },
  type: "https://api.x.com/2/problems/resource-not-found",
});
