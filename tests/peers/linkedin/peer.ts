import { z } from "zod";
import {
  NotInTheDocuments,
  type Received,
  type Reply,
  refuseOtherHeaders,
  refuseOtherQuery,
  startPeer,
} from "../support/peer";
import { readLittleText } from "./little-text";

export const linkedinToken = "canary-linkedin-token";
export const organization = "urn:li:organization:5515715";
export const member = "urn:li:person:aB3_d-9";

/** When versions end; LinkedIn keeps each for about a year and then answers 426. */
const versions: Readonly<Record<string, string>> = {
  "202601": "2027-01-15",
  "202602": "2027-02-15",
  "202603": "2027-03-16",
  "202607": "2027-07-15",
};

type Upload = {
  readonly urn: string;
  readonly owner: string;
  readonly parts: { readonly first: number; readonly last: number; readonly etag: string }[];
  readonly size: number;
  readonly received: Map<string, Buffer>;
  isComplete: boolean;
  /** How often its state is still asked before it is ready. */
  polls: number;
};

/** The bodies that may be sent, and nothing else. A request of another form is refused. */
const imageSchema = z.strictObject({
  initializeUploadRequest: z.strictObject({ owner: z.string() }),
});
const videoSchema = z.strictObject({
  initializeUploadRequest: z.strictObject({
    owner: z.string(),
    fileSizeBytes: z.int(),
    // Captions and thumbnails are not sent.
    uploadCaptions: z.literal(false),
    uploadThumbnail: z.literal(false),
  }),
});
const finalSchema = z.strictObject({
  finalizeUploadRequest: z.strictObject({
    video: z.string(),
    uploadToken: z.literal("canary-upload-token"),
    uploadedPartIds: z.array(z.string()),
  }),
});
/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/articles-api */
const articleSchema = z.strictObject({
  source: z.url({ protocol: /^https?$/ }),
  title: z.string().min(1).max(400),
  description: z.string().min(1).optional(),
  thumbnail: z.string().optional(),
});
const mediaSchema = z.strictObject({ id: z.string(), altText: z.string().optional() });
const postSchema = z.strictObject({
  author: z.string(),
  commentary: z.string(),
  visibility: z.literal("PUBLIC"),
  distribution: z.strictObject({
    feedDistribution: z.literal("MAIN_FEED"),
    targetEntities: z.tuple([]),
    thirdPartyDistributionChannels: z.tuple([]),
  }),
  lifecycleState: z.literal("PUBLISHED"),
  isReshareDisabledByAuthor: z.literal(false),
  // Of one kind.
  content: z
    .union([z.strictObject({ media: mediaSchema }), z.strictObject({ article: articleSchema })])
    .optional(),
});

