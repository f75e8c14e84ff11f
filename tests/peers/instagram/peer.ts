import type { Clock } from "../../../server/ports/clock";
import { createContainers } from "../meta/containers";
import { fetchImage, fetchVideo, refuseOtherVideo } from "../meta/files";
import {
  bearerOf,
  expiredToken,
  fieldsOf,
  formOf,
  graphError,
  insightsOf,
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

/** The account that this Instagram knows, and its tokens of the two kinds of login. */
export const zima = {
  id: "17841400000000001",
  /** The same account as an app with Instagram login sees it. */
  scopedId: "24000000000000001",
  username: "zima.shop",
  instagramToken: "IGAAcanaryInstagramLogin",
  facebookToken: "EAAGcanaryFacebookLogin",
};

/** https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/error-codes */
export const instagramErrors = {
  fetch: (uri: string) =>
    graphError({
      ...{ message: "Only photo or video can be accepted as media type.", code: 9004 },
      ...{ error_subcode: 2_207_052, error_user_title: "Media download has failed." },
      error_user_msg: `The media could not be fetched from this uri: ${uri}`,
    }),
  slow: graphError({
    ...{ message: "Timeout", code: -2, error_subcode: 2_207_003 },
    error_user_msg: "It takes too long to download the media.",
  }),
  size: graphError({
    ...{ message: "The image size is too large.", code: 36_000, error_subcode: 2_207_004 },
    ...{ is_transient: false, error_user_title: "Image size too large" },
    error_user_msg: "The image is too large to download. It should be less than 8 MiB.",
  }),
  format: graphError({
    ...{ message: "Invalid format", code: 36_001, error_subcode: 2_207_005 },
    error_user_msg: "The image format png is not supported. Supported formats are: JPG.",
  }),
  aspect: graphError({
    ...{ message: "The aspect ratio is not supported.", code: 36_003, error_subcode: 2_207_009 },
    error_user_msg:
      "The submitted image with aspect ratio 3.00 cannot be published. Please submit an image with a valid aspect ratio.",
  }),
  caption: graphError({
    ...{ message: "The caption was too long", code: 36_004, error_subcode: 2_207_010 },
    error_user_msg:
      "The submitted image's caption was too long. Please submit media with a shorter caption.",
  }),
  gone: graphError({
    ...{ message: "Media builder not found", code: 24, error_subcode: 2_207_008 },
    error_user_msg: "The media builder with creation id = 1 does not exist or has been expired.",
  }),
  notReady: graphError({
    ...{ message: "Media ID is not available", code: 9007, error_subcode: 2_207_027 },
    error_user_msg: "The media is not ready for publishing, please wait for a moment",
  }),
  quota: graphError({
    ...{ message: "Application request limit reached", code: 9, error_subcode: 2_207_042 },
    error_user_msg:
      "You reached maximum number of posts that is allowed to be published by Content Publishing API.",
  }),
  spam: graphError({
    ...{ message: "Application request limit reached", code: 4, error_subcode: 2_207_051 },
    error_user_msg:
      "We restrict certain activity to protect our community. Tell us if you think we made a mistake.",
  }),
  restricted: graphError({
    ...{ message: "User restricted", code: 25, error_subcode: 2_207_050 },
    error_user_msg: "The Instagram account is restricted.",
  }),
  create: graphError({
    ...{ message: "Media creation failed", code: -1, error_subcode: 2_207_032 },
    error_user_msg: "Create media fail, please try to re-create media",
  }),
};

/** https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights */
const metrics = ["views", "reach", "likes", "comments", "shares", "saved", "total_interactions"];

/** A strict stand-in for Instagram's API at its three hosts, from Meta's documents. */
export async function startInstagram(clock: Clock) {
  const state = createContainers(clock, (id) => `https://www.instagram.com/p/C${id}/`);
  const figures = new Map<string, Readonly<Record<string, unknown>>>();
  /** The tokens that are valid; a refreshed one joins them. */
  const tokens = {
    instagram: new Set([zima.instagramToken]),
    facebook: new Set([zima.facebookToken]),
  };
  const expired = new Set<string>();
  /** The posts of the last 24 hours, which also other programs make, and how many there may be. */
  const quota = { usage: 0, total: 50 };

  async function create(request: Received, isFacebook: boolean): Promise<Reply> {
    const { upload_type, media_type } = Object.fromEntries(
      new URLSearchParams(request.body.toString()),
    );
    if (upload_type !== undefined) {
      const form = formOf(request, ["upload_type", "media_type"], ["caption"]);
      if (!isFacebook || upload_type !== "resumable" || media_type !== "REELS") {
        throw new NotInTheDocuments("resumable uploads are for Reels, with Facebook login");
      }
      return refusalOfCaption(form) ?? made(form, { media_type }, true);
    }
    if (media_type !== undefined) {
      const form = formOf(request, ["media_type", "video_url"], ["caption"]);
      if (media_type !== "REELS") throw new NotInTheDocuments("a lone video is a Reel");
      const video = await fetchVideo(form.video_url ?? "");
      if (video === undefined) return instagramErrors.fetch(form.video_url ?? "");
      return refusalOfCaption(form) ?? made(form, { media_type, video });
    }
    const form = formOf(request, ["image_url"], ["caption", "alt_text"]);
    const image = await fetchImage(form.image_url ?? "");
    if (!image) return instagramErrors.fetch(form.image_url ?? "");
    if (image.format !== "jpeg") return instagramErrors.format;
    if (image.bytes > 8 * 1024 * 1024) return instagramErrors.size;
    const ratio = image.width / image.height;
    if (ratio < 0.8 || ratio > 1.91 || image.space !== "srgb") return instagramErrors.aspect;
    return refusalOfCaption(form) ?? made(form, { image, alt_text: form.alt_text });
  }

  const made = (
    { caption = "" }: Record<string, string>,
    fields: Readonly<Record<string, unknown>>,
    isEmpty = false,
  ): Reply => ({ status: 200, json: state.make(caption, fields, isEmpty) });

  const refusalOfCaption = ({ caption = "" }: Record<string, string>) =>
    [...caption].length > 2200 || (caption.match(/#\p{L}/gu) ?? []).length > 30
      ? instagramErrors.caption
      : undefined;

  function publish(request: Received): Reply {
    const { creation_id = "" } = formOf(request, ["creation_id"]);
    const post = state.publish(creation_id);
    if (typeof post === "object") return { status: 200, json: { id: post.id } };
    return post === "IN_PROGRESS" ? instagramErrors.notReady : instagramErrors.gone;
  }

  function list({ query }: Received): Reply {
    const { fields, limit, after } = fieldsOf(query, ["fields", "limit"], ["after"]);
    if (fields !== "id,caption,permalink,timestamp") throw new NotInTheDocuments(`${fields}`);
    const all = state.list(Number.POSITIVE_INFINITY);
    const from = after === undefined ? 0 : Number(atob(after));
    const end = from + Number(limit);
    const data = all.slice(from, end).map(({ text, ...post }) => ({ ...post, caption: text }));
    const paging = {
      cursors: { before: btoa(String(from)), after: btoa(String(end)) },
      ...(end < all.length && {
        next: `https://graph.instagram.com/${zima.id}/media?access_token=${zima.instagramToken}`,
      }),
    };
    return { status: 200, json: { data, ...(data.length > 0 && { paging }) } };
  }

  function object(request: Received, id: string): Reply {
    const container = state.containers.get(id);
    if (container) {
      refuseOtherFields(request, "fields", "status_code,status");
      const { status, error } = state.read(container);
      return { status: 200, json: { id, status_code: status, status: error ?? `${status}: …` } };
    }
    const post = state.posts.find((one) => one.id === id);
    if (!post) return noSuchObject(id);
    refuseOtherFields(request, "fields", "permalink");
    return { status: 200, json: { id, permalink: post.permalink } };
  }

  function me(request: Received): Reply {
    refuseOtherFields(request, "fields", "user_id,username");
    const { id: user_id, scopedId: id, username } = zima;
    return { status: 200, json: { user_id, username, id } };
  }

  function account(request: Received, id: string): Reply {
    if (id !== zima.id) return noSuchObject(id);
    refuseOtherFields(request, "fields", "username,media_count");
    const { username } = zima;
    return { status: 200, json: { id, username, media_count: state.posts.length } };
  }

  /** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit */
  function limit(request: Received): Reply {
    refuseOtherFields(request, "fields", "quota_usage,config");
    const config = { quota_total: quota.total, quota_duration: 86_400 };
    return { status: 200, json: { data: [{ quota_usage: quota.usage, config }] } };
  }

  function refresh(request: Received): Reply {
    refuseOtherFields(request, "grant_type", "ig_refresh_token");
    const access_token = `IGAAcanaryRefreshed${tokens.instagram.size}`;
    tokens.instagram.add(access_token);
    return { status: 200, json: { access_token, token_type: "bearer", expires_in: 5_184_000 } };
  }

  function upload(request: Received, id: string): Reply {
    refuseOtherHeaders(request, ["authorization", "offset", "file_size"]);
    const { authorization, offset, file_size } = request.headers;
    const container = state.containers.get(id);
    if (authorization !== `OAuth ${zima.facebookToken}` || request.rawQuery !== "") {
      throw new NotInTheDocuments("uploads have the token as OAuth");
    }
    if (!container?.isEmpty || offset !== "0" || file_size !== String(request.body.length)) {
      throw new NotInTheDocuments(`upload to ${id} of ${file_size} bytes at ${offset}`);
    }
    refuseOtherVideo(request.body);
    container.isEmpty = false;
    return { status: 200, json: { success: true, message: "Upload successful." } };
  }

  const peer = await startPeer(async (request) => {
    const { method, path } = request;
    const [, host, ...parts] = path.split("/");
    const uploaded = /^\/upload\/ig-api-upload\/v26\.0\/(\d+)$/.exec(path)?.[1];
    if (method === "POST" && uploaded) return upload(request, uploaded);

    refuseOtherHeaders(request, ["authorization"]);
    const isFacebook = host === "facebook";
    if (!isFacebook && host !== "instagram") throw new NotInTheDocuments("host");
    const token = bearerOf(request);
    if (expired.has(token)) return expiredToken;
    if (!tokens[isFacebook ? "facebook" : "instagram"].has(token)) return unknownToken;
    if (!isFacebook && method === "GET" && parts.join("/") === "refresh_access_token") {
      return refresh(request);
    }
    const [version, id = "", edge, ...rest] = parts;
    if (version !== "v26.0" || rest.length > 0) throw new NotInTheDocuments("path");
    const call = `${method} ${edge ?? ""}`.trim();
    if (call === "GET" && id === "me" && !isFacebook) return me(request);
    if (call === "GET" && isFacebook && id.startsWith("1784")) return account(request, id);
    if (call === "GET") return object(request, id);
    if (call === "GET insights") return insightsOf(request, metrics, figures.get(id) ?? {});
    if (id !== zima.id) return noSuchObject(id);
    if (call === "POST media") return create(request, isFacebook);
    if (call === "POST media_publish") return publish(request);
    if (call === "GET media") return list(request);
    if (call === "GET content_publishing_limit") return limit(request);
    throw new NotInTheDocuments("path");
  });

  const addresses = {
    instagram: `${peer.origin}/instagram`,
    facebook: `${peer.origin}/facebook`,
    upload: `${peer.origin}/upload`,
  };
  return { peer, state, figures, tokens, expired, quota, addresses };
}
