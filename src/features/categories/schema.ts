import { platformTypes } from "@/entities/account/platforms";
import { categoryTypes, isSalesType } from "@/entities/category/contract";
import { emptyableText, optionalText, requiredText } from "@/shared/api/fields";
import { idSchema } from "@/shared/api/id";
import { lenient, openEnum } from "@/shared/api/reply/lenient";
import { z } from "@/shared/config/zod";
import { savedIds } from "./flair-list";

const name = requiredText(200, "Name is required.");

const perDay = z
  .number("Enter a whole number of 0 or more.")
  .check(
    z.int("Enter a whole number of 0 or more."),
    z.gte(0, "Enter a whole number of 0 or more."),
    z.lte(1000, "At most 1,000."),
  );

const ofItsType = z.object({ category_type: z.string() });

const salesChannelIsRequired = {
  path: ["shopify_sales_channel"],
  message: "Sales channel is required.",
  // Runs although other fields are invalid, so that all errors are shown at once.
  when: ({ value }: { value: unknown }) => ofItsType.safeParse(value).success,
};

const hasSalesChannel = (category: {
  category_type: string;
  shopify_sales_channel: string | null;
}) => !isSalesType(category.category_type) || Boolean(category.shopify_sales_channel);

/** A new category as its form holds it (input) and as the API wants it (output). */
export const newCategorySchema = z
  .strictObject({
    name,
    category_type: z.enum(categoryTypes),
    image_posts_per_day: perDay,
    video_posts_per_day: perDay,
    text_posts_per_day: perDay,
    daily_generation_active: z.boolean(),
    category_prompt: optionalText(10_000),
    shopify_sales_channel: optionalText(10_000),
    shopify_product_tag: optionalText(10_000),
  })
  .check(z.refine(hasSalesChannel, salesChannelIsRequired));

export type NewCategoryValues = z.input<typeof newCategorySchema>;

/** The defaults of a new category. */
export const blankCategory: NewCategoryValues = {
  name: "",
  category_type: "evergreen",
  image_posts_per_day: 1,
  video_posts_per_day: 0,
  text_posts_per_day: 0,
  daily_generation_active: true,
  category_prompt: "",
  shopify_sales_channel: "Online Store",
  shopify_product_tag: "",
};

/**
 * Reddit takes the bare name: `serbia` of `r/serbia`, `/r/serbia`, `https://www.reddit.com/r/serbia/hot`
 * and `[r/serbia](https://www.reddit.com/r/serbia)`, with marks around it as in `“r/serbia”`.
 */
export const subredditName = (text: string) =>
  text
    .trim()
    .replace(
      /^[^\w/]*(?:(?:(?:https?:)?\/\/)?(?:[\w-]+\.)?reddit\.com(?::\d+)?)?\/*r\/(\w*)(?:(?:[/?#.%]|\]\().*|[^\w+-]*)$/i,
      "$1",
    );

export const subredditSchema = z.pipe(
  z.pipe(z.string(), z.transform(subredditName)),
  z
    .string()
    .check(z.regex(/^\w{2,24}$/, "Subreddit names are 2 to 24 letters, digits and underscores.")),
);

/** Removes duplicates regardless of case. The first one stays. */
const differentSubreddits = (names: readonly string[]) =>
  names.filter(
    (name, place) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) === place,
  );

const entries = z.array(z.string().check(z.maxLength(2000, "At most 2,000 characters.")));

const subreddits = z.pipe(
  z.pipe(
    entries,
    z.transform((texts) =>
      texts.flatMap((text) => text.split(",")).filter((name) => subredditName(name) !== ""),
    ),
  ),
  z.pipe(
    z.pipe(
      z.array(subredditSchema),
      z.transform((names: string[]) => differentSubreddits(names)),
    ),
    z.array(z.string()).check(z.maxLength(20, "At most 20 subreddits.")),
  ),
);

const flairId = z.string().check(z.trim(), z.maxLength(100, "At most 100 characters."));

/** The flair of posts in one subreddit. The text is for display only and may be unknown. */
const chosenFlair = z.strictObject({
  subreddit: z.pipe(z.string(), z.transform(subredditName)),
  id: flairId.check(z.minLength(1, "Flair ID is required.")),
  text: z.pipe(
    z.nullish(z.string().check(z.maxLength(200, "At most 200 characters."))),
    z.transform((text) => text || null),
  ),
});

type ChosenFlair = z.output<typeof chosenFlair>;

/** As a form or another program gives them. */
export const givenRedditSettings = z.strictObject({
  subreddits,
  flairs: z.array(z.union([chosenFlair, flairId], "Each flair needs a subreddit and an ID.")),
});

/**
 * The subreddits that a category posts to, and their flairs. A flair either names its subreddit,
 * which has only this one, or is an id alone, which is used in the subreddit that offers it.
 */
export const redditSettingsSchema = z.pipe(
  givenRedditSettings,
  z.transform(({ subreddits, flairs }) => ({ subreddits, flairs: flairsOf(subreddits, flairs) })),
);

export type RedditSettings = z.input<typeof redditSettingsSchema>;