type Post = {
  readonly urn: string;
  readonly author: string;
  readonly commentary: string;
  /** As readers see it. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly media?: z.infer<typeof mediaSchema>;
  readonly article?: z.infer<typeof articleSchema>;
  readonly at: Date;
};

/** https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling */
export const failure = (
  status: number,
  code: string,
  message: string,
  serviceErrorCode?: number,
): Reply => ({
  status,
  json: { status, code, message, ...(serviceErrorCode !== undefined && { serviceErrorCode }) },
});

/**
 * A strict stand-in for LinkedIn's versioned API, written from its documents. Nothing of it was ever
 * compared with LinkedIn itself.
 */
export async function startLinkedIn(clock: { readonly now: () => Date }) {
  const uploads = new Map<string, Upload>();
  const posts: Post[] = [];
  let creatingCalls = 0;
  let lastId = 7_400_000_000_000_000_000n;
  /** How often media are still being processed; their last word may be 'PROCESSING_FAILED'. */
  const processing = { polls: 0, end: "AVAILABLE" };
  /**
   * The rights of the token to read: members cannot give the right to read their images and posts. `profile`:
   * it has the scopes `openid` and `profile`.
   */
  const rights = { organization: true, memberFigures: true, profile: false };
  /** LinkedIn names the addresses of uploads; a test may name another one. */
  const named: { uploadOrigin: string | undefined } = { uploadOrigin: undefined };

  const begin = (kind: "image" | "video", owner: string, size: number): Upload => {
    const urn = `urn:li:${kind}:C5F${++lastId}`;
    const parts = Array.from({ length: Math.ceil(size / 4_194_304) }, (_, index) => ({
      first: index * 4_194_304,
      last: Math.min((index + 1) * 4_194_304, size) - 1,
      etag: `"etag-${lastId}-${index}"`,
    }));
    const { polls } = processing;
    const made = { urn, owner, parts, size, received: new Map(), isComplete: false, polls };
    uploads.set(urn, made);
    return made;
  };

  function initializeImage(request: Received, origin: string): Reply {
    refuseOtherQuery(request, ["action"]);
    const { owner } = imageSchema.parse(request.json()).initializeUploadRequest;
    if (owner !== organization && owner !== member) {
      return failure(403, "ACCESS_DENIED", `Not enough permissions to act for ${owner}`, 100);
    }
    const { urn } = begin("image", owner, 0);
    const uploadUrl = `${named.uploadOrigin ?? origin}/dms-uploads/${encodeURIComponent(urn)}`;
    const uploadUrlExpiresAt = clock.now().getTime() + 3_600_000;
    return { status: 200, json: { value: { uploadUrlExpiresAt, uploadUrl, image: urn } } };
  }

  function startVideo(request: Received, origin: string): Reply {
    refuseOtherQuery(request, ["action"]);
    const { owner, fileSizeBytes } = videoSchema.parse(request.json()).initializeUploadRequest;
    const { urn, parts } = begin("video", owner, fileSizeBytes);
    const uploadInstructions = parts.map(({ first, last }, index) => ({
      uploadUrl: `${named.uploadOrigin ?? origin}/dms-uploads/${encodeURIComponent(urn)}/${index}`,
      firstByte: first,
      lastByte: last,
    }));
    const value = { video: urn, uploadToken: "canary-upload-token", uploadInstructions };
    return { status: 200, json: { value: { ...value, uploadUrlsExpireAt: 1_795_000_000_000 } } };
  }

  function receive({ path, body, headers }: Received): Reply {
    const [, , name = "", index] = path.split("/");
    const item = uploads.get(decodeURIComponent(name));
    if (!item) throw new NotInTheDocuments("an address of an upload that was not given");
    if (index === undefined) {
      // The documents show the token for images only.
      if (headers.authorization !== `Bearer ${linkedinToken}`) return { status: 401 };
      item.received.set("", body);
      item.isComplete = true;
      return { status: 201 };
    }
    if (headers.authorization) throw new NotInTheDocuments("a token for a part of a video");
    const part = item.parts[Number(index)];
    if (!part || body.length !== part.last - part.first + 1) {
      throw new NotInTheDocuments(`part ${index} has ${body.length} bytes`);
    }
    item.received.set(part.etag, body);
    return { status: 200, headers: { etag: part.etag } };
  }

  function finalize(request: Received): Reply {
    refuseOtherQuery(request, ["action"]);
    const asked = finalSchema.parse(request.json()).finalizeUploadRequest;
    const item = uploads.get(asked.video);
    if (!item) throw new NotInTheDocuments("video and token belong together");
    const ids = item.parts.map(({ etag }) => etag);
    if (JSON.stringify(asked.uploadedPartIds) !== JSON.stringify(ids)) {
      return failure(400, "INVALID_PARAMETER", "The uploaded part ids do not fit.");
    }
    item.isComplete = item.received.size === ids.length;
    return { status: 200 };
  }

  function stateOf(request: Received, kind: "image" | "video"): Reply {
    const urn = decodeURIComponent(request.path.split("/")[3] ?? "");
    const item = uploads.get(urn);
    if (!item || request.query.size > 0) throw new NotInTheDocuments(`no ${urn}`);
    if (item.owner === member && kind === "image") {
      return failure(403, "ACCESS_DENIED", "Not enough permissions to access: GET /images", 100);
    }
    const isReady = item.isComplete && item.polls <= 0;
    item.polls -= 1;
    const status = isReady ? processing.end : item.isComplete ? "PROCESSING" : "WAITING_UPLOAD";
    return { status: 200, json: { id: urn, owner: item.owner, status } };
  }

  function create(request: Received): Reply {
    creatingCalls += 1;
    const { author, commentary, content } = postSchema.parse(request.json());
    const { text, tags } = readLittleText(commentary);
    const { media, article } = { media: undefined, article: undefined, ...content };
    for (const urn of [media?.id, article?.thumbnail]) {
      if (urn !== undefined) refuseUnready(urn, author);
    }
    const twin = posts.find((post) => post.author === author && post.text === text);
    if (twin) return failure(422, "DUPLICATE_POST", `Content is a duplicate of ${twin.urn}`);
    const kind = media?.id.startsWith("urn:li:video:") ? "ugcPost" : "share";
    const urn = `urn:li:${kind}:${++lastId}`;
    const at = clock.now();
    const shown = { ...(media && { media }), ...(article && { article }) };
    posts.push({ urn, author, commentary, text, tags, ...shown, at });
    return { status: 201, headers: { "x-restli-id": urn } };
  }

  /** Media must be an upload of the author that is ready. */
  function refuseUnready(urn: string, author: string) {
    const item = uploads.get(urn);
    if (!item?.isComplete || item.owner !== author || item.polls > 0) {
      throw new NotInTheDocuments("media that are not ready");
    }
  }

  function list(request: Received): Reply {
    refuseOtherQuery(request, ["q", "author", "count", "sortBy"]);
    const { query } = request;
    if (query.get("q") !== "author" || query.get("sortBy") !== "CREATED") {
      throw new NotInTheDocuments(request.rawQuery);
    }
    const author = query.get("author");
    if (author === member || !rights.organization) {
      return failure(403, "ACCESS_DENIED", "Not enough permissions to access: FINDER /posts", 100);
    }
    const count = Number(query.get("count"));
    const found = posts.filter((post) => post.author === author).reverse();
    const elements = found.slice(0, count).map((post) => ({
      ...{ id: post.urn, author, lifecycleState: "PUBLISHED", visibility: "PUBLIC" },
      ...{ createdAt: post.at.getTime(), publishedAt: post.at.getTime() },
      // LinkedIn returns hashtags as templates.
      commentary: post.commentary.replace(
        /(?<!\\)#([\p{L}\p{M}\p{N}]+)/gu,
        (_, tag) => `{hashtag|\\#|${tag}}`,
      ),
    }));
    return { status: 200, json: { paging: { start: 0, count, links: [] }, elements } };
  }

  /** Deletions are idempotent. */
  function remove({ path, rawQuery, body, headers }: Received): Reply {
    if (rawQuery || body.length > 0 || headers["x-restli-method"] !== "DELETE") {
      throw new NotInTheDocuments("a deletion");
    }
    const urn = decodeURIComponent(path.split("/")[3] ?? "");
    const index = posts.findIndex((post) => post.urn === urn);
    if (index >= 0) posts.splice(index, 1);
    return { status: 204 };
  }

  function shareStatistics(request: Received): Reply {
    const [, kind = "", list = ""] =
      /^q=organizationalEntity&organizationalEntity=urn%3Ali%3Aorganization%3A5515715&(shares|ugcPosts)=List\(([\w%,]+)\)$/.exec(
        request.rawQuery,
      ) ?? [];
    if (!kind) throw new NotInTheDocuments(request.rawQuery);
    if (!rights.organization) return failure(403, "ACCESS_DENIED", "Not enough permissions", 100);
    const field = kind === "shares" ? "share" : "ugcPost";
    const asked = list.split(",").map(decodeURIComponent);
    if (asked.some((urn) => !urn.startsWith(`urn:li:${field}:`))) {
      return failure(400, "INVALID_URN_TYPE", "A URN of another kind.");
    }
    // Posts without any activity are left out.
    const elements = posts
      .filter(({ urn, text }) => asked.includes(urn) && text !== "Niko nije video.")
      .map(({ urn }) => ({
        organizationalEntity: organization,
        [field]: urn,
        totalShareStatistics: {
          ...{ impressionCount: 900, uniqueImpressionsCount: 700, clickCount: 30 },
          ...{ likeCount: 25, commentCount: 4, shareCount: 6, engagement: 0.07 },
        },
      }));
    return { status: 200, json: { paging: { start: 0, count: 10, links: [] }, elements } };
  }

  function memberAnalytics(request: Received): Reply {
    const [, kind, urn = "", type = ""] =
      /^q=entity&entity=\((share|ugc):([\w%]+)\)&queryType=(IMPRESSION|REACTION|COMMENT|RESHARE)&aggregation=TOTAL$/.exec(
        request.rawQuery,
      ) ?? [];
    const expected = kind === "share" ? "urn:li:share:" : "urn:li:ugcPost:";
    if (!kind || !decodeURIComponent(urn).startsWith(expected)) {
      throw new NotInTheDocuments(request.rawQuery);
    }
    if (!rights.memberFigures) return failure(403, "ACCESS_DENIED", "Not enough permissions", 100);
    const count = { IMPRESSION: 320, REACTION: 12, COMMENT: 3, RESHARE: 2 }[type];
    return { status: 200, json: { elements: [{ count, metricType: type }] } };
  }

  /** https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
  function userInfo(): Reply {
    if (!rights.profile) return failure(403, "ACCESS_DENIED", "Not enough permissions", 100);
    const [id] = member.split(":").slice(-1);
    return { status: 200, json: { sub: id, name: "Ana Zimić", locale: "sr-RS" } };
  }

  const peer = await startPeer((request, origin) => {
    const { method, path, headers, query } = request;
    const call = `${method} ${path.replace(/\/urn%3Ali%3A.+$/, "/{urn}")}`;
    if (path.startsWith("/dms-uploads/")) {
      refuseOtherHeaders(request, ["authorization"]);
      if (method !== "PUT") throw new NotInTheDocuments("uploads are PUT");
      return receive(request);
    }
    refuseOtherHeaders(request, [
      ...["authorization", "linkedin-version", "x-restli-protocol-version"],
      ...(method === "DELETE" ? ["x-restli-method"] : []),
    ]);
    if (headers["x-restli-protocol-version"] !== "2.0.0") throw new NotInTheDocuments("protocol");
    const sunset = versions[headers["linkedin-version"] ?? ""];
    if (!sunset || clock.now() >= new Date(sunset)) {
      const words = `Requested version ${headers["linkedin-version"]} is not active`;
      return failure(426, "NONEXISTENT_VERSION", words);
    }
    if (headers.authorization !== `Bearer ${linkedinToken}`) {
      return failure(401, "INVALID_ACCESS_TOKEN", "Invalid access token", 65600);
    }
    const action = query.get("action");
    const replies: Readonly<Record<string, () => Reply>> = {
      "POST /rest/posts": () => create(request),
      "GET /rest/posts": () => list(request),
      "DELETE /rest/posts/{urn}": () => remove(request),
      "POST /rest/images initializeUpload": () => initializeImage(request, origin),
      "POST /rest/videos initializeUpload": () => startVideo(request, origin),
      "POST /rest/videos finalizeUpload": () => finalize(request),
      "GET /rest/images/{urn}": () => stateOf(request, "image"),
      "GET /rest/videos/{urn}": () => stateOf(request, "video"),
      "GET /rest/organizationalEntityShareStatistics": () => shareStatistics(request),
      "GET /rest/memberCreatorPostAnalytics": () => memberAnalytics(request),
      "GET /v2/userinfo": userInfo,
    };
    const reply = replies[action ? `${call} ${action}` : call];
    if (!reply) throw new NotInTheDocuments("LinkedIn has no such call.");
    return reply();
  });

  return {
    ...peer,
    get calls() {
      return peer.calls;
    },
    addresses: { api: peer.origin, uploadHosts: ["127.0.0.1"] },
    ...{ posts, uploads, processing, rights, named },
    creatingCalls: () => creatingCalls,
  };
}
