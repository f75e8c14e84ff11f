/** A final refusal in the service's own words: this post, mail or change will never be taken. */
export type FinalRefusal = {
  readonly ok: false;
  readonly error: string;
  readonly why?: undefined;
  /** The service says that it has this very post already. */
  readonly isDuplicate?: true;
};

/** The account must be entered or connected again; its other work waits for that. */
export type BadCredentials = {
  readonly ok: false;
  readonly error: string;
  readonly why: "credentials";
  /** `post` if the service may also mean this mail's recipient alone: its words do not tell. */
  readonly scope?: "post";
};

/** Certainly not done: the same may be tried again at `retryAt`. */
export type RetryLater = {
  readonly ok: false;
  readonly error: string;
  readonly why: "later";
  readonly retryAt: Date;
  /** `post` if the cause is this post alone (its image did not load), and others need not wait. */
  readonly scope?: "post";
  /**
   * The account's quota of posts is used up, perhaps by another program: waiting for it is no
   * failed try.
   */
  readonly isQuota?: true;
};

/**
 * A certain refusal of an outside service. An answer that is not certain is never returned: the port's
 * function throws then, and whatever it asked for may have been done.
 */
export type Refused = FinalRefusal | BadCredentials | RetryLater;

/**
 * Nothing left this machine: the name did not resolve, the connection or its encryption failed, or the
 * proxy did not let it through. Certain, unlike every other error.
 */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}
