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

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/articles-api */
type Article = {
  readonly source: string;
  readonly title: string;
  readonly description?: string;
  readonly thumbnail?: string;
};

type Post = {
  readonly urn: string;
  readonly author: string;
  readonly commentary: string;
  /** As readers see it. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly media?: { readonly id: string; readonly altText?: string };
  readonly article?: Article;
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
    const asked = only(request.json(), "initializeUploadRequest");
    const { owner } = only(asked.initializeUploadRequest, "owner");
    if (owner !== organization && owner !== member) {
      return failure(403, "ACCESS_DENIED", `Not enough permissions to act for ${owner}`, 100);
    }
    const { urn } = begin("image", String(owner), 0);
    const uploadUrl = `${named.uploadOrigin ?? origin}/dms-uploads/${encodeURIComponent(urn)}`;
    return {
      status: 200,
      json: {
        value: { uploadUrlExpiresAt: clock.now().getTime() + 3_600_000, uploadUrl, image: urn },
      },
    };
  }

  function startVideo(request: Received, origin: string): Reply {
    refuseOtherQuery(request, ["action"]);
    const names = ["owner", "fileSizeBytes", "uploadCaptions", "uploadThumbnail"];
    const { initializeUploadRequest } = only(request.json(), "initializeUploadRequest");
    const asked = only(initializeUploadRequest, ...names);
    if (asked.uploadCaptions !== false || asked.uploadThumbnail !== false) {
      throw new NotInTheDocuments("captions and thumbnails are not sent");
    }
    const { urn, parts } = begin("video", String(asked.owner), Number(asked.fileSizeBytes));
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
    const names = ["video", "uploadToken", "uploadedPartIds"];
    const { finalizeUploadRequest } = only(request.json(), "finalizeUploadRequest");
    const asked = only(finalizeUploadRequest, ...names);
    const item = uploads.get(String(asked.video));
    if (!item || asked.uploadToken !== "canary-upload-token") {
      throw new NotInTheDocuments("video and token belong together");
    }
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
    const names = [
      ...["author", "commentary", "visibility", "distribution", "lifecycleState"],
      ...["isReshareDisabledByAuthor", "content?"],
    ];
    const body = only(request.json(), ...names);
    const distribution = JSON.stringify(body.distribution);
    if (
      body.visibility !== "PUBLIC" ||
      body.lifecycleState !== "PUBLISHED" ||
      body.isReshareDisabledByAuthor !== false ||
      distribution !==
        '{"feedDistribution":"MAIN_FEED","targetEntities":[],"thirdPartyDistributionChannels":[]}'
    ) {
      throw new NotInTheDocuments("a field of the post");
    }
    const author = String(body.author);
    const commentary = String(body.commentary);
    const { text, tags } = readLittleText(commentary);
    const content = body.content === undefined ? {} : only(body.content, "media?", "article?");
    if (body.content !== undefined && Object.keys(content).length !== 1) {
      throw new NotInTheDocuments("content is of one kind");
    }
    const media = content.media === undefined ? undefined : mediaOf(content.media, author);
    const article = content.article === undefined ? undefined : articleOf(content.article, author);
    const twin = posts.find((post) => post.author === author && post.text === text);
    if (twin) return failure(422, "DUPLICATE_POST", `Content is a duplicate of ${twin.urn}`);
    const kind = media?.id.startsWith("urn:li:video:") ? "ugcPost" : "share";
    const urn = `urn:li:${kind}:${++lastId}`;
    const at = clock.now();
    const shown = { ...(media && { media }), ...(article && { article }) };
    posts.push({ urn, author, commentary, text, tags, ...shown, at });
    return { status: 201, headers: { "x-restli-id": urn } };
  }

  /** The URN of an upload of the author that is ready. */
  function readyUrn(urn: unknown, author: string): string {
    const item = uploads.get(String(urn));
    if (!item?.isComplete || item.owner !== author || item.polls > 0) {
      throw new NotInTheDocuments("media that are not ready");
    }
    return item.urn;
  }

  function mediaOf(media: unknown, author: string) {
    const { id, altText } = only(media, "id", "altText?");
    return { id: readyUrn(id, author), ...(altText !== undefined && { altText: String(altText) }) };
  }

  function articleOf(given: unknown, author: string): Article {
    const article = only(given, "source", "title", "description?", "thumbnail?");
    const { source, title, description, thumbnail } = article;
    if (typeof source !== "string" || !/^https?:/.test(source) || !URL.canParse(source)) {
      throw new NotInTheDocuments("the source of an article");
    }
    if (typeof title !== "string" || title === "" || title.length > 400) {
      throw new NotInTheDocuments("the title of an article");
    }
    if (description !== undefined && (typeof description !== "string" || description === "")) {
      throw new NotInTheDocuments("the description of an article");
    }
    return {
      ...{ source, title },
      ...(description !== undefined && { description }),
      ...(thumbnail !== undefined && { thumbnail: readyUrn(thumbnail, author) }),
    };
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
    ...{ posts, uploads, processing, rights, named },
    creatingCalls: () => creatingCalls,
  };
}

/** An object with exactly these fields; a name with '?' may be missing. */
function only(value: unknown, ...names: string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new NotInTheDocuments("no object");
  const fields = Object.keys(value);
  const known = names.map((name) => name.replace("?", ""));
  const other = fields.filter((field) => !known.includes(field));
  const missing = names.filter((name) => !name.endsWith("?") && !fields.includes(name));
  if (other.length + missing.length > 0) {
    throw new NotInTheDocuments(`fields: other ${other}, missing ${missing}`);
  }
  return { ...value };
}
