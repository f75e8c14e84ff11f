import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type {
  Attempt,
  Publication,
  Published,
  Publisher,
  SearchResult,
  Trace,
  Waiting,
} from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import type { ImageProfile, VideoProfile } from "../media/media.ts";
import { digestOf } from "../meta/containers.ts";
import {
  duplicateCode,
  idSchema,
  permalinkOf,
  refusalOfSearch,
  removePost,
  type Sleep,
  shortAltText,
} from "../meta/meta.ts";
import { refusalOfLength } from "../text-length.ts";
import {
  addressOf,
  type FacebookAddresses,
  facebookAddresses,
  type Page,
  pageOf,
  searchPage,
} from "./page.ts";
import { finishVideo, processed, readVideo, uploadVideo } from "./video.ts";

/**
 * https://developers.facebook.com/docs/graph-api/reference/page/photos: larger photos are refused
 * at times.
 */
const imageProfile: ImageProfile = {
  types: ["image/jpeg", "image/png"],
  maxBytes: 4_000_000,
  maxSide: 2048,
};
const videoProfile: VideoProfile = { maxBytes: 1_000_000_000, maxSeconds: 14_400 };

/** Photos and uploads that no post uses are deleted after a day. */
const lifetime = 20 * 3_600_000;
/** After that, a call that was cut off is not under way any more. */
const settled = 60_000;

/** Publishes on a Facebook page. */
export function createFacebookPublisher(
  live: Live,
  addresses: FacebookAddresses = facebookAddresses,
  pause?: Sleep,
): Publisher {
  const { clock, media } = live;

  async function publishVideo(
    page: Page,
    post: Publication["post"],
    attempt: Attempt,
    signal: AbortSignal,
  ): Promise<Published | Waiting | Refused> {
    let { video = "", session = "" } = attempt.trace;
    let trace = fresh(attempt.trace, post, clock.now());
    if (!video || !session || !trace) {
      const file = await media.video(post.videoUrl ?? "", videoProfile, page.account, signal);
      if (!file.ok) return file;
      const uploaded = await uploadVideo(page, file);
      if (!uploaded.ok) return uploaded;
      ({ video, session } = uploaded);
      trace = { ...begun(post, clock.now()), video, session };
      await attempt.prepared(trace);
    }
    await attempt.committing(trace);
    const sent = await finishVideo(page, session, post.text);
    if (!sent.ok && !sent.isCertain) throw new Error(noAnswer);
    if (!sent.ok) return sent.refused;
    // From here on it is published, or will be: a failed read says nothing else.
    const state = await readVideo(page, video, clock.now()).catch(() => undefined);
    const seen = state?.ok ? state.value : "unfinished";
    if (seen === "unfinished") return processed(clock.now());
    return seen.ok === "rejected" ? { ok: false, error: seen.error } : seen;
  }

  async function publishPost(
    page: Page,
    post: Publication["post"],
    attempt: Attempt,
    signal: AbortSignal,
  ): Promise<Published | Refused> {
    if (!post.text.trim() && !post.imageUrl) return nothing;
    let trace = fresh(attempt.trace, post, clock.now()) ?? begun(post, clock.now());
    if (post.imageUrl && !trace.photo) {
      const photo = await addPhoto(page, post, signal);
      if (!photo.ok) return photo;
      trace = { ...trace, photo: photo.id };
      await attempt.prepared(trace);
    }
    const { photo, sent_at: earlier } = trace;
    await attempt.committing({ ...trace, sent_at: earlier ?? clock.now().toISOString() });
    const reply = await page.meta(
      {
        method: "POST",
        url: `${page.graph}/${page.id}/feed`,
        form: {
          ...(post.text && { message: post.text }),
          ...(photo && { "attached_media[0]": JSON.stringify({ media_fbid: photo }) }),
        },
      },
      idSchema,
    );
    if (reply.ok) {
      const id = reply.value;
      const url = await permalinkOf(page.meta, `${page.graph}/${id}`, "permalink_url", pause);
      return { ok: true, externalId: id, url: url ?? addressOf(id) };
    }
    if (!reply.isCertain) throw new Error(noAnswer);
    // Refused as a duplicate: an earlier try of this post may be what it repeats.
    if (reply.code === duplicateCode && earlier) {
      const search = await searchPage(page, post.text, new Date(earlier)).catch(() => undefined);
      const found = search?.ok ? search.value.found : undefined;
      if (found) return found;
    }
    return reply.refused;
  }

  async function addPhoto(page: Page, post: Publication["post"], signal: AbortSignal) {
    const image = await media.image(post.imageUrl ?? "", imageProfile, page.account, signal);
    if (!image.ok) return image;
    const alt = shortAltText(post.altText);
    const reply = await page.meta(
      {
        method: "POST",
        url: `${page.graph}/${page.id}/photos`,
        parts: [
          ["published", "false"],
          ...(alt ? ([["alt_text_custom", alt]] as const) : []),
          ["source", image],
        ],
      },
      idSchema,
    );
    return reply.ok ? { ok: true as const, id: reply.value } : reply.refused;
  }

  return {
    publish: async ({ account, post }, attempt, signal) => {
      const tooLong = refusalOfLength("facebook_page", post.text);
      if (tooLong) return tooLong;
      if (!account.credentials.page_id) return noPage;
      const page = pageOf(live, addresses, account, signal);
      return post.videoUrl
        ? publishVideo(page, post, attempt, signal)
        : publishPost(page, post, attempt, signal);
    },

    locate: async ({ account, post }, trace, since, signal) => {
      const page = pageOf(live, addresses, account, signal);
      return trace.video
        ? locateVideo(page, post, trace.video, since, clock.now())
        : locatePost(page, post, since, clock.now());
    },

    test: async (account, signal) => {
      const page = pageOf(live, addresses, account, signal);
      const reply = await page.meta(
        { method: "GET", url: `${page.graph}/me`, query: { fields: "id,name" } },
        z.object({ id: z.string(), name: z.string() }),
      );
      if (!reply.ok) return reply.refused;
      const { id, name } = reply.value;
      const { page_id } = account.credentials;
      if (id === page_id) return { ok: true, owner: name };
      // The token of a person reads the page, but cannot post as it.
      const error = `This token belongs to ${name} (${id}), not to the page ${page_id}. Enter a page access token.`;
      return { ok: false, why: "credentials", error };
    },

    // A page token that was made from a long-lived one does not expire.
    refresh: async () => null,

    remove: (account, externalId, signal) => {
      const page = pageOf(live, addresses, account, signal);
      return removePost(page.meta, `${page.graph}/${encodeURIComponent(externalId)}`);
    },
  };
}

