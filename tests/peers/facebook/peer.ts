import sharp from "sharp";
import type { Clock } from "../../../server/ports/clock";
import { refuseOtherVideo } from "../meta/files";
import {
  bearerOf,
  expiredToken,
  fieldsOf,
  formOf,
  graphError,
  insightsOf,
  metaTime,
  noSuchObject,
  refuseOtherFields,
  unknownToken,
} from "../meta/graph";
import {
  NotInTheDocuments,
  type Received,
  type Reply,
  refuseOtherHeaders,
  startPeer,
} from "../support/peer";

/** The page that this Facebook knows, and a person who manages it. */
export const zima = {
  id: "1000000000000001",
  name: "Zima Shop",
  token: "EAAGcanaryPage",
  userToken: "EAAGcanaryUser",
};

export const facebookErrors = {
  asPage: graphError({
    status: 403,
    message: "(#200) Unpublished posts must be posted to a page as the page itself.",
    code: 200,
  }),
  duplicate: graphError({
    message: "(#506) Duplicate status message",
    code: 506,
    error_subcode: 1_455_006,
    error_user_msg: "Looks like you already posted that.",
  }),
  impersonating: graphError({
    message:
      "Any of the pages_read_engagement, pages_manage_metadata or pages_messaging permission(s) must be granted before impersonating a user's page.",
    code: 190,
  }),
  policy: graphError({
    message: "The action attempted has been deemed abusive or is otherwise disallowed",
    code: 368,
    error_user_msg: "We limit how often you can post.",
  }),
};

type Post = {
  readonly id: string;
  readonly message: string;
  readonly at: Date;
  readonly photo: string | undefined;
};

type Video = {
  readonly id: string;
  readonly session: string;
  readonly size: number;
  readonly chunks: Buffer[];
  description: string | undefined;
  /** How often it is still read before it has been processed. */
  reads: number;
};

const metrics = ["post_media_view", "post_total_media_view_unique"];
const postFields = "reactions.summary(true).limit(0),comments.summary(true).limit(0),shares";
const chunkSize = 20;

