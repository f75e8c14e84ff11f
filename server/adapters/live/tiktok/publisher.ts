import * as z from "zod/mini";
import type { Publication, Published, Publisher, Waiting } from "../../../ports/publisher.ts";
import { words } from "../answer.ts";
import { refusalOfLength } from "../text-length.ts";
import { readUser, type TikTokApi, tiktokOf } from "./api.ts";
import { share } from "./share.ts";

const minute = 60_000;

const statusSchema = z.object({
  status: z.string(),
  fail_reason: words,
  uploaded_bytes: z.catch(z.number(), Number.POSITIVE_INFINITY),
});

/**
 * Publishes to TikTok by its Content Posting API: as a draft in the account's inbox, where a person
 * posts it, or directly if TikTok has audited the app. TikTok takes no text with the draft of a video.
 */
export const createTikTokPublisher = (api: TikTokApi): Publisher => ({
  publish: async (publication, attempt, signal) => {
    const { post, account } = publication;
    if (!post.videoUrl && !post.imageUrl) {
      return { ok: false, error: "TikTok accepts videos and images only." };
    }
    const refusal = refusalOfLength(account.platform, post.text);
    if (refusal) return refusal;
    const shared = await share(api, publication, attempt, signal);
    return shared.ok ? processing(api, post) : shared;
  },

  locate: async ({ account, post }, trace, since, signal) => {
    const { publishId } = trace;
    // The answer with the id was lost: TikTok has no list of what was sent to it.
    if (!publishId) return unsure;
    const asked = await tiktokOf(api, account)(
      { path: "/v2/post/publish/status/fetch/", json: { publish_id: publishId }, signal },
      statusSchema,
    );
    if (!asked.ok) {
      // A draft waits for hours. It is asked again, and is not unknown because of one limit.
      if (asked.why === "later") throw new Error(asked.error);
      return asked;
    }
    const { status, fail_reason, uploaded_bytes } = asked.answer;
    switch (status) {
      case "FAILED":
        return {
          ok: "rejected",
          error: `TikTok could not publish it: ${fail_reason ?? "no reason"}.`,
        };
      case "SEND_TO_USER_INBOX":
        return waiting(api, inboxNote(post), 5 * minute);
      case "PUBLISH_COMPLETE":
        return complete(api, account.username, publishId, since, asked.text);
      case "PROCESSING_UPLOAD":
        // Its address is not stored, so nobody can send the rest.
        return uploaded_bytes < Number(trace.size) ? { ok: "absent" } : processing(api, post);
      default:
        return processing(api, post);
    }
  },

  test: async (account, signal) => {
    const user = await readUser(tiktokOf(api, account), signal);
    return user.ok ? { ok: true, owner: user.answer.user.display_name } : user;
  },

  // The new tokens are stored with their end before they are used.
  refresh: async (account, signal) => {
    const renewed = await api.access(account, signal);
    return renewed.ok ? null : renewed;
  },
});

const unsure = {
  ok: "unsure",
  advice: "TikTok did not name the post. Look at the inbox and the profile on TikTok.",
} as const;

const waiting = ({ live }: TikTokApi, note: string, milliseconds: number): Waiting => ({
  ok: "waiting",
  note,
  askAt: new Date(live.clock.now().getTime() + milliseconds),
});

type Post = Publication["post"];

/**
 * Returns the wait for processing. Its note comes before the draft is posted: nobody can add a text
 * to a post on TikTok later.
 */
const processing = (api: TikTokApi, { videoUrl }: Post) =>
  waiting(
    api,
    videoUrl && !api.app.isDirect
      ? "TikTok is processing the video. A draft has no text: copy it into TikTok when you post it."
      : "TikTok is processing the post.",
    minute / 2,
  );

const inboxNote = ({ videoUrl }: Post) =>
  videoUrl
    ? "Waiting in the TikTok inbox, without its text: open TikTok with this account, paste the text, and post the draft."
    : "Waiting in the TikTok inbox: open TikTok with this account, and post the draft.";

/** The time that TikTok usually needs to check a post before it names its id. */
const moderationTime = 60 * minute;

/** Returns a published post. A private one never gets an id, so its id is that of its upload. */
function complete(
  api: TikTokApi,
  username: string | null,
  publishId: string,
  since: Date,
  text: string,
): Published | Waiting {
  const profile = username ? `https://www.tiktok.com/@${username}` : "https://www.tiktok.com";
  const id = postIdIn(text);
  if (id) return { ok: true, externalId: id, url: `${profile}/video/${id}` };
  const age = api.live.clock.now().getTime() - since.getTime();
  return age < moderationTime
    ? waiting(api, "TikTok is checking the post.", 5 * minute)
    : { ok: true, externalId: publishId, url: profile };
}

/**
 * Finds the post's id in the text: as a number of JSON, an id of 19 digits would lose its last ones.
 * TikTok spells the name like this.
 */
const postIdIn = (text: string) =>
  /"publicaly_available_post_id"\s*:\s*\[\s*"?(\d+)/.exec(text)?.[1];
