import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { platforms } from "@/entities/account/platforms";
import { accounts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import type { PostFormat } from "../../kernel/generation-work.ts";
import { locking } from "../../kernel/locks.ts";
import type { AccountRow } from "../accounts/index.ts";
import { isUsable } from "../accounts/index.ts";
import type { CategoryRow } from "../categories/index.ts";
import type { QueueRow } from "./schedule.ts";

/** Returns the accounts that the category's posts are scheduled on: enabled, and usable. */
export const suitableAccounts = async ({ db, ports }: Context, category: CategoryRow) =>
  (await enabledAccounts(db, category)).filter((account) => isUsable(account, ports.world));

/** Returns the same without a lock, for a preview. */
export const suitableAccountsNow = async ({ db, ports }: Context, category: CategoryRow) =>
  (await enabledAccountsNow(db, category)).filter((account) => isUsable(account, ports.world));

/**
 * Returns the active accounts of the category's group on its enabled platforms. Locked until the
 * transaction ends, so that two concurrent approvals do not get the same time.
 */
export const enabledAccounts = (db: Db, category: CategoryRow): Promise<AccountRow[]> =>
  locking(db, "account", enabledAccountsNow(db, category).for("update"));

/** Returns the same without a lock: the accounts that posts of the category are for. */
export function enabledAccountsNow(db: Db, category: CategoryRow) {
  const enabled = category.enabled_platforms;
  return db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.group_id, category.group_id),
        eq(accounts.is_active, true),
        // Untyped SQL: a newer console may have stored platforms that this server does not know.
        enabled === null ? undefined : inArray(sql`${accounts.platform_type}`, enabled),
      ),
    )
    .orderBy(asc(accounts.id));
}

/** Returns true if the account's platform accepts the post: some require an image or a video. */
export const acceptsPost = (
  { platform_type }: Pick<AccountRow, "platform_type">,
  { image_url, video_url }: Pick<QueueRow, "image_url" | "video_url">,
) => !platforms[platform_type].needsMedia || image_url !== null || video_url !== null;

/** Returns the same for every post of a kind. */
export const acceptsFormat = (
  { platform_type }: Pick<AccountRow, "platform_type">,
  kind: PostFormat,
) => !platforms[platform_type].needsMedia || kind !== "text";
