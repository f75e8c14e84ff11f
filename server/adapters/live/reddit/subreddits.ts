import * as z from "zod/mini";
import type { Flair } from "../../../ports/oauth.ts";
import type { Refused } from "../../../ports/outcome.ts";
import type { RedditTarget } from "../../../ports/publisher.ts";
import type { RedditCalls } from "./api.ts";

export type Content = {
  readonly kind: "self" | "image" | "video";
  readonly title: string;
  /** In Markdown. */
  readonly text: string;
};

/** The target of a post: a subreddit, or the user's own profile. */
export type Target = {
  /** As `sr` of a submission: `serbia`, or `u_zima_rs`. */
  readonly name: string;
  readonly flairId?: string | null;
};

const optional = <T extends z.ZodMiniType>(schema: T) => z.catch(z.nullish(schema), undefined);

const flairsSchema = z.array(
  z.object({ id: z.string(), text: optional(z.string()), mod_only: optional(z.boolean()) }),
);
const aboutSchema = z.object({
  data: z.object({
    subreddit_type: optional(z.string()),
    submission_type: optional(z.string()),
    user_is_banned: optional(z.boolean()),
    user_is_contributor: optional(z.boolean()),
    user_is_moderator: optional(z.boolean()),
    allow_images: optional(z.boolean()),
    allow_videos: optional(z.boolean()),
  }),
});
const strings = optional(z.array(z.string()));
const requirementsSchema = z.object({
  is_flair_required: optional(z.boolean()),
  title_text_min_length: optional(z.number()),
  title_text_max_length: optional(z.number()),
  title_required_strings: strings,
  title_blacklisted_strings: strings,
  body_restriction_policy: optional(z.string()),
});

/** Returns the flairs that a user can choose in a subreddit; none if it has switched them off. */
export async function flairsOf(
  { read }: RedditCalls,
  subreddit: string,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly flairs: readonly Flair[] } | Refused> {
  const found = await read(`/r/${subreddit}/api/link_flair_v2`, flairsSchema, signal);
  if (found.ok === "missing") return { ok: true, flairs: [] };
  if (!found.ok) return found;
  const flairs = found.answer.map(({ id, text, mod_only }) => ({
    ...{ id, text: text ?? "", modOnly: mod_only === true },
  }));
  return { ok: true, flairs };
}

/**
 * Asks Reddit whether a subreddit would take the post, and chooses the flair. Nothing is submitted, so
 * that all subreddits can be asked before the first of them has the post.
 */
export async function checkedTarget(
  calls: RedditCalls,
  { name, flairId }: RedditTarget["subreddits"][number],
  flairIds: RedditTarget["flairIds"],
  content: Content,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly target: Target } | Refused> {
  const refuse = (words: string): Refused => ({ ok: false, error: `r/${name}: ${words}` });
  const about = await calls.read(`/r/${name}/about`, aboutSchema, signal);
  if (about.ok === "missing") return refuse("there is no such subreddit, or it is private.");
  if (!about.ok) return about;
  const closed = whyClosed(about.answer.data, content);
  if (closed) return refuse(closed);

  const path = `/api/v1/${name}/post_requirements`;
  const requirements = await calls.read(path, requirementsSchema, signal);
  if (!requirements.ok) return requirements;
  const required = requirements.ok === true ? requirements.answer : undefined;
  const unmet = required && whyUnmet(required, content);
  if (unmet) return refuse(unmet);

  const isNeeded = required?.is_flair_required === true;
  if (!flairId && flairIds.length === 0) {
    return isNeeded ? refuse(flairMissing) : { ok: true, target: { name } };
  }
  const found = await flairsOf(calls, name, signal);
  if (!found.ok) return found;
  const offered = found.flairs.map(({ id }) => id);
  if (flairId && !offered.includes(flairId)) {
    return refuse("it no longer offers the selected flair to this account.");
  }
  const chosen = flairId ?? flairIds.find((id) => offered.includes(id));
  return isNeeded && !chosen
    ? refuse(flairMissing)
    : { ok: true, target: { name, flairId: chosen ?? null } };
}

const flairMissing = "it requires a flair. Choose one in the category.";

function whyClosed(
  about: z.output<typeof aboutSchema>["data"],
  { kind }: Content,
): string | undefined {
  const isMember = about.user_is_contributor || about.user_is_moderator;
  if (about.user_is_banned) return "the account is banned there.";
  if (about.subreddit_type === "archived") return "it is archived.";
  if (about.subreddit_type === "restricted" && !isMember) return "only approved users may post.";
  if (kind === "self" && about.submission_type === "link") return "it does not accept text posts.";
  if (kind !== "self" && about.submission_type === "self") return "it accepts text posts only.";
  if (kind === "image" && about.allow_images === false) return "it does not accept images.";
  if (kind === "video" && about.allow_videos === false) return "it does not accept videos.";
  return undefined;
}

function whyUnmet(
  required: z.output<typeof requirementsSchema>,
  { title, text }: Content,
): string | undefined {
  const { length } = [...title];
  const { title_text_min_length: min, title_text_max_length: max } = required;
  const has = (part: string) => title.toLowerCase().includes(part.toLowerCase());
  const wanted = required.title_required_strings ?? [];
  const unwanted = required.title_blacklisted_strings?.find(has);
  if (min && length < min) return `the title has ${length} characters; it needs ${min}.`;
  if (max && length > max) return `the title has ${length} characters; it allows ${max}.`;
  if (wanted.length > 0 && !wanted.some(has)) {
    return `the title must contain one of these: ${wanted.join(", ")}.`;
  }
  if (unwanted) return `the title must not contain '${unwanted}'.`;
  if (required.body_restriction_policy === "notAllowed" && text) {
    return "it does not accept text below the title.";
  }
  if (required.body_restriction_policy === "required" && !text) return "it requires a text.";
  return undefined;
}
