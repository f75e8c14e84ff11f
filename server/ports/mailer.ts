import type { Refused } from "./publisher.ts";

export type Mail = {
  readonly from: string;
  readonly to: string;
  /** Without line breaks. */
  readonly subject: string;
  readonly html: string;
  /** For the `List-Unsubscribe` header; a POST to it unsubscribes (RFC 8058). */
  readonly unsubscribeUrl: string;
};

/** A refusal in the mail service's words. */
export type RefusedMail = Refused & {
  /** Says if the refusal concerns every mail of the account or this recipient only. */
  readonly of: "account" | "recipient";
};

/**
 * The mail service. A returned result is certain. If it is uncertain whether the mail was sent, `send`
 * throws, and the mail is not retried.
 */
export type Mailer = {
  readonly send: (
    /** `aws_access_key_id`, `aws_secret_access_key`, `aws_region`. */
    credentials: Readonly<Record<string, string>>,
    mail: Mail,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true } | RefusedMail>;
};
