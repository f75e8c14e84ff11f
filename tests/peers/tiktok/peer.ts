import {
  NotInTheDocuments,
  type Received,
  type Reply,
  refuseOtherHeaders,
  refuseOtherQuery,
  startPeer,
} from "../support/peer";
import { createConsent } from "./consent";
import { exactly } from "./exactly";

export { callback, refreshToken, tiktokApp } from "./consent";

export type Share = {
  readonly id: string;
  readonly kind: "direct video" | "draft video" | "direct photo" | "draft photo";
  readonly info: Readonly<Record<string, unknown>>;
  readonly size: number;
  readonly chunk: number;
  readonly total: number;
  readonly bytes: Uint8Array[];
  status: string;
  failReason?: string;
  /** Known only after moderation. */
  postId?: string;
};

export const failure = (status: number, code: string, message: string): Reply => ({
  status,
  json: { data: {}, error: { code, message, log_id: "202611270001" } },
});
const ok = (data: object): Reply => ({
  status: 200,
  json: { data, error: { code: "ok", message: "", log_id: "202611270001" } },
});

const megabyte = 1_000_000;

/** A strict stand-in for TikTok's Content Posting API, written from its documents. */
export async function startTikTok() {
  const shares: Share[] = [];
  const { tokens, consent, token, authorize } = createConsent();
  const creator: Record<string, unknown> = {
    ...{ creator_username: "zima.rs", creator_nickname: "Zima" },
    privacy_level_options: ["PUBLIC_TO_EVERYONE", "MUTUAL_FOLLOW_FRIENDS", "SELF_ONLY"],
    ...{ comment_disabled: false, duet_disabled: false, stitch_disabled: true },
    max_video_post_duration_sec: 300,
  };
  /** If on, a post that has arrived is complete after this number of questions, and then has its id. */
  const processing = { isOn: false, reads: 0 };
  let last = 0;

  const share = (more: Pick<Share, "kind" | "info"> & Partial<Share>) => {
    last += 1;
    const letter = more.kind.endsWith("video") ? "v" : "p";
    const id = `${letter}_pub_file~v2-1.${last}`;
    const made = { size: 0, chunk: 0, total: 0, bytes: [], status: "PROCESSING_DOWNLOAD" };
    shares.push({ id, ...made, ...more });
    return id;
  };

  function video(request: Received, origin: string, isDirect: boolean): Reply {
    const body = objectOf(request);
    exactly(body, isDirect ? ["post_info", "source_info"] : ["source_info"]);
    const info = isDirect ? (body.post_info as Record<string, unknown>) : {};
    if (isDirect) checkInfo(info, creator);
    const source = body.source_info as Record<string, unknown>;
    exactly(source, ["source", "video_size", "chunk_size", "total_chunk_count"]);
    const [size, chunk, total] = ["video_size", "chunk_size", "total_chunk_count"].map((name) =>
      Number(source[name]),
    ) as [number, number, number];
    if (source.source !== "FILE_UPLOAD") throw new NotInTheDocuments(`source ${source.source}`);
    const isWhole = total === 1 && chunk === size && size <= 64 * megabyte;
    const isParted =
      chunk >= 5 * megabyte && chunk <= 64 * megabyte && total === Math.floor(size / chunk);
    if (!isWhole && !(isParted && size - chunk * (total - 1) <= 128 * megabyte)) {
      return failure(400, "invalid_params", "The chunk size is invalid.");
    }
    const kind = isDirect ? "direct video" : "draft video";
    const id = share({ kind, info, size, chunk, total, status: "PROCESSING_UPLOAD" });
    const upload_url = `${origin}/upload/${encodeURIComponent(id)}?upload_token=canary-upload`;
    return ok({ publish_id: id, upload_url });
  }

  function photo(request: Received): Reply {
    const body = objectOf(request);
    exactly(body, ["post_info", "source_info", "post_mode", "media_type"]);
    const info = body.post_info as Record<string, unknown>;
    const source = body.source_info as Record<string, unknown>;
    exactly(source, ["source", "photo_cover_index", "photo_images"]);
    const isDirect = body.post_mode === "DIRECT_POST";
    if (!isDirect && body.post_mode !== "MEDIA_UPLOAD") throw new NotInTheDocuments("post_mode");
    if (body.media_type !== "PHOTO" || source.source !== "PULL_FROM_URL") {
      throw new NotInTheDocuments("photos are fetched by TikTok");
    }
    if (String(info.title ?? "").length > 90 || String(info.description).length > 4000) {
      return failure(400, "invalid_params", "The title is too long.");
    }
    if (isDirect) checkInfo({ ...info, title: info.description }, creator);
    else exactly(info, ["title", "description"], true);
    const id = share({
      kind: isDirect ? "direct photo" : "draft photo",
      info: { ...info, ...source },
    });
    return ok({ publish_id: id });
  }

  function put(request: Received): Reply {
    const id = decodeURIComponent(request.path.replace("/upload/", ""));
    const found = shares.find((one) => one.id === id);
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers["content-range"] ?? "");
    if (!found || !range || request.query.get("upload_token") !== "canary-upload") {
      throw new NotInTheDocuments("an upload");
    }
    if (request.headers.authorization !== undefined) throw new NotInTheDocuments("a token");
    if (request.headers["content-type"] !== "video/mp4") throw new NotInTheDocuments("its type");
    const [from, to, all] = range.slice(1).map(Number) as [number, number, number];
    const index = found.bytes.length;
    const isLast = index === found.total - 1;
    const end = isLast ? found.size : (index + 1) * found.chunk;
    const isRight = from === index * found.chunk && to === end - 1 && all === found.size;
    if (!isRight || request.body.length !== to - from + 1) {
      return { status: 416, text: "Requested Range Not Satisfiable" };
    }
    found.bytes.push(new Uint8Array(request.body));
    if (!isLast) return { status: 206, text: "" };
    found.status = found.kind === "draft video" ? "SEND_TO_USER_INBOX" : "PROCESSING_UPLOAD";
    return { status: 201, text: "" };
  }

  function process(found: Share) {
    if (!processing.isOn || found.bytes.length < found.total) return;
    if (processing.reads > 0) processing.reads -= 1;
    else {
      found.status = "PUBLISH_COMPLETE";
      found.postId ??= `75${String(shares.indexOf(found)).padStart(17, "0")}`;
    }
  }

  function status(request: Received): Reply {
    const body = objectOf(request);
    exactly(body, ["publish_id"]);
    const found = shares.find(({ id }) => id === body.publish_id);
    if (!found) return failure(400, "invalid_publish_id", "The publish_id does not exist.");
    process(found);
    const { postId, failReason } = found;
    const { json } = ok({
      status: found.status,
      ...(failReason && { fail_reason: failReason }),
      ...(postId && { publicaly_available_post_id: ["id"] }),
      uploaded_bytes: found.bytes.reduce((sum, { length }) => sum + length, 0),
    });
    // A number of 19 digits, which JSON.stringify cannot write.
    return { status: 200, text: JSON.stringify(json).replace('"id"', postId ?? "") };
  }

  function figures(request: Received): Reply {
    refuseOtherQuery(request, ["fields"]);
    const wanted = "id,view_count,like_count,comment_count,share_count";
    if (request.query.get("fields") !== wanted) throw new NotInTheDocuments("fields");
    const body = objectOf(request);
    const { video_ids = [] } = body.filters as { video_ids?: string[] };
    if (video_ids.length > 20) return failure(400, "invalid_params", "At most 20 ids.");
    const known = shares.map(({ postId }) => postId);
    const videos = video_ids
      .filter((id) => known.includes(id))
      .map((id) => ({ id, view_count: 900, like_count: 40, comment_count: 3, share_count: 7 }));
    return ok({ videos, has_more: false });
  }

  function user(request: Received): Reply {
    refuseOtherQuery(request, ["fields"]);
    if (request.query.get("fields") !== "open_id,display_name")
      throw new NotInTheDocuments("fields");
    return ok({ user: { open_id: consent.openId, display_name: consent.name } });
  }

  const peer = await startPeer((request, origin) => {
    const call = `${request.method} ${request.path}`;
    refuseOtherHeaders(request, ["authorization", "content-range"]);
    if (call === "GET /v2/auth/authorize/") return authorize(request);
    if (call === "POST /v2/oauth/token/") return token(request);
    if (request.method === "PUT" && request.path.startsWith("/upload/")) return put(request);
    const access = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (!tokens.access.has(access)) {
      return failure(401, "access_token_invalid", "The access token is invalid or not found.");
    }
    const publish = "POST /v2/post/publish";
    if (call === `${publish}/creator_info/query/`) {
      exactly(objectOf(request), []);
      return ok(creator);
    }
    if (call === `${publish}/video/init/`) return video(request, origin, true);
    if (call === `${publish}/inbox/video/init/`) return video(request, origin, false);
    if (call === `${publish}/content/init/`) return photo(request);
    if (call === `${publish}/status/fetch/`) return status(request);
    if (call === "POST /v2/video/query/") return figures(request);
    if (call === "GET /v2/user/info/") return user(request);
    throw new NotInTheDocuments("TikTok has no such call.");
  });

  return {
    ...peer,
    get calls() {
      return peer.calls;
    },
    addresses: { www: peer.origin, api: peer.origin, uploadHosts: ["127.0.0.1"] },
    ...{ shares, tokens, creator, consent, processing },
  };
}

function checkInfo(info: Readonly<Record<string, unknown>>, creator: Record<string, unknown>) {
  exactly(
    info,
    [
      ...["title", "privacy_level", "disable_comment", "disable_duet", "disable_stitch"],
      ...["is_aigc", "description", "auto_add_music"],
    ],
    true,
  );
  const options = creator.privacy_level_options as string[];
  if (!options.includes(String(info.privacy_level))) {
    throw new NotInTheDocuments("a privacy level that the creator does not have");
  }
  if (String(info.title).length > 4000) throw new NotInTheDocuments("title");
}

function objectOf(request: Received): Record<string, unknown> {
  if (request.headers["content-type"]?.split(";")[0] !== "application/json") {
    throw new NotInTheDocuments("not JSON");
  }
  return request.json() as Record<string, unknown>;
}
