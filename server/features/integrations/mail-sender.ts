import { and, eq, isNotNull } from "drizzle-orm";
import { type integrations, newsletterSettings } from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";

export type MailSender = {
  readonly address: string;
  /** True if the newsletter goes out under another address than that of its mail service. */
  readonly isOther: boolean;
};

/**
 * The address that mails of a mail service come from: the sender of the newsletter that goes out by it,
 * and otherwise the service's own.
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
