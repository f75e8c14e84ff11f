import { type PlatformType, platforms } from "@/entities/account/platforms";
import type { CategoryType } from "@/entities/category/contract";
import { sandboxImageUrl } from "../adapters/sandbox/images.ts";
import { subredditOf } from "../adapters/sandbox/subreddits.ts";
import { categories, groups } from "../db/schema.ts";
import { type AccountRow, insertAccount } from "../features/accounts/index.ts";
import type { CategoryRow } from "../features/categories/index.ts";
import type { Context } from "../kernel/context.ts";
import { day } from "../kernel/times.ts";

type SeedAccount = {
  readonly platform: PlatformType;
  readonly username: string;
  /** The last error, for an inactive account. */
  readonly broken?: string;
};

type SeedCategory = {
  readonly name: string;
  readonly type: CategoryType;
  /** One image by default. */
  readonly images?: number;
  readonly texts?: number;
  readonly videos?: number;
  readonly prompt: string;
  readonly platforms?: readonly PlatformType[];
  readonly tag?: string;
  readonly mascot?: true;
  /** The subreddits it posts to. */
  readonly subreddits?: readonly string[];
};

type SeedGroup = {
  readonly name: string;
  readonly description: string;
  /** The description of its mascot. */
  readonly mascot?: string;
  readonly accounts: readonly SeedAccount[];
  readonly categories: readonly SeedCategory[];
};

/** Platforms that take posts without media. */
const textPlatforms = ["x_twitter", "threads", "bluesky", "facebook_page"] as const;

/** Three example groups. */
export const seedGroups: readonly SeedGroup[] = [
  {
    name: "Zimska kolekcija",
    description: "Jakne, džemperi i šalovi iz Novog Sada, zimska sezona.",
    mascot: "Zimko, a friendly polar bear in a red knitted scarf",
    accounts: [
      { platform: "instagram", username: "zimska.kolekcija" },
      { platform: "facebook_page", username: "Zimska kolekcija" },
      { platform: "x_twitter", username: "zimskakolekcija" },
      { platform: "tiktok", username: "zimska.kolekcija" },
    ],
    categories: [
      {
        name: "Dnevna inspiracija",
        type: "evergreen",
        videos: 1,
        prompt: "Kratko i toplo, jedna misao dnevno o zimi i garderobi.",
        mascot: true,
      },
      {
        name: "Saveti za vunu",
        type: "evergreen",
        images: 0,
        texts: 1,
        prompt: "Praktični saveti za održavanje vune i slojevito oblačenje.",
        platforms: textPlatforms,
      },
      { name: "Zimski humor", type: "memes", prompt: "Šale na račun hladnoće." },
      {
        name: "Jakne i kaputi",
        type: "sales",
        prompt: "Najprodavanije jakne, cena u dinarima, bez preterivanja.",
      },
      {
        name: "Nedeljna zimska akcija",
        type: "weekly_sale",
        prompt: "Šta je ove nedelje na popustu i do kada.",
        tag: "sale",
      },
      {
        name: "Letnja kolekcija",
        type: "evergreen",
        images: 0,
        prompt: "Lan, pamuk i more. Nastavljamo u maju.",
      },
    ],
  },
  {
    name: "Kafeterija Šoljica",
    description: "Mala pržionica i kafeterija u Zemunu.",
    accounts: [
      { platform: "instagram", username: "kafeterija.soljica" },
      { platform: "threads", username: "kafeterija.soljica" },
      { platform: "bluesky", username: "soljica.bsky.social" },
      {
        platform: "facebook_page",
        username: "Kafeterija Šoljica",
        broken:
          "Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons. (190)",
      },
    ],
    categories: [
      {
        name: "Jutarnja kafa",
        type: "evergreen",
        images: 2,
        prompt: "Toplo dobro jutro iz kafeterije, ponekad o zrnu koje je danas u mlinu.",
      },
      {
        name: "Slow coffee",
        type: "evergreen",
        images: 0,
        texts: 1,
        prompt: "Short notes for our guests from abroad, with a little humour.",
        platforms: textPlatforms,
      },
      { name: "Kafa i humor", type: "memes", prompt: "Blage šale o kafi i poslu." },
      {
        name: "Ponude iz Šoljice",
        type: "sales",
        prompt: "Zrno, oprema i poklon-kartice iz naše prodavnice.",
      },
    ],
  },
  {
    name: "Planinarski klub Vršac",
    description: "Izleti, staze i dobro društvo, od 1924. godine.",
    accounts: [
      { platform: "facebook_page", username: "Planinarski klub Vršac" },
      { platform: "instagram", username: "pk.vrsac" },
      { platform: "bluesky", username: "pkvrsac.bsky.social" },
      { platform: "reddit", username: "pk_vrsac" },
      { platform: "linkedin_organization", username: "PK Vršac" },
    ],
    categories: [
      {
        name: "Staze i vrhovi",
        type: "evergreen",
        prompt: "Kuda idemo, šta smo videli, kako da se pripremite za planinu.",
      },
      {
        name: "Trail stories",
        type: "evergreen",
        texts: 1,
        prompt: "Short stories from the trail for hikers who do not speak Serbian.",
        platforms: ["bluesky", "facebook_page", "reddit"],
        subreddits: ["hiking", "CampingandHiking"],
      },
      { name: "Planinarski humor", type: "memes", prompt: "Šale sa staze." },
      {
        name: "Oprema i članarine za planinare",
        type: "sales",
        prompt: "Majice kluba, članarine i mesta na izletima.",
        tag: "klub",
      },
    ],
  },
];

