import type { Refused } from "./publisher.ts";

export type Mail = {
  readonly from: string;
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly html: string;
  /** Goes into `List-Unsubscribe`; a POST to it is enough (RFC 8058). */
  readonly unsubscribeUrl: string;
};

/** In the mail service's own words. */
export type RefusedMail = Refused & {
  /** Whether it says so of whatever this account sends, or of this recipient alone. */
  readonly of: "account" | "recipient";
};

/**
 * The mail service. An answer is a certainty; whatever leaves it open is thrown, and such a mail is
 * not sent again by itself.
 */
export type Mailer = {
  readonly send: (
    /** `aws_access_key_id`, `aws_secret_access_key`, `aws_region`. */
    credentials: Readonly<Record<string, string>>,
    mail: Mail,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true } | RefusedMail>;
};
