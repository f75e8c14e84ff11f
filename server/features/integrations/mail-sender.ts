import { and, eq, isNotNull, sql } from "drizzle-orm";
import { integrations, newsletterSettings } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";

export type MailSender = {
  readonly address: string;
  /** True if the newsletter is sent under another address than that of its mail service. */
  readonly isOther: boolean;
};

/**
 * Returns the address that mails of a mail service come from: the sender of the newsletter that is
 * sent by it, and otherwise the service's own.
 */
export async function mailSenderOf(
  db: Db,
  { id, group_id, store_name }: typeof integrations.$inferSelect,
): Promise<MailSender> {
  const [newsletter] = await db
    .select({ sender: newsletterSettings.sender_email })
    .from(newsletterSettings)
    .where(
      and(
        eq(newsletterSettings.group_id, group_id),
        eq(newsletterSettings.integration_id, id),
        isNotNull(newsletterSettings.sender_email),
      ),
    );
  const address = newsletter?.sender ?? store_name;
  return { address, isOther: address !== store_name };
}

/** Stores why a mail service refuses its keys, for its card; null once it takes mail. */
export async function noteMailService(
  { db }: Context,
  id: number,
  error: string | null,
): Promise<void> {
  await db
    .update(integrations)
    .set({ last_known_error: error })
    .where(
      and(
        eq(integrations.id, id),
        sql`${integrations.last_known_error} is distinct from ${error}::text`,
      ),
    );
}
