import * as z from "zod/mini";
import type { MailAccount, Mailer, MailKeys, MailQuota } from "../../../ports/mail/mailer.ts";
import type { Refused } from "../../../ports/outcome.ts";
import { textOfMail } from "../mail-text.ts";
import { createPace, type Pace } from "../pace.ts";
import { type Ses, type SesOptions, sesOf } from "./call.ts";

const flag = z.optional(z.boolean());

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetAccount.html */
const accountSchema = z.object({
  SendingEnabled: flag,
  ProductionAccessEnabled: flag,
  EnforcementStatus: z.optional(z.string()),
  SendQuota: z.optional(
    z.object({
      /** -1 is no limit. */
      Max24HourSend: z.number(),
      MaxSendRate: z.number(),
      SentLast24Hours: z.number(),
    }),
  ),
});
type Account = z.output<typeof accountSchema>;

const identitySchema = z.object({
  VerifiedForSendingStatus: flag,
  DkimAttributes: z.optional(z.object({ Status: z.optional(z.string()) })),
});

/** Mails per second of an account whose rate is not known: what Amazon gives to every account. */
const usualRate = 1;

const charset = "UTF-8";

/** Sends mail by Amazon SES, and keeps to the rate of each account. */
export function createSesMailer(options: SesOptions, pace: Pace = createPace(usualRate)): Mailer {
  /** Reads the account; undefined if the keys may not read it, refused if it may not send. */
  async function readAccount(keys: MailKeys, signal: AbortSignal) {
    const answer = await sesOf(options, keys)({ method: "GET", path: "/v2/email/account", signal });
    if (!answer.ok) return isDenied(answer) ? undefined : answer;
    const account = accountSchema.parse(answer.json);
    const rate = account.SendQuota?.MaxSendRate ?? 0;
    if (rate > 0) pace.set(accountOf(keys), rate);
    return account.SendingEnabled === false || account.EnforcementStatus === "SHUTDOWN"
      ? switchedOff
      : ({ ok: true, account } as const);
  }

  return {
    test: async (keys, from, signal): Promise<MailAccount | Refused> => {
      const read = await readAccount(keys, signal);
      if (read && !read.ok) return read;
      const identity = await readIdentity(sesOf(options, keys), from, signal);
      if (!identity.ok) return identity;
      return {
        ok: true,
        takesSender: identity.isVerified,
        limits: read ? limitsOf(read.account) : null,
        notes: [...(read ? notesOf(read.account) : [unknownRate]), ...identity.notes],
      };
    },
    quota: async (keys, signal): Promise<MailQuota | Refused> => {
      const read = await readAccount(keys, signal);
      if (read && !read.ok) return read;
      return { ok: true, left: read ? leftOf(read.account) : null };
    },
    turn: (keys) => pace.turn(accountOf(keys)),
    send: async (keys, { from, to, subject, html, unsubscribeUrl }, signal) => {
      const ses = sesOf(options, keys);
      const answer = await ses({
        method: "POST",
        path: "/v2/email/outbound-emails",
        json: {
          FromEmailAddress: from,
          Destination: { ToAddresses: [to] },
          Content: {
            Simple: {
              Subject: { Data: subject, Charset: charset },
              Body: {
                Html: { Data: html, Charset: charset },
                Text: { Data: textOfMail(html), Charset: charset },
              },
              Headers: [
                { Name: "List-Unsubscribe", Value: `<${unsubscribeUrl}>` },
                { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
              ],
            },
          },
        },
        signal,
      });
      return answer.ok ? { ok: true } : answer;
    },
  };
}

/**
 * Returns the key of a rate, which belongs to an AWS account in a region; its keys are the best that
 * is known of it.
 */
const accountOf = ({ aws_region, aws_access_key_id }: MailKeys) =>
  `${aws_region} ${aws_access_key_id}`;

/** Returns whether the key may only send; Amazon names the call that it may not make. */
const isDenied = ({ error }: Refused) => error.startsWith("AccessDenied");

const unknownRate =
  "The key may not read the account (ses:GetAccount): one mail a second is sent, and the daily quota is not watched.";

const switchedOff: Refused = {
  ok: false,
  why: "credentials",
  error: "Amazon has switched off the sending of this account.",
};

function leftOf({ SendQuota }: Account): number | null {
  if (!SendQuota || SendQuota.Max24HourSend < 0) return null;
  return Math.max(0, Math.floor(SendQuota.Max24HourSend - SendQuota.SentLast24Hours));
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

function limitsOf(account: Account): string | null {
  const { SendQuota } = account;
  if (!SendQuota) return null;
  const rate = `${whole.format(SendQuota.MaxSendRate)} a second`;
  const left = leftOf(account);
  return left === null
    ? `${rate}, without a daily limit`
    : `${rate}, ${whole.format(SendQuota.Max24HourSend)} in 24 hours, of which ${whole.format(left)} are left`;
}

const notesOf = ({ ProductionAccessEnabled, EnforcementStatus }: Account): string[] => [
  ...(ProductionAccessEnabled === false
    ? [
        "This account is in Amazon's sandbox: it mails verified addresses only. Ask for production access in the console of Amazon SES.",
      ]
    : []),
  ...(EnforcementStatus === "PROBATION" ? ["Amazon has put this account on probation."] : []),
];

/** Reads the identity of the address, else of its domain. */
async function readIdentity(
  ses: Ses,
  from: string,
  signal: AbortSignal,
): Promise<
  { readonly ok: true; readonly isVerified: boolean; readonly notes: readonly string[] } | Refused
> {
  const domain = from.slice(from.lastIndexOf("@") + 1);
  for (const name of [from, domain]) {
    const path = `/v2/email/identities/${encodeURIComponent(name)}`;
    const answer = await ses({ method: "GET", path, signal });
    if (!answer.ok) {
      if (answer.error.startsWith("NotFoundException")) continue;
      if (isDenied(answer)) return { ok: true, isVerified: false, notes: [unknownIdentity] };
      return answer;
    }
    const { VerifiedForSendingStatus, DkimAttributes } = identitySchema.parse(answer.json);
    if (VerifiedForSendingStatus === false) continue;
    const isSigned = DkimAttributes?.Status === "SUCCESS";
    return { ok: true, isVerified: true, notes: isSigned ? [] : [noDkim(name)] };
  }
  return {
    ok: false,
    why: "credentials",
    error: `Amazon SES may not send from ${from}: neither the address nor ${domain} is a verified identity in this region.`,
  };
}

const unknownIdentity =
  "The key may not read identities (ses:GetEmailIdentity): send a test email to check that the sender is verified.";

const noDkim = (name: string) =>
  `Mails from ${name} are not signed (DKIM): without it, large mail providers show no button to unsubscribe.`;