function flairsOf(subreddits: readonly string[], given: readonly (ChosenFlair | string)[]) {
  const named = new Map(subreddits.map((name) => [name.toLowerCase(), name]));
  // The last flair of a subreddit wins: a map keeps the latest value of a key.
  const last = new Map(
    given.map((flair) => [typeof flair === "string" ? "" : flair.subreddit.toLowerCase(), flair]),
  );
  return given.flatMap((flair) => {
    if (typeof flair === "string") return flair || [];
    const key = flair.subreddit.toLowerCase();
    const subreddit = named.get(key);
    return subreddit && last.get(key) === flair ? { ...flair, subreddit } : [];
  });
}

/** Changes to a category. Omitted fields stay as they are. */
export const categoryChangeSchema = z.partial(
  z.strictObject({
    name,
    category_type: z.enum(categoryTypes),
    image_posts_per_day: perDay,
    video_posts_per_day: perDay,
    text_posts_per_day: perDay,
    daily_generation_active: z.boolean(),
    category_prompt: emptyableText(10_000),
    auto_approve_content_types: z.strictObject({
      text: z.boolean(),
      image: z.boolean(),
      video: z.boolean(),
    }),
    use_ai_mascot: z.boolean(),
    shopify_sales_channel: emptyableText(10_000),
    shopify_product_tag: emptyableText(10_000),
    // Platforms that only a newer console or server knows are kept, but have no effect here.
    enabled_platforms: z.nullable(
      z.pipe(
        z.array(openEnum(platformTypes)).check(z.maxLength(50, "At most 50 platforms.")),
        z.transform((platforms) => [...new Set<string>(platforms)]),
      ),
    ),
    reddit_settings: z.nullable(redditSettingsSchema),
  }),
);

/** A flair that a subreddit offers. With `mod_only`, only moderators can use it. */
export const redditFlairSchema = z.object({
  id: idSchema,
  text: lenient(z.nullable(z.string())),
  mod_only: lenient(z.nullable(z.boolean())),
});

export type RedditFlair = z.output<typeof redditFlairSchema>;

const count = lenient(z.number(), () => 0);

/** What a category holds, in numbers. */
export const categoryContentsSchema = z.object({
  content_items: count,
  pending_approval: count,
  scheduled_posts: count,
  published_posts: count,
});

/**
 * A category's settings as their form holds them (input) and as the API wants them (output). A type
 * that only a newer server knows is shown but not sent: the server keeps omitted fields.
 */
export const categoryFormSchema = z.pipe(
  z
    .object({
      name,
      category_type: z.string(),
      image_posts_per_day: perDay,
      video_posts_per_day: perDay,
      text_posts_per_day: perDay,
      daily_generation_active: z.boolean(),
      category_prompt: emptyableText(10_000),
      auto_approve_content_types: z.object({
        text: z.boolean(),
        image: z.boolean(),
        video: z.boolean(),
      }),
      use_ai_mascot: z.boolean(),
      shopify_sales_channel: emptyableText(10_000),
      shopify_product_tag: emptyableText(10_000),
    })
    .check(z.refine(hasSalesChannel, salesChannelIsRequired)),
  z.transform(({ category_type, ...settings }) => {
    const known = categoryTypes.find((type) => type === category_type);
    return { ...settings, ...(known && { category_type: known }) };
  }),
);

/** In the order of the checkboxes. */
export const offeredPlatforms = platformTypes;

/** All, some or none. Only "all" includes platforms whose accounts are added later. */
export const platformsFormSchema = z.pipe(
  z.object({ all: z.boolean(), platforms: z.array(z.string()) }),
  z.transform(({ all, platforms }) => ({ enabled_platforms: all ? null : platforms })),
);

export type PlatformsValues = z.input<typeof platformsFormSchema>;
export type PlatformsChange = z.output<typeof platformsFormSchema>;

/** Returns the subreddit names in a text as they would be saved, without invalid ones. */
export const subredditNames = (text: string): readonly string[] =>
  differentSubreddits(
    text
      .split(",")
      .map(subredditName)
      .filter((one) => subredditSchema.safeParse(one).success),
  );

/**
 * `manual` is the list of all ids that are saved. `picked` maps a subreddit's name in lower case to
 * its flair, where that is known.
 */
export const redditFormSchema = z.pipe(
  z.object({
    subreddits: z.string(),
    picked: z.record(z.string(), z.object({ id: z.string(), text: z.string() })),
    manual: z.string(),
  }),
  z.transform((form, context) => {
    const read = subreddits.safeParse([form.subreddits]);
    const names = read.data ?? [];
    if (read.error) {
      const [issue] = read.error.issues;
      const message = issue?.message ?? "Enter names, separated by commas.";
      context.issues.push({ code: "custom", path: ["subreddits"], message, input: form });
    }
    const ids = savedIds(names, form.picked, form.manual);
    const refused = ids.map((id) => flairId.safeParse(id)).find(({ error }) => error);
    if (refused?.error) {
      const [issue] = refused.error.issues;
      const message = issue?.message ?? "Enter IDs, separated by commas.";
      context.issues.push({ code: "custom", path: ["manual"], message, input: form });
    }
    return {
      subreddits: names,
      flairs: ids.flatMap<ChosenFlair | string>((id) => {
        const chosen = names.flatMap((subreddit) => {
          const flair = form.picked[subreddit.toLowerCase()];
          return flair?.id === id ? { subreddit, id, text: flair.text || null } : [];
        });
        return chosen.length > 0 ? chosen : id;
      }),
    };
  }),
);

export type RedditValues = z.input<typeof redditFormSchema>;
export type RedditChange = z.output<typeof redditFormSchema>;
