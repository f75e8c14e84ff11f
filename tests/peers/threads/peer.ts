import type { Clock } from "../../../server/ports/clock";
import { createContainers } from "../meta/containers";
import { fetchImage, fetchVideo } from "../meta/files";
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

/** The profile that this Threads knows. */
export const zima = {
  id: "26000000000000001",
  username: "zima.shop",
  token: "THAAcanaryThreads",
};

export const threadsErrors = {
  /** For a container that is only seconds old. */
  mediaNotFound: graphError({
    message: "The requested resource does not exist",
    code: 24,
    error_subcode: 4_279_009,
    is_transient: false,
    error_user_title: "Media Not Found",
    error_user_msg: "The media with id 1790 cannot be found.",
  }),
  /** Also given for a container that is published all the same. */
  permission: graphError({
    message: "(#10) Application does not have permission for this action",
    code: 10,
  }),
  text: graphError({
    message: "Param text must be at most 500 characters long.",
    code: 100,
  }),
};

const metrics = ["views", "likes", "replies", "reposts", "quotes", "shares"];
const encoder = new TextEncoder();

/**
 * The length of a text as the documents define it: "Text posts are limited to 500 characters. Emojis
 * are counted as the number of UTF-8 bytes."
 */
function lengthOf(text: string) {
  const graphemes = [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
  return graphemes.reduce((sum, grapheme) => {
    const isEmoji = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u.test(grapheme);
    return sum + (isEmoji ? encoder.encode(grapheme).length : [...grapheme].length);
  }, 0);
}

/** A strict stand-in for the Threads API, from Meta's documents. */
export async function startThreads(clock: Clock) {
  const state = createContainers(
    clock,
    (id) => `https://www.threads.com/@${zima.username}/post/D${id}`,
  );
  const figures = new Map<string, Readonly<Record<string, unknown>>>();
  const tokens = new Set([zima.token]);
  const expired = new Set<string>();
  /** True if the token has `threads_delete`. */
  const rights = { delete: true };

  async function create(request: Received): Promise<Reply> {
    const type = new URLSearchParams(request.body.toString()).get("media_type");
    const form =
      type === "TEXT"
        ? formOf(request, ["media_type", "text"])
        : type === "IMAGE"
          ? formOf(request, ["media_type", "image_url"], ["text", "alt_text"])
          : type === "VIDEO"
            ? formOf(request, ["media_type", "video_url"], ["text", "alt_text"])
            : undefined;
    if (!form) throw new NotInTheDocuments(`media_type ${type}`);
    if (lengthOf(form.text ?? "") > 500) return threadsErrors.text;
    if (form.image_url !== undefined) {
      const image = await fetchImage(form.image_url);
      if (!image) return made(form, {}, "FAILED_DOWNLOADING_IMAGE");
      const ratio = image.width / image.height;
      const isTaken =
        (image.format === "jpeg" || image.format === "png") &&
        image.bytes <= 8 * 1024 * 1024 &&
        ratio <= 10 &&
        ratio >= 0.1 &&
        image.width <= 1440;
      return made(form, { image }, isTaken ? undefined : "INVALID_ASPEC_RATIO");
    }
    if (form.video_url !== undefined) {
      const video = await fetchVideo(form.video_url);
      return made(form, { video }, video === undefined ? "FAILED_DOWNLOADING_VIDEO" : undefined);
    }
    return made(form, {});
  }

  function made(
    { text = "", alt_text }: Record<string, string>,
    fields: Readonly<Record<string, unknown>>,
    error?: string,
  ): Reply {
    if (error !== undefined) state.processing.error = error;
    return { status: 200, json: state.make(text, { ...fields, alt_text }) };
  }

  function publish(request: Received): Reply {
    const { creation_id = "" } = formOf(request, ["creation_id"]);
    const post = state.publish(creation_id);
    if (typeof post === "object") return { status: 200, json: { id: post.id } };
    return threadsErrors.mediaNotFound;
  }

  function list({ query }: Received): Reply {
    const { fields, limit, since, after } = fieldsOf(
      query,
      ["fields", "limit", "since"],
      ["after"],
    );
    if (fields !== "id,text,permalink,timestamp") throw new NotInTheDocuments(`${fields}`);
    const all = state.list(Number.POSITIVE_INFINITY, new Date(Number(since) * 1000));
    const from = after === undefined ? 0 : Number(atob(after));
    const end = from + Number(limit);
    const data = all.slice(from, end);
    const paging = {
      cursors: { before: btoa(String(from)), after: btoa(String(end)) },
      ...(end < all.length && {
        next: `https://graph.threads.net/next?access_token=${zima.token}`,
      }),
    };
    return { status: 200, json: { data, ...(data.length > 0 && { paging }) } };
  }

  function object(request: Received, id: string): Reply {
    const container = state.containers.get(id);
    if (container) {
      refuseOtherFields(request, "fields", "status,error_message");
      const { status, error: error_message } = state.read(container);
      return { status: 200, json: { id, status, error_message } };
    }
    const post = state.posts.find((one) => one.id === id);
    if (!post) return noSuchObject(id);
    refuseOtherFields(request, "fields", "permalink");
    return { status: 200, json: { id, permalink: post.permalink } };
  }

  /** https://developers.facebook.com/documentation/threads/posts/delete-posts */
  function remove({ rawQuery, body }: Received, id: string): Reply {
    if (rawQuery || body.length > 0) throw new NotInTheDocuments("a deletion has no fields");
    if (!rights.delete) return threadsErrors.permission;
    const index = state.posts.findIndex((one) => one.id === id);
    if (index < 0) return noSuchObject(id);
    state.posts.splice(index, 1);
    return { status: 200, json: { success: true, deleted_id: id } };
  }

  function me(request: Received): Reply {
    refuseOtherFields(request, "fields", "id,username");
    return { status: 200, json: { id: zima.id, username: zima.username } };
  }

  function refresh(request: Received): Reply {
    refuseOtherFields(request, "grant_type", "th_refresh_token");
    const access_token = `THAAcanaryRefreshed${tokens.size}`;
    tokens.add(access_token);
    return { status: 200, json: { access_token, token_type: "bearer", expires_in: 5_184_000 } };
  }

  const peer = await startPeer(async (request) => {
    refuseOtherHeaders(request, ["authorization"]);
    const { method, path } = request;
    const token = bearerOf(request);
    if (expired.has(token)) return expiredToken;
    if (!tokens.has(token)) return unknownToken;
    if (method === "GET" && path === "/refresh_access_token") return refresh(request);
    const [, version, id = "", edge, ...rest] = path.split("/");
    if (version !== "v1.0" || rest.length > 0) throw new NotInTheDocuments("path");
    const call = `${method} ${edge ?? ""}`.trim();
    if (call === "GET") return id === "me" ? me(request) : object(request, id);
    if (call === "DELETE") return remove(request, id);
    if (call === "GET insights") return insightsOf(request, metrics, figures.get(id) ?? {});
    if (id !== zima.id) return noSuchObject(id);
    if (call === "POST threads") return create(request);
    if (call === "POST threads_publish") return publish(request);
    if (call === "GET threads") return list(request);
    throw new NotInTheDocuments("path");
  });
  return { peer, state, figures, tokens, expired, rights };
}
