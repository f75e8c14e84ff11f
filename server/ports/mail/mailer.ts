import type { MailOrder, RenderedMail } from "@/features/newsletter/mail";
import type { Refused } from "../outcome.ts";

export type Mail = {
  readonly from: string;
  readonly to: string;
  /** Without line breaks. */
  readonly subject: string;
  readonly html: string;
  /** For the `List-Unsubscribe` header; a POST to it unsubscribes (RFC 8058). */
  readonly unsubscribeUrl: string;
};

/** The keys of an integration: `aws_access_key_id`, `aws_secret_access_key`, `aws_region`. */
export type MailKeys = Readonly<Record<string, string>>;

export type MailAccount = {
  readonly ok: true;
  /** True if it takes mail from the address. False if only a mail shows that, as a note says. */
  readonly takesSender: boolean;
  /** In a sentence, for the operator: how many mails the account may send. Null if unknown. */
  readonly limits: string | null;
  /** Facts that the operator should know or change, each a sentence. */
  readonly notes: readonly string[];
};

/** The number of mails that may still be sent now; null if unknown or without a limit. */
export type MailQuota = { readonly ok: true; readonly left: number | null };

/**
 * The mail service. A returned result is certain. If it is uncertain whether the mail was sent,
 * `send` throws, and the mail is not sent again.
 *
 * Refusals: `credentials` concerns every mail of the account or sender, or perhaps this one alone if
 * its `scope` is the post; without a `why`, the service will never take this one mail; `later` asks
 * to wait with all mails, or with this one if its `scope` is the post.
 */
export type Mailer = {
  /**
   * Finds out what the account may send, and whether the service takes mail from this address.
   * Sends nothing.
   */
  readonly test: (
    keys: MailKeys,
    from: string,
    signal: AbortSignal,
  ) => Promise<MailAccount | Refused>;
  /** Reads what is left of the account's quota, and the rate that `turn` keeps to. */
  readonly quota: (keys: MailKeys, signal: AbortSignal) => Promise<MailQuota | Refused>;
  /** Resolves when the account's rate allows its next mail. Call it before each `send`. */
  readonly turn: (keys: MailKeys) => Promise<void>;
  readonly send: (
    keys: MailKeys,
    mail: Mail,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true } | Refused>;
};

/**
 * Renders a mail from Jinja-style templates, with MJML for the body. A template cannot read files or use
 * the network, and has a time limit; its errors are returned. Throws only if the renderer itself fails.
 */
export type MailRenderer = {
  readonly render: (mail: MailOrder) => Promise<RenderedMail>;
};