async function locatePost(
  page: Page,
  post: Publication["post"],
  since: Date,
  now: Date,
): Promise<SearchResult> {
  const search = await searchPage(page, post.text, since);
  if (!search.ok) return refusalOfSearch(search.refused);
  const { found, isComplete } = search.value;
  if (found) return found;
  const until = new Date(since.getTime() + settled);
  if (now < until) return { ok: "waiting", note: asking, askAt: until };
  return isComplete ? { ok: "absent" } : { ok: "unsure", advice };
}

/** Looks for a video by its own status; where that cannot be read, among the page's posts. */
async function locateVideo(
  page: Page,
  post: Publication["post"],
  video: string,
  since: Date,
  now: Date,
): Promise<SearchResult> {
  const state = await readVideo(page, video, now);
  if (state.ok && state.value !== "unfinished") return state.value;
  const found = await locatePost(page, post, since, now);
  if (state.ok || found.ok !== "absent") return found;
  return { ok: "unsure", advice };
}

const noAnswer = "Facebook's answer was unclear.";
const asking = "Checking whether the post is on Facebook.";
const advice = "Look at the page on Facebook.";
const nothing: Refused = { ok: false, error: "Facebook needs a text, an image or a video." };
const noPage: Refused = { ok: false, why: "credentials", error: "The account has no page ID." };

const begun = (post: Publication["post"], now: Date): Trace => ({
  content: digestOf(post),
  made_at: now.toISOString(),
});

/** Returns the trace of an earlier try, if the post is still the same and the uploads still there. */
function fresh(trace: Trace, post: Publication["post"], now: Date): Trace | undefined {
  const age = now.getTime() - new Date(trace.made_at ?? Number.NaN).getTime();
  return trace.content === digestOf(post) && age < lifetime ? trace : undefined;
}
