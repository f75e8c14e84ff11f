import type { Database } from "../../db/database.ts";
import { deleteOlderThan } from "../../db/delete-old.ts";
import { sandboxMails } from "../../db/schema.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Mailer, MailKeys } from "../../ports/mail/mailer.ts";
import type { Refused } from "../../ports/outcome.ts";

/** Stores mails for `/sandbox/mail`, and refuses some as Amazon SES does, in its words. */
export const createSandboxMailer = ({ db }: Database, clock: Clock): Mailer => ({
  test: async (keys, from) =>
    refusalOf(keys, from) ?? {
      ok: true,
      takesSender: true,
      limits: "No limit in the sandbox",
      notes: [],
    },
  quota: async () => ({ ok: true, left: null }),
  turn: async () => {},
  send: async (keys, mail) => {
    const refusal = refusalOf(keys, mail.from);
    if (refusal) return refusal;
    if (isWrong(mail.to) || /^bounce@/i.test(mail.to)) {
      return { ok: false, error: "MessageRejected: Address blacklisted." };
    }
    await db.insert(sandboxMails).values({
      sender: mail.from,
      recipient: mail.to,
      subject: mail.subject,
      html: mail.html,
      unsubscribe_url: mail.unsubscribeUrl,
      sent_at: clock.now(),
    });
    return { ok: true };
  },
});

/** Each mail of a newsletter is stored as a whole page, so old ones would fill the database. */
const daysKept = 30;

/** Deletes old mails from the sandbox's mailbox. Returns how many. */
export const deleteOldSandboxMails = (database: Database, now: Date): Promise<number> =>
  deleteOlderThan(database, sandboxMails, sandboxMails.sent_at, now, daysKept);

function refusalOf(keys: MailKeys, from: string): Refused | undefined {
  const error = refusalOfKeys(keys) ?? refusalOfSender(keys, from);
  return error === undefined ? undefined : { ok: false, why: "credentials", error };
}

function refusalOfKeys({ aws_access_key_id: id, aws_secret_access_key: secret }: MailKeys) {
  if (!id || !secret) return "MissingAuthenticationToken: Missing Authentication Token";
  if (isWrong(id)) {
    return "UnrecognizedClientException: The security token included in the request is invalid.";
  }
  if (isWrong(secret)) {
    return "SignatureDoesNotMatch: The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.";
  }
  return undefined;
}

const refusalOfSender = ({ aws_region = "us-east-1" }: MailKeys, from: string) =>
  isWrong(from)
    ? `MessageRejected: Email address is not verified. The following identities failed the check in region ${aws_region.toUpperCase()}: ${from}`
    : undefined;

const isWrong = (text: string) => /wrong/i.test(text);
