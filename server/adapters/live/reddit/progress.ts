import type { Publication, Published, Trace } from "../../../ports/publisher.ts";
import type { OwnPosts } from "./own-posts.ts";

/*
 * The trace of a post has what became of each submission, so that none is made twice: `done:serbia` is
 * the post's id and link, `accepted` for media that Reddit processes, or `refused`; `current` is the
 * submission whose answer may have been lost, `begun` the time of the first one.
 */

/** The post's subreddits, or else the account's profile, as in `sr` of a submission. */
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

export const isDone = (trace: Trace, name: string) => trace[`done:${name}`] !== undefined;

/** Whether at least one subreddit has the post. */
export const isOut = (trace: Trace, names: readonly string[]) =>
  names.some((name) => isDone(trace, name) && trace[`done:${name}`] !== "refused");

export const begunOf = ({ begun }: Trace, otherwise: Date) => (begun ? new Date(begun) : otherwise);

/** The first submission that is known to be live, and who refused the others; undefined if none is. */
export function publishedIn(
  trace: Trace,
  names: readonly string[],
  find?: OwnPosts,
): Published | undefined {
  const refused = names.filter((name) => trace[`done:${name}`] === "refused");
  const places = refused.map((name) => `r/${name}`).join(", ");
  const note = refused.length > 0 ? `but not in ${places}, which refused it` : undefined;
  for (const name of names) {
    const [externalId = "", url = ""] = trace[`done:${name}`]?.split(" ") ?? [];
    if (url) return { ok: true, externalId, url, note };
    const found = externalId === "refused" ? undefined : find?.(name);
    if (found) return { ok: true, externalId: found.id, url: found.url, note };
  }
  return undefined;
}