export type Seeded = { readonly categories: CategoryRow[]; readonly accounts: AccountRow[] };

/** Returns the names of the credentials of a connected account. */
const credentialsOf = (platform: PlatformType) => {
  const { connects, fields } = platforms[platform];
  return connects === "oauth" ? ["refresh_token"] : fields.map(({ name }) => name);
};

export async function addGroup(
  { db, ports }: Context,
  seed: SeedGroup,
  now: Date,
): Promise<Seeded> {
  const created_at = new Date(now.getTime() - 40 * day);
  const { name, description, mascot: ai_mascot_description } = seed;
  const logo_url = sandboxImageUrl(`logo:${name}`);
  const [group] = await db
    .insert(groups)
    .values({ name, description, logo_url, ai_mascot_description, created_at })
    .returning({ id: groups.id });
  const group_id = group?.id ?? 0;
  const addedAccounts: AccountRow[] = [];
  for (const { platform, username, broken } of seed.accounts) {
    const credentials = Object.fromEntries(
      credentialsOf(platform).map((name) => [name, `sandbox-${name}`]),
    );
    const added = await insertAccount(db, ports.secrets, {
      group_id,
      platform_type: platform,
      platform_username: username,
      credentials,
      is_active: broken === undefined,
      last_known_error: broken ?? null,
      last_test: broken === undefined ? "passed" : "failed",
      session_primed_at: platforms[platform].connects === "session" ? created_at : null,
      created_at,
    });
    if (added) addedAccounts.push(added);
  }
  const addedCategories = await db
    .insert(categories)
    .values(
      seed.categories.map((category) => ({
        group_id,
        name: category.name,
        category_type: category.type,
        image_posts_per_day: category.images ?? 1,
        video_posts_per_day: category.videos ?? 0,
        text_posts_per_day: category.texts ?? 0,
        category_prompt: category.prompt,
        shopify_sales_channel: "Online Store",
        shopify_product_tag: category.tag ?? null,
        enabled_platforms: category.platforms ? [...category.platforms] : null,
        use_ai_mascot: category.mascot ?? false,
        reddit_settings: redditSettings(category.subreddits ?? []),
        created_at,
      })),
    )
    .returning();
  return { categories: addedCategories, accounts: addedAccounts };
}

/** Returns Reddit settings with a flair for every subreddit that offers flairs. */
const redditSettings = (subreddits: readonly string[]) => ({
  subreddits: [...subreddits],
  flairs: subreddits.flatMap((subreddit) => {
    const flair = subredditOf(subreddit).flairs.find(({ modOnly }) => !modOnly);
    return flair ? { subreddit, id: flair.id, text: flair.text } : [];
  }),
});
