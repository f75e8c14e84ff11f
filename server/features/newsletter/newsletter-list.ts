import { and, asc, count, desc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type { newsletterApi } from "@/features/newsletter/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { mails, newsletterRuns } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { iso } from "../../kernel/times.ts";

const pageSize = 50;

/** Returns how far the latest newsletter of a group has come, and one page of its mails. */
export async function listNewsletterMails(
  context: Context,
  groupId: Id,
  { status, after }: z.output<typeof newsletterApi.mails.query> = {},
): Promise<WireOf<typeof newsletterApi.mails>> {
  const { db } = context;
  const group = await findGroup(context, groupId);
  const [run] = await db
    .select()
    .from(newsletterRuns)
    .where(eq(newsletterRuns.group_id, group.id))
    .orderBy(desc(newsletterRuns.slot))
    .limit(1);
  if (!run) return { slot: null, wait_until: null, why: null, counts: {}, mails: [], next: null };
  const ofRun = and(eq(mails.group_id, group.id), eq(mails.slot, run.slot));
  const counts = await db
    .select({ status: mails.status, count: count() })
    .from(mails)
    .where(ofRun)
    .groupBy(mails.status);
  const rows = await db
    .select()
    .from(mails)
    .where(
      and(
        ofRun,
        status === undefined ? undefined : eq(mails.status, status),
        after === undefined ? undefined : gt(mails.id, rowId(after)),
      ),
    )
    .orderBy(asc(mails.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  return {
    slot: iso(run.slot),
    wait_until: iso(run.wait_until),
    why: run.why,
    counts: Object.fromEntries(counts.map((row) => [row.status, row.count])),
    mails: page.map(({ id, recipient, status, error, retry_at, sent_at, tried_at }) => ({
      id,
      recipient,
      status,
      error,
      retry_at: iso(retry_at),
      at: iso(sent_at ?? tried_at),
    })),
    next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}
