import type { Category } from "@/entities/category";
import { z } from "@/shared/config/zod";
import { flairIdsIn, type PickedFlair, type PickedFlairs } from "./flair-list";
import { type RedditChange, type RedditSettings, subredditName } from "./schema";

const storedId = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

/** A flair as it is stored: an id alone, or an object that may name its subreddit. */
const storedFlair = z.union([
  z.pipe(
    storedId,
    z.transform((id) => ({ subreddit: null, id, text: null })),
  ),
  z.object({
    subreddit: z.nullish(z.pipe(z.string(), z.transform(subredditName))),
    id: storedId,
    text: z.nullish(z.string()),
  }),
]);

type Stored = {
  subreddits: string;
  picked: PickedFlairs;
  manual: string;
};

/**
 * Converts a category's stored Reddit settings to form values. `foreign` holds the entries that the
 * form cannot show.
 */
export function storedReddit(settings: Category["reddit_settings"]): {
  form: Stored;
  foreign: readonly unknown[];
} {
  const subreddits = settings?.subreddits ?? [];
  const keys = subreddits.map((name) => subredditName(name).toLowerCase());
  const picked: Record<string, PickedFlair> = {};
  const ids: string[] = [];
  const foreign: unknown[] = [];
  for (const raw of settings?.flairs ?? []) {
    const { data: flair } = storedFlair.safeParse(raw);
    const key = flair?.subreddit?.toLowerCase();
    if (!flair || (key && !keys.includes(key))) {
      foreign.push(raw);
      continue;
    }
    ids.push(flair.id);
    if (key) picked[key] = { id: flair.id, text: flair.text ?? "" };
  }
  return {
    form: {
      subreddits: subreddits.join(", "),
      picked,
      manual: flairIdsIn(ids.join(",")).join(", "),
    },
    foreign,
  };
}

/** Builds the request body: the form's values, and unchanged what only another server can read. */
export function redditBody(
  { subreddits, flairs }: RedditChange,
  now: Category["reddit_settings"],
): RedditSettings {
  const stored = (now?.flairs ?? []).map((raw) => ({
    raw,
    flair: storedFlair.safeParse(raw).data,
  }));
  const kept = flairs.map((flair) => {
    const { id, subreddit } = typeof flair === "string" ? { id: flair, subreddit: null } : flair;
    const same = stored.find(
      (one) =>
        one.flair?.id === id &&
        (!one.flair.subreddit || one.flair.subreddit.toLowerCase() === subreddit?.toLowerCase()),
    );
    if (typeof flair === "string") return same ? same.raw : flair;
    if (typeof same?.raw !== "object") return flair;
    return {
      ...same.raw,
      ...(!same.flair?.subreddit && { subreddit }),
      ...(flair.text && { text: flair.text }),
    };
  });
  return {
    ...now,
    subreddits: [...subreddits],
    // The contract has no type for these shapes, but the server that sent them knows them.
    flairs: [...kept, ...storedReddit(now).foreign] as RedditSettings["flairs"],
  };
}
