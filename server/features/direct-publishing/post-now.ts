import type { z } from "zod";
import type { contentApi } from "@/features/content/contract";
import type { Id } from "@/shared/api/id";
import { scheduledPosts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { RequestRun } from "../../kernel/runs.ts";
import { nameOf, namesOf } from "../../kernel/sentences.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { AccountRow } from "../accounts/index.ts";
import { notePosts } from "../activity/index.ts";
import { contentOf, findContent, groupOfContent, lockUsesOf } from "../content/index.ts";
import { unsettledPosts } from "../duplicates/index.ts";
import type { PostRow } from "../scheduler/index.ts";
import { acceptsPost, refuseIfPaused, rejectItemsWithoutPosts } from "../scheduler/index.ts";
import { publishOnce, type Results, resultsOfOrder } from "./order.ts";
import { chosenAccounts, refuseWhere } from "./targets.ts";

/**
 * Publishes content immediately on accounts of its group. 422 if an account belongs to another group,
 * 409 if one is inactive or does not accept such content, or if the content is on its way there or
 * may be live there already; then nothing is published. With `confirm_duplicates` the operator has
 * agreed that the scheduled posts on these accounts are replaced, and that the unknown ones are not
 * live. Otherwise every account has a result: its post waits where the account must not be called
 * yet. 503 while an earlier try of the same command may still be publishing.
 */
export async function postNow(
  run: RequestRun,
  command: string,
  id: Id,
  {
    social_account_ids,
    confirm_duplicates = false,
  }: z.output<typeof contentApi.postNow.body> & Partial<z.output<typeof contentApi.postNow.query>>,
): Promise<Results> {
  const origin = `post-now:${id}:${command}`;
  const begun = await publishOnce(run, origin, async (context) => {
    const group_id = await groupOfContent(context.db, id);
    const targets = await chosenAccounts(context.db, group_id, social_account_ids);
    await refuseIfPaused(context.db, group_id);
    await lockUsesOf(context.db, rowId(id));
    const item = await findContent(context.db, id);
    const content = contentOf(item);
    refuseWhere(targets, ({ is_active }) => !is_active, "Not active:");
    refuseWhere(
      targets,
      (account) => !acceptsPost(account, content),
      "This content needs an image or video for",
    );
    await settleDuplicates(context, item.id, targets, confirm_duplicates);
    return { order: { ...content, content_item_id: item.id, origin }, targets };
  });
  return run.conclude(async (context) => ({
    publishing_results: await resultsOfOrder(context, origin, begun),
  }));
}

/**
 * Deletes the scheduled posts that this one replaces. Throws a 409 Refusal that names them with their
 * times if that is not confirmed, or if one is being published.
 */
async function settleDuplicates(
  context: Context,
  contentItemId: number,
  targets: readonly AccountRow[],
  isConfirmed: boolean,
) {
  const { db } = context;
  const accountIds = targets.map(({ id }) => id);
  const posts = await unsettledPosts(db, contentItemId, accountIds);
  const withStatus = (status: PostRow["status"]) => posts.filter((post) => post.status === status);
  const [scheduled, publishing, unknown] = [
    withStatus("scheduled"),
    withStatus("publishing"),
    withStatus("unknown"),
  ];
  if (publishing.length > 0) {
    throw new Refusal(409, `This content is being published now: ${namesOf(publishing)}.`);
  }
  if (!isConfirmed && posts.length > 0) {
    const reasons = [
      scheduled.length > 0 && `This content is already scheduled: ${timesOf(scheduled)}.`,
      unknown.length > 0 && `It may already be live: ${timesOf(unknown)}.`,
    ];
    throw new Refusal(409, reasons.filter(Boolean).join(" "));
  }
  const replaced = scheduled.map(({ id }) => id);
  await notePosts(context, "cancelled", replaced, "(replaced by 'Post now')");
  await db.delete(scheduledPosts).where(isAnyOf(scheduledPosts.id, replaced));
  await rejectItemsWithoutPosts(
    context,
    scheduled.map(({ queue_item_id }) => queue_item_id),
  );
}

/** Returns words such as `zima on Bluesky, 2026-11-21 18:30 UTC`. */
const timesOf = (posts: readonly PostRow[]) =>
  posts
    .map((post) => {
      const [day, time = ""] = post.publish_at.toISOString().split("T");
      return `${nameOf(post)}, ${day} ${time.slice(0, 5)} UTC`;
    })
    .join("; ");
