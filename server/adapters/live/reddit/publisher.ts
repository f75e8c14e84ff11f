import * as z from "zod/mini";
import { textLimits } from "@/entities/account/text-limits";
import type { Refused } from "../../../ports/outcome.ts";
import type { Publication, Publisher, Waiting } from "../../../ports/publisher.ts";
import { refusalOfLength } from "../text-length.ts";
import { callsOf, type RedditApi } from "./api.ts";
import { ownPosts } from "./own-posts.ts";
import {
  begunOf,
  hasRefusals,
  isDone,
  isPublishedAnywhere,
  namesOf,
  publishedIn,
  resultsOf,
  withoutRefusals,
} from "./progress.ts";
import { readMe } from "./reddit.ts";
import { submitToAll } from "./submissions.ts";
import type { Content } from "./subreddits.ts";

const minute = 60_000;

/** Publishes to Reddit: one submission for each subreddit, or one to the user's profile. */
export const createRedditPublisher = (api: RedditApi): Publisher => ({
  publish: async (publication, attempt, signal) => {
    const { account, post } = publication;
    const now = () => api.live.clock.now();
    const content = contentOf(post);
    const names = namesOf(account.username ?? "", post.reddit);
    const progress = { trace: attempt.trace, isCommitting: false };
    if (attempt.retriesRefused && hasRefusals(attempt.trace)) {
      progress.trace = withoutRefusals(attempt.trace);
      await attempt.prepared(progress.trace, resultsOf(progress.trace, names));
    }
    // A post that takes longer than half an hour counts as failed; this one is published in part.
    const isWorthWaiting = (until: Date) =>
      until.getTime() - begunOf(progress.trace, now()).getTime() < 25 * minute;

    let refusal: Refused | undefined;
    if ("ok" in content) refusal = content;
    else if (!account.username) refusal = unnamed;
    else if (!isPublishedAnywhere(attempt.trace, names) || isWorthWaiting(now())) {
      const what = { names, content };
      try {
        refusal = await submitToAll(api, publication, what, attempt, progress, signal);
      } catch (error) {
        if (progress.isCommitting || !isPublishedAnywhere(progress.trace, names)) throw error;
        const retryAt = new Date(now().getTime() + 2 * minute);
        refusal = { ok: false, why: "later", error: "Reddit did not answer.", retryAt };
      }
    }

    const { trace } = progress;
    if (refusal && !isPublishedAnywhere(trace, names)) return refusal;
    if (refusal?.why === "later" && isWorthWaiting(refusal.retryAt)) {
      return { ok: "waiting", note: refusal.error, askAt: refusal.retryAt };
    }
    // The post counts as published once one subreddit has it.
    const published = publishedIn(trace, names);
    if (published) return published;
    // Media are accepted, but not listed yet: from now on the post is looked for.
    await attempt.committing(trace, resultsOf(trace, names));
    return waiting(kindOf(post), now());
  },

  locate: async ({ account, post }, trace, since, signal) => {
    const content = contentOf(post);
    if ("ok" in content) return content;
    if (!account.username) return unnamed;
    const calls = callsOf(api, account);
    const names = namesOf(account.username, post.reddit);
    const own = await ownPosts(calls, account, content.title, begunOf(trace, since), signal);
    if (!own.ok) return own;
    const { current = "" } = trace;
    const age = api.live.clock.now().getTime() - since.getTime();
    const isSlow = content.kind !== "self";
    const found = publishedIn(trace, names, own.find);

    if (current && !own.find(current)) {
      // Texts are listed at once, media within minutes.
      if (age < (isSlow ? 10 : 1) * minute) return waiting(content.kind, api.live.clock.now());
      // The others may be published now; `publish` looks once more before it submits this one again.
      if (!isSlow) return { ok: "absent" };
      return found ?? unsure;
    }
    const isLeft = names.some((name) => !isDone(trace, name) && name !== current);
    // `publish` finds this one too, and goes on with the next.
    if (current && isLeft) return { ok: "absent" };
    if (found) return found;
    return age < 10 * minute ? waiting(content.kind, api.live.clock.now()) : unsure;
  },

  test: async (account, signal) => {
    const me = await readMe(callsOf(api, account), signal);
    if (!me.ok) return me;
    const { name, is_suspended } = me.answer;
    return is_suspended
      ? { ok: false, why: "credentials", error: `Reddit has suspended u/${name}.` }
      : { ok: true, owner: `u/${name}` };
  },

  // Refresh tokens of Reddit do not end.
  refresh: async () => null,

  // Takes the right `edit`: https://www.reddit.com/dev/api#POST_api_del
  remove: async (account, externalId, signal) => {
    const form = { id: externalId };
    const call = { method: "POST", path: "/api/del", form, signal } as const;
    const removed = await callsOf(api, account).call(call, z.unknown());
    return removed.ok ? { ok: true } : removed;
  },
});

const unnamed: Refused = {
  ok: false,
  why: "credentials",
  error: "The account has no name: connect it on Reddit again.",
};

const unsure = {
  ok: "unsure",
  advice: "Reddit does not list the post. Look at the profile on Reddit before you try again.",
} as const;

const kindOf = ({ imageUrl, videoUrl }: Pick<Publication["post"], "imageUrl" | "videoUrl">) =>
  videoUrl ? "video" : imageUrl ? "image" : "self";

/** Returns the post as Reddit takes it, or why it does not. */
function contentOf({ text, title, imageUrl, videoUrl, reddit }: Publication["post"]) {
  const content: Content = {
    kind: kindOf({ imageUrl, videoUrl }),
    title: title?.trim() ?? "",
    text: reddit?.body || text,
  };
  const { maxTitle = 300 } = textLimits.reddit;
  const { length } = [...content.title];
  if (length === 0) return refused("Reddit needs a title.");
  if (length > maxTitle) {
    return refused(`The title has ${length} characters; Reddit allows ${maxTitle}.`);
  }
  return refusalOfLength("reddit", content.text) ?? content;
}

const refused = (error: string): Refused => ({ ok: false, error });

const waiting = (kind: Content["kind"], now: Date): Waiting => ({
  ok: "waiting",
  note: kind === "self" ? "Reddit may not list the post yet." : `Reddit is processing the ${kind}.`,
  askAt: new Date(now.getTime() + (kind === "self" ? minute : minute / 4)),
});