/** A strict stand-in for the Graph API of pages, from Meta's documents. */
export async function startFacebook(clock: Clock) {
  const posts: Post[] = [];
  const photos = new Map<string, { readonly format: string; readonly alt: string | undefined }>();
  const videos: Video[] = [];
  const figures = new Map<string, Readonly<Record<string, unknown>>>();
  const processing: { reads: number; end: "ready" | "error" } = { reads: 0, end: "ready" };
  const tokens = new Set([zima.token]);
  const expired = new Set<string>();
  /** How often the list of posts does not yet have the newest ones. */
  const lag = { reads: 0 };
  let creatingCalls = 0;

  function add(message: string, photo?: string): Post {
    const id = `${zima.id}_12200000000${posts.length + 1}`;
    const post = { id, message, at: clock.now(), photo };
    posts.unshift(post);
    return post;
  }

  function feed(request: Received): Reply {
    creatingCalls += 1;
    const form = formOf(request, [], ["message", "attached_media[0]"]);
    const attached = form["attached_media[0]"];
    const photo =
      attached === undefined ? undefined : (JSON.parse(attached) as { media_fbid: string });
    if (photo && !photos.has(photo.media_fbid)) return noSuchObject(photo.media_fbid);
    if (!photo && !form.message) throw new NotInTheDocuments("a post needs something");
    if (form.message && posts[0]?.message === form.message) return facebookErrors.duplicate;
    return { status: 200, json: { id: add(form.message ?? "", photo?.media_fbid).id } };
  }

  async function addPhoto(request: Received): Promise<Reply> {
    const parts = Object.fromEntries(await request.parts());
    const { source, published, alt_text_custom, ...other } = parts;
    if (!(source instanceof File) || published !== "false" || Object.keys(other).length > 0) {
      throw new NotInTheDocuments(`photo: ${Object.keys(parts)}`);
    }
    const bytes = Buffer.from(await source.arrayBuffer());
    const { format } = await sharp(bytes).metadata();
    if (source.type !== `image/${format}` || bytes.length > 4_000_000) {
      return graphError({ message: "Invalid image", code: 324, error_subcode: 1_366_046 });
    }
    const id = `3000000000${photos.size + 1}`;
    const alt = alt_text_custom === undefined ? undefined : String(alt_text_custom);
    photos.set(id, { format, alt });
    return { status: 200, json: { id } };
  }

  async function upload(request: Received): Promise<Reply> {
    const phase = request.headers["content-type"]?.startsWith("multipart/")
      ? "transfer"
      : new URLSearchParams(request.body.toString()).get("upload_phase");
    if (phase === "start") return start(formOf(request, ["upload_phase", "file_size"]));
    if (phase === "transfer") return transfer(Object.fromEntries(await request.parts()));
    if (phase === "finish") {
      return finish(formOf(request, ["upload_phase", "upload_session_id"], ["description"]));
    }
    throw new NotInTheDocuments(`upload_phase ${phase}`);
  }

  function start({ file_size }: Record<string, string>): Reply {
    const number = videos.length + 1;
    const video = { id: `5000000000${number}`, session: `6000000000${number}` };
    const size = Number(file_size);
    videos.push({ ...video, size, chunks: [], description: undefined, reads: processing.reads });
    return {
      status: 200,
      json: {
        ...{ upload_session_id: video.session, video_id: video.id },
        ...{ start_offset: "0", end_offset: String(Math.min(size, chunkSize)) },
      },
    };
  }

  async function transfer(parts: Record<string, string | File>): Promise<Reply> {
    const { upload_phase, upload_session_id, start_offset, video_file_chunk, ...other } = parts;
    const video = videos.find(({ session }) => session === upload_session_id);
    const sent = video?.chunks.reduce((sum, { length }) => sum + length, 0);
    if (
      upload_phase !== "transfer" ||
      !(video_file_chunk instanceof File) ||
      Object.keys(other).length > 0 ||
      start_offset !== String(sent)
    ) {
      throw new NotInTheDocuments(`transfer at ${start_offset}`);
    }
    const chunk = Buffer.from(await video_file_chunk.arrayBuffer());
    if (chunk.length !== Math.min(chunkSize, (video?.size ?? 0) - (sent ?? 0))) {
      throw new NotInTheDocuments(`a chunk of ${chunk.length} bytes`);
    }
    video?.chunks.push(chunk);
    const next = (sent ?? 0) + chunk.length;
    const end = Math.min(video?.size ?? 0, next + chunkSize);
    return { status: 200, json: { start_offset: String(next), end_offset: String(end) } };
  }

  function finish({ upload_session_id, description = "" }: Record<string, string>): Reply {
    creatingCalls += 1;
    const video = videos.find(({ session }) => session === upload_session_id);
    if (!video) return noSuchObject(upload_session_id ?? "");
    const bytes = Buffer.concat(video.chunks);
    if (bytes.length !== video.size) throw new NotInTheDocuments("finished too early");
    refuseOtherVideo(bytes);
    video.description = description;
    return { status: 200, json: { success: true } };
  }

  /** https://developers.facebook.com/docs/graph-api/reference/video-status */
  function readVideo(request: Received, video: Video): Reply {
    const { id, description } = video;
    if (request.query.get("fields") === "post_id") {
      return { status: 200, json: { id, post_id: id.replace("5", "7") } };
    }
    refuseOtherFields(request, "fields", "status,permalink_url");
    const isDone = description !== undefined && video.reads <= 0;
    if (description !== undefined) video.reads -= 1;
    const video_status =
      description === undefined ? "upload_complete" : isDone ? processing.end : "processing";
    return {
      status: 200,
      json: { id, status: { video_status }, permalink_url: `/${zima.id}/videos/${id}/` },
    };
  }

  function list({ query }: Received): Reply {
    const { fields, limit, since, after } = fieldsOf(
      query,
      ["fields", "limit", "since"],
      ["after"],
    );
    if (fields !== "id,message,created_time,permalink_url") {
      throw new NotInTheDocuments(`${fields}`);
    }
    const from = new Date(Number(since) * 1000);
    const all = lag.reads-- > 0 ? [] : posts.filter(({ at }) => at >= from);
    const start = Number(after ?? 0);
    const end = start + Number(limit);
    const data = all.slice(start, end).map(({ id, message, at }) => ({
      ...{ id, created_time: metaTime(at), permalink_url: permalinkOf(id) },
      ...(message && { message }),
    }));
    const cursors = { before: String(start), after: String(end) };
    // Meta's own has the token of the request in it.
    const next = `https://graph.facebook.com/next?access_token=${zima.token}`;
    const paging = all.length > end ? { cursors, next } : { cursors };
    return { status: 200, json: { data, paging } };
  }

  function object(request: Received, id: string): Reply {
    const video = videos.find((one) => one.id === id);
    if (video) return readVideo(request, video);
    const known = figures.get(id);
    if (request.query.get("fields") === postFields && known) {
      const { reactions, comments, shares } = known;
      const total = (count: unknown) => ({ data: [], summary: { total_count: count } });
      return {
        status: 200,
        json: {
          ...{ id, reactions: total(reactions), comments: total(comments) },
          ...(shares !== undefined && { shares: { count: shares } }),
        },
      };
    }
    const post = posts.find((one) => one.id === id);
    if (!post) return noSuchObject(id);
    refuseOtherFields(request, "fields", "permalink_url");
    return { status: 200, json: { id, permalink_url: permalinkOf(id) } };
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page-post */
  function remove({ rawQuery, body }: Received, id: string): Reply {
    if (rawQuery || body.length > 0) throw new NotInTheDocuments("a deletion has no fields");
    const index = posts.findIndex((one) => one.id === id);
    if (index < 0) return noSuchObject(id);
    posts.splice(index, 1);
    return { status: 200, json: { success: true } };
  }

  const permalinkOf = (id: string) =>
    `https://www.facebook.com/zima/posts/${id.replace(/^\d+_/, "pfbid")}`;

  const peer = await startPeer(async (request) => {
    refuseOtherHeaders(request, ["authorization"]);
    const { method, path } = request;
    const token = bearerOf(request);
    if (expired.has(token)) return expiredToken;
    const isUser = token === zima.userToken;
    if (!isUser && !tokens.has(token)) return unknownToken;
    const [, host, version, id = "", edge, ...rest] = path.split("/");
    if (version !== "v26.0" || rest.length > 0) throw new NotInTheDocuments("path");
    const call = `${method} ${edge ?? ""}`.trim();
    if (host === "video" && call === "POST videos" && id === zima.id) return upload(request);
    if (host !== "graph") throw new NotInTheDocuments("host");
    if (call === "GET" && id === "me") {
      refuseOtherFields(request, "fields", "id,name");
      const person = { id: "999", name: "Ana Anić" };
      return { status: 200, json: isUser ? person : { id: zima.id, name: zima.name } };
    }
    if (call === "GET") return object(request, id);
    if (call === "DELETE") return isUser ? facebookErrors.asPage : remove(request, id);
    if (call === "GET insights") return insightsOf(request, metrics, figures.get(id) ?? {});
    if (call === "GET video_insights") {
      return insightsOf(request, ["total_video_views"], figures.get(id) ?? {});
    }
    if (id !== zima.id) return noSuchObject(id);
    if (call === "GET published_posts") return list(request);
    if (isUser) return facebookErrors.asPage;
    if (call === "POST feed") return feed(request);
    if (call === "POST photos") return addPhoto(request);
    throw new NotInTheDocuments("path");
  });
  return {
    ...{ peer, posts, photos, videos, figures, processing, tokens, expired, lag, add },
    addresses: { graph: `${peer.origin}/graph`, video: `${peer.origin}/video` },
    get creatingCalls() {
      return creatingCalls;
    },
  };
}
