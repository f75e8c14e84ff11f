import { and, eq, isNotNull, lte } from "drizzle-orm";
import { accounts, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { locking } from "../../kernel/locks.ts";
import type { JobHandlers } from "../../kernel/runs.ts";
import { openAccount } from "../accounts/index.ts";
import { claimDue } from "./claims.ts";
import { publishClaimed, redditTargetOf, toClaimedPost } from "./publishing.ts";
import { planNextSearch, searchUnknownPost, type UnknownPost } from "./unknown-posts.ts";

/**
 * Publishes the account's post that is due first, usually this one, at most once: the claim is
 * committed before the platform is called. Goes on with a post that waits for its platform, and looks
 * for one whose outcome is unknown.
 */
export const publish: JobHandlers["publish"] = async ({ postId }, run) => {
  const unknown = await run.transaction((context) => claimUnknown(context, postId));
  if (unknown) return searchUnknownPost(run, unknown);
  const post = await run.transaction((context) => claimDue(context, postId));
  if (post) await publishClaimed(run, post);
};

/** Returns the post if it is unknown, can be looked for, and its time has come; else undefined. */
async function claimUnknown(context: Context, id: number): Promise<UnknownPost | undefined> {
  const { db, ports } = context;
  const [found] = await locking(
    db,
    "post",
    db
      .select({ id: scheduledPosts.id, post: scheduledPosts, account: accounts, item: queueItems })
      .from(scheduledPosts)
      .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
      .innerJoin(accounts, eq(accounts.id, scheduledPosts.account_id))
      .where(
        and(
          eq(scheduledPosts.id, id),
          eq(scheduledPosts.status, "unknown"),
          isNotNull(scheduledPosts.committing_at),
          lte(scheduledPosts.ask_at, new Date(ports.clock.now().getTime() + 1000)),
        ),
      )
      .for("update", { of: scheduledPosts }),
  );
  if (!found) return undefined;
  const { post, item } = found;
  const { started_at, committing_at } = post;
  if (!started_at || !committing_at) return undefined;
  await planNextSearch(context, post);
  const account = await openAccount(db, ports.secrets, found.account);
  if (typeof account === "string") return undefined;
  const reddit = await redditTargetOf(db, item);
  return {
    ...toClaimedPost(post, started_at, item, account, found.account, reddit),
    since: committing_at,
  };
}
