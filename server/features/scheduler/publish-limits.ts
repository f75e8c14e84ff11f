import { eq } from "drizzle-orm";
import type { PlatformType } from "@/entities/account/platforms";
import { accounts } from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The number of posts that a platform takes of an account within a time in ms; null if it names none.
 */
const limits: Readonly<
  Record<PlatformType, { readonly posts: number; readonly per: number } | null>
> = {
  // POST /2/tweets, per user.
  x_twitter: { posts: 100, per: 15 * minute },
  // 50 for some accounts: Instagram is asked before each post.
  instagram: { posts: 100, per: day },
  facebook_page: null,
  threads: { posts: 250, per: day },
  linkedin_profile: { posts: 150, per: day },
  linkedin_organization: { posts: 150, per: day },
  // 5,000 points an hour; a post costs three.
  bluesky: { posts: 1666, per: 60 * minute },
  reddit: null,
  // Of POST …/init, per token.
  tiktok: { posts: 6, per: minute },
};

/**
 * Takes a token from the account's bucket, which fills evenly up to the platform's limit. If it is
 * empty, returns the time of the next token. The account's row must be locked.
 */
export async function takeToken(
  db: Db,
  account: Pick<typeof accounts.$inferSelect, "id" | "platform_type" | "tokens" | "tokens_at">,
  now: Date,
): Promise<Date | undefined> {
  const limit = limits[account.platform_type];
  if (!limit) return undefined;
  const tokens = tokensAt(account, limit, now);
  if (tokens < 1) return new Date(now.getTime() + ((1 - tokens) * limit.per) / limit.posts);
  await db
    .update(accounts)
    .set({ tokens: tokens - 1, tokens_at: now })
    .where(eq(accounts.id, account.id));
  return undefined;
}

function tokensAt(
  { tokens, tokens_at }: Pick<typeof accounts.$inferSelect, "tokens" | "tokens_at">,
  { posts, per }: { readonly posts: number; readonly per: number },
  now: Date,
): number {
  if (tokens === null || tokens_at === null) return posts;
  const elapsed = Math.max(0, now.getTime() - tokens_at.getTime());
  return Math.min(posts, tokens + (elapsed * posts) / per);
}
