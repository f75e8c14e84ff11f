import { NotSentError, type Refused } from "../../../ports/outcome.ts";
import type { Attempt, Publication, Trace } from "../../../ports/publisher.ts";
import { callsOf, type RedditApi } from "./api.ts";
import { ownPosts } from "./own-posts.ts";
import {
  begunOf,
  isDone,
  isPublishedAnywhere,
  refusalOf,
  resultsOf,
  withDone,
  withRefused,
} from "./progress.ts";
import { filesOf, submit, upload } from "./submit.ts";
import { type Content, checkedTarget, type Target } from "./subreddits.ts";

/** A post on its way to several subreddits; the trace is always the stored one. */
export type Progress = { trace: Trace; isCommitting: boolean };

/**
 * Submits a post to all subreddits that do not have it yet. All of them are checked before the first
 * submission, and none gets it if one would not take it; each answer is stored before the next submission
 * begins. Returns the refusal that ended it early, or that of all.
 */
export async function submitToAll(
  api: RedditApi,
  publication: Publication,
  { names, content }: { readonly names: readonly string[]; readonly content: Content },
  attempt: Attempt,
  progress: Progress,
  signal: AbortSignal,
): Promise<Refused | undefined> {
  const { account, post } = publication;
  const calls = callsOf(api, account);
  const now = () => api.live.clock.now();
  const prepared = async (trace: Trace) => {
    progress.trace = trace;
    await attempt.prepared(trace, resultsOf(trace, names));
    progress.isCommitting = false;
  };

  const { current } = progress.trace;
  if (current) {
    // The search that did not find it may have been too early.
    const since = begunOf(progress.trace, now());
    const own = await ownPosts(calls, account, content.title, since, signal);
    if (!own.ok) return own;
    const found = own.find(current);
    if (found) await prepared(withDone(progress.trace, current, `${found.id} ${found.url}`));
  }

  const targets: Target[] = [];
  let checkedTrace = progress.trace;
  for (const name of names.filter((one) => !isDone(progress.trace, one))) {
    const given = post.reddit?.subreddits.find((subreddit) => subreddit.name === name);
    const checked = given
      ? await checkedTarget(calls, given, post.reddit?.flairIds ?? [], content, signal)
      : ({ ok: true, target: { name } } as const);
    if (checked.ok) targets.push(checked.target);
    else if (checked.why) return checked;
    else checkedTrace = withRefused(checkedTrace, name, checked);
  }
  if (checkedTrace !== progress.trace) {
    // One that refuses it now does not keep the post from those after it.
    await prepared(checkedTrace);
    if (!isPublishedAnywhere(checkedTrace, names)) return refusalOf(checkedTrace, names);
  }
  const read = targets.length > 0 ? await filesOf(api.live.media, publication, signal) : nothing;
  if (!read.ok) return read;

  for (const target of targets) {
    const sent = await upload(api, calls, account, read.files, signal);
    if (!sent.ok) return sent;
    const wasOut = isPublishedAnywhere(progress.trace, names);
    const begun = wasOut ? (progress.trace.begun ?? "") : now().toISOString();
    progress.trace = { ...progress.trace, begun, current: target.name };
    await attempt.committing(progress.trace, resultsOf(progress.trace, names));
    progress.isCommitting = true;
    const by = { account, now: now() };
    const submitted = await submit(calls, by, content, target, sent.uploaded, signal).catch(
      async (error: unknown) => {
        if (error instanceof NotSentError) await prepared({ ...progress.trace, current: "" });
        throw error;
      },
    );
    if (submitted.ok) {
      const { id, url } = submitted;
      const next = withDone(progress.trace, target.name, id ? `${id} ${url}` : "accepted");
      if (target === targets.at(-1)) progress.trace = next;
      // The next submission must not begin before this one is known for good.
      else await prepared(next);
    } else if (submitted.why) {
      await prepared({ ...progress.trace, current: "" });
      return submitted;
    } else {
      await prepared(withRefused({ ...progress.trace, current: "" }, target.name, submitted));
    }
  }
  return isPublishedAnywhere(progress.trace, names) ? undefined : refusalOf(progress.trace, names);
}

const nothing = { ok: true, files: {} } as const;
