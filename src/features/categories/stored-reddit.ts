import type { Category } from "@/entities/category";
import { z } from "@/shared/config/zod";
import type { PickedFlair, RedditChange, RedditSettings } from "./schema";

/** A flair as it is stored: of a subreddit, or at the place of one. */
const storedFlair = z.union([
  z.pipe(
    z.string(),
    z.transform((id) => ({ subreddit: null, id, text: null })),
  ),
  z.object({
    subreddit: z.nullish(z.string()),
    id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
    text: z.nullish(z.string()),
  }),
]);

type Stored = {
  subreddits: string;
  picked: Record<string, PickedFlair>;
  manual: string;
};

/**
 * What is stored of a category's Reddit settings, as their form holds it: a flair with a text was
 * picked, one without was typed. `foreign` is what only a newer server can read.
 */
export function storedReddit(settings: Category["reddit_settings"]): {
  form: Stored;
  foreign: readonly unknown[];
} {
  const names = settings?.subreddits ?? [];
  const picked: Record<string, PickedFlair> = {};
  const manual = names.map(() => "");
  const foreign: unknown[] = [];
  for (const [place, raw] of (settings?.flairs ?? []).entries()) {
    const { data: flair } = storedFlair.safeParse(raw);
    const at = flair?.subreddit
      ? names.findIndex((name) => name.toLowerCase() === flair.subreddit?.toLowerCase())
      : place;
    const name = names[at];
    if (!flair || name === undefined) foreign.push(raw);
    else if (flair.text) picked[name.toLowerCase()] = { id: flair.id, text: flair.text };
    else manual[at] = flair.id;
  }
  return {
    form: {
      subreddits: names.join(", "),
      picked,
      manual: manual.join(", ").replace(/[\s,]+$/, ""),
    },
    foreign,
  };
}

/**
 * What is sent: what was typed and picked, and all that only a newer server can read as it came,
 * be it beside the flairs, among them or inside one.
 */
export function redditBody(
  { subreddits, flairs }: RedditChange,
  now: Category["reddit_settings"],
): RedditSettings {
  const stored = (now?.flairs ?? []).map((raw) => ({
    raw,
    flair: storedFlair.safeParse(raw).data,
  }));
  const kept = flairs.map((flair) => {
    const same = stored.find(
      (one) =>
        one.flair?.id === flair.id &&
        one.flair.subreddit?.toLowerCase() === flair.subreddit.toLowerCase(),
    );
    return typeof same?.raw === "object" ? { ...same.raw, ...flair } : flair;
  });
  return {
    ...now,
    subreddits: [...subreddits],
    // The contract knows of no others; who sent them does.
    flairs: [...kept, ...(storedReddit(now).foreign as RedditSettings["flairs"])],
  };
}
