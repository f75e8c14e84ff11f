/** A report about an address. After a bounce for good or a complaint it gets no more mail. */
export type MailEvent = {
  readonly kind: "bounce" | "complaint" | "temporary_bounce";
  readonly email: string;
  /** The reason why, in a sentence: `Bounced: smtp; 550 5.1.1 user unknown`. */
  readonly reason: string;
};

/** A report of a mail service, whose signature was verified. */
export type MailReport = {
  /** The topic that it came from. */
  readonly topic: string;
  /** False if its topic is not taken; then it has no events. */
  readonly isTaken: boolean;
  readonly events: readonly MailEvent[];
};

/** The reader of what a mail service reports of bounces and complaints. */
export type MailEvents = {
  /**
   * Verifies the body of a report. Undefined if it is not one, or its signature does not match. Throws
   * if the certificate of the signature cannot be fetched.
   *
   * @param isTaken whether reports of this topic, or its subscription, are taken; only then is a
   *   subscription confirmed
   */
  readonly read: (
    body: string,
    isTaken: (topic: string, isSubscription: boolean) => boolean,
    signal: AbortSignal,
  ) => Promise<MailReport | undefined>;
};
