import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { contentApi } from "@/features/content/contract";
import type { WireOf } from "@/shared/api/endpoint";
import { accounts } from "../../db/schema.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { lockAccounts } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { RequestRun } from "../../kernel/runs.ts";
import { counted, namesOf } from "../../kernel/sentences.ts";
import type { AccountRow } from "../accounts/index.ts";
import { isUsable, unusableInWords } from "../accounts/index.ts";
import { mediaTypeFor } from "../content/index.ts";
import type { PostRow } from "../scheduler/index.ts";
import { acceptsPost, refuseIfPaused } from "../scheduler/index.ts";
import { publishOnce, type Result, resultsOfOrder } from "./order.ts";
import { activeAccounts, chosenAccounts, refuseWhere } from "./targets.ts";

/**
 * Publishes a text immediately on the chosen accounts of a group, or else on every active one that
 * accepts it and can be used; 409 if there is none, or if a chosen one does not. The post belongs to
 * no category.
 */
export async function publishDirectly(
  run: RequestRun,
  command: string,
  {
    account_group_id,
    text_content,
    title = null,
    image_url,
    video_url = null,
    social_account_ids: chosen,
  }: z.output<typeof contentApi.publish.body>,
): Promise<WireOf<typeof contentApi.publish>> {
  const { world } = run.ports;
  const origin = `publish:${command}`;
  const content = { text_content, title, image_url, video_url };
  const begun = await publishOnce(run, origin, async (context) => {
    await lockAccounts(context.db, eq(accounts.group_id, rowId(account_group_id)), "key share");
    const group = await findGroup(context, account_group_id);
    await refuseIfPaused(context.db, group.id);
    const order = { ...content, media_type: mediaTypeFor(content), origin };
    if (chosen) {
      const targets = await chosenAccounts(context.db, group.id, chosen);
      refuseWhere(targets, (account) => !account.is_active, "Not active:");
      refuseWhere(targets, (account) => !isUsable(account, world), "Without working keys:");
      refuseWhere(
        targets,
        (account) => !acceptsPost(account, content),
        "This post needs an image or video for",
      );
      return { order, targets };
    }
    const active = await activeAccounts(context.db, group.id);
    if (active.length === 0) {
      throw new Refusal(409, "This group has no active account to publish on.");
    }
    const usable = active.filter((account) => isUsable(account, world));
    if (usable.length === 0) {
      throw new Refusal(
        409,
        `This group has no account that can publish. ${unusableInWords(active, world)}`,
      );
    }
    const targets = usable.filter((account) => acceptsPost(account, content));
    if (targets.length === 0) {
      throw new Refusal(
        409,
        `Every active account of this group needs an image or video: ${namesOf(usable)}.`,
      );
    }
    return { order, targets };
  });
  return run.conclude(async (context) => {
    const results = await resultsOfOrder(context, origin, begun);
    if (chosen) return { publishing_results: results, message: inWords(results, []) };
    const active = await activeAccounts(context.db, rowId(account_group_id));
    // An account whose post was just refused is not left out, though it cannot be used any more.
    const others = active.filter(
      ({ id }) => !results.some(({ social_account_id }) => social_account_id === id),
    );
    const leftOut = others.filter(
      (account) => isUsable(account, world) && !acceptsPost(account, content),
    );
    const message = [inWords(results, leftOut), unusableInWords(others, world)]
      .filter(Boolean)
      .join(" ");
    return { publishing_results: results, message };
  });
}

function inWords(results: readonly Result[], leftOut: readonly AccountRow[]): string {
  const countOf = (expected: PostRow["status"] | "cancelled") =>
    results.filter(({ status }) => status === expected).length;
  const [failed, unknown, cancelled] = [
    countOf("failed"),
    countOf("unknown"),
    countOf("cancelled"),
  ];
  const [later, processed] = [countOf("scheduled"), countOf("publishing")];
  return [
    `Published on ${countOf("published")} of ${counted(results.length, "account")}.`,
    failed > 0 && `${failed} failed.`,
    cancelled > 0 && `${cancelled} cancelled.`,
    processed > 0 && `${processed} ${processed === 1 ? "is" : "are"} still being processed there.`,
    later > 0 && `${later} could not be sent yet and will be tried again.`,
    unknown > 0 && `${unknown} may already be live: check the profile.`,
    leftOut.length > 0 && `Left out, needs an image or video: ${namesOf(leftOut)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
