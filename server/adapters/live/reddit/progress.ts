import type { FinalRefusal } from "../../../ports/outcome.ts";
import type { Publication, Published, SubredditResult, Trace } from "../../../ports/publisher.ts";
import type { OwnPosts } from "./own-posts.ts";

/*
 * The trace of a post has what became of each submission, so that none is made twice: `done:serbia` is
 * the post's id and link, `accepted` for media that Reddit processes, or `refused` and Reddit's words;
 * `current` is the submission whose answer may have been lost, `begun` the time of the first one.
 */

/** Returns the post's subreddits, or else the account's profile, as in `sr` of a submission. */
export const namesOf = (
  username: string,
  reddit: Publication["post"]["reddit"],
): readonly string[] =>
  reddit && reddit.subreddits.length > 0
    ? reddit.subreddits.map(({ name }) => name)
    : [`u_${username}`];

export const withDone = (trace: Trace, name: string, what: string): Trace => ({
  ...trace,
  current: "",
  [`done:${name}`]: what,
});

export const withRefused = (trace: Trace, name: string, { error }: FinalRefusal): Trace => ({
  ...trace,
  [`done:${name}`]: `refused ${error}`,
});

const doneIn = (trace: Trace, name: string) => trace[`done:${name}`];

export const isDone = (trace: Trace, name: string) => doneIn(trace, name) !== undefined;

const isRefusal = (what: string | undefined) => what !== undefined && /^refused( |$)/.test(what);

/** Returns why a subreddit refused the post, in Reddit's words; undefined if it did not. */
function refusalIn(trace: Trace, name: string): string | undefined {
  const what = doneIn(trace, name);
  if (!what || !isRefusal(what)) return undefined;
  // An earlier release has kept no words.
  return what.slice("refused ".length) || "it refused the post.";
}

/** Removes the subreddit's name, with which some of the words begin. */
function withoutName(name: string, words: string): string {
  const prefix = `r/${name}: `;
  return words.startsWith(prefix) ? words.slice(prefix.length) : words;
}

/** Returns whether at least one subreddit has the post. */
export const isPublishedAnywhere = (trace: Trace, names: readonly string[]) =>
  names.some((name) => isDone(trace, name) && !isRefusal(doneIn(trace, name)));

export const begunOf = ({ begun }: Trace, otherwise: Date) => (begun ? new Date(begun) : otherwise);

/** Returns the refusal of a post that no subreddit takes: all that they said. */
export function refusalOf(trace: Trace, names: readonly string[]): FinalRefusal {
  const said = names.flatMap((name) => {
    const words = refusalIn(trace, name);
    if (words === undefined) return [];
    return names.length > 1 ? `r/${name}: ${withoutName(name, words)}` : words;
  });
  return { ok: false, error: said.join(" ") };
}

const isRefused = ([key, what]: readonly [string, string]) =>
  key.startsWith("done:") && isRefusal(what);

export const hasRefusals = (trace: Trace) => Object.entries(trace).some(isRefused);

/** Returns the trace for a try that asks those again that refused the post. */
export const withoutRefusals = (trace: Trace): Trace =>
  Object.fromEntries(Object.entries(trace).filter((entry) => !isRefused(entry)));

/** Returns what is known of each subreddit; undefined for a post that is not for several. */
export function resultsOf(
  trace: Trace,
  names: readonly string[],
  find?: OwnPosts,
): readonly SubredditResult[] | undefined {
  return names.length > 1 ? names.map((name) => resultOf(trace, name, find)) : undefined;
}

function resultOf(trace: Trace, name: string, find?: OwnPosts): SubredditResult {
  const nothing = { name, url: null, error: null };
  const words = refusalIn(trace, name);
  if (words !== undefined) {
    return { ...nothing, status: "refused", error: withoutName(name, words) };
  }
  const url = foundIn(trace, name, find)?.url;
  if (url) return { ...nothing, status: "published", url };
  if (isDone(trace, name)) return { ...nothing, status: "accepted" };
  return { ...nothing, status: trace.current === name ? "unknown" : "not_sent" };
}

function foundIn(trace: Trace, name: string, find?: OwnPosts) {
  const what = doneIn(trace, name);
  if (isRefusal(what)) return undefined;
  const [id = "", url = ""] = what?.split(" ") ?? [];
  return url ? { id, url } : find?.(name);
}

/**
 * Returns the first submission that is known to be live, and who refused the others; undefined if
 * none is.
 */
export function publishedIn(
  trace: Trace,
  names: readonly string[],
  find?: OwnPosts,
): Published | undefined {
  const refused = names.filter((name) => isRefusal(doneIn(trace, name)));
  const places = refused.map((name) => `r/${name}`).join(", ");
  const note = refused.length > 0 ? `but not in ${places}, which refused it` : undefined;
  for (const name of names) {
    const found = foundIn(trace, name, find);
    if (!found) continue;
    const subreddits = resultsOf(trace, names, find);
    return { ok: true, externalId: found.id, url: found.url, note, subreddits };
  }
  return undefined;
}
