import type { PlatformType } from "@/entities/account/platforms";

/** An account as a platform knows it. */
export type PlatformAccount = {
  readonly platform: PlatformType;
  readonly username: string | null;
  /** Decrypted, by field name; empty if the platform takes none. */
  readonly credentials: Readonly<Record<string, string>>;
  /** For a platform that uses a browser session: false if it has not been primed. */
  readonly isPrimed?: boolean | undefined;
};

/** Additional data for Reddit. Without a subreddit a post goes to the account's own profile. */
export type OnReddit = {
  /** Replaces the text; null uses the text. */
  readonly body: string | null;
  /** Check all before submitting to any: the post counts as published once one of them has it. */
  readonly subreddits: readonly { readonly name: string; readonly flairId: string | null }[];
  /**
   * Flairs whose subreddit is not known. A subreddit without a `flairId` takes the first of these
   * that it offers; the others never go to it, because Reddit would refuse the post.
   */
  readonly flairIds: readonly string[];
};

export type Publication = {
  readonly account: PlatformAccount;
  readonly post: {
    /** This server's id of the post. */
    readonly id: number;
    readonly text: string;
    readonly title: string | null;
    readonly imageUrl: string | null;
    readonly videoUrl: string | null;
    /** Set for every platform; only Reddit uses it. */
    readonly reddit?: OnReddit | undefined;
  };
};

/** A refusal in the platform's words: the account cannot be used, or the post was not accepted. */
export type Refused = { readonly ok: false; readonly error: string };

export type Published = { readonly ok: true; readonly externalId: string; readonly url: string };

/**
 * The social platforms. A returned result is certain: the post is published, or it is not. If that is
 * uncertain (a cut connection, a time-out), `publish` throws, and the post is never retried
 * automatically.
 */
export type Publisher = {
  readonly publish: (publication: Publication, signal: AbortSignal) => Promise<Published | Refused>;
  /** Tests the credentials without posting; throws if the platform was not reached. */
  readonly test: (
    account: PlatformAccount,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true } | Refused>;
};
