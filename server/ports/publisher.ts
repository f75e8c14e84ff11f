import type { PlatformType } from "@/entities/account/platforms";

/** An account as a platform knows it. */
export type PlatformAccount = {
  readonly platform: PlatformType;
  readonly username: string | null;
  /** By field name, opened; empty where the platform takes none. */
  readonly credentials: Readonly<Record<string, string>>;
};

/** What Reddit is told besides. Without a subreddit a post goes to the account's own profile. */
export type OnReddit = {
  /** In the place of the text; null is the text. */
  readonly body: string | null;
  /** All are asked before the post is in any: it is out once one of them has it. */
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
    /** Our own id of the post on this account. */
    readonly id: number;
    readonly text: string;
    readonly title: string | null;
    readonly imageUrl: string | null;
    readonly videoUrl: string | null;
    /** Whatever the platform; the others do not look at it. */
    readonly reddit?: OnReddit | undefined;
  };
};

/** The platform's own words: the account could not be used, or the post was not taken. */
export type Refused = { readonly ok: false; readonly error: string };

export type Published = { readonly ok: true; readonly externalId: string; readonly url: string };

/**
 * The social platforms. An answer is a certainty: the post is out, or it is not. Whatever leaves
 * that open (a cut connection, a time-out) is thrown, and is never followed by a second try.
 */
export type Publisher = {
  readonly publish: (publication: Publication, signal: AbortSignal) => Promise<Published | Refused>;
  /** Tries the credentials and posts nothing; thrown errors mean the platform was not reached. */
  readonly test: (
    account: PlatformAccount,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true } | Refused>;
};
