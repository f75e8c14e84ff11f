import type { PlatformType } from "@/entities/account/platforms";
import type { subredditStatuses } from "@/entities/post/contract";
import type { Refused } from "./outcome.ts";
import type { GroupProxy } from "./proxy.ts";

/** An account as a platform knows it. */
export type PlatformAccount = {
  /** This server's id of the account, for caches of sessions. */
  readonly id: number;
  readonly platform: PlatformType;
  readonly username: string | null;
  /** Decrypted, by field name; empty if the platform takes none. */
  readonly credentials: Readonly<Record<string, string>>;
  /** For a platform that uses a browser session: false if it has not been primed. */
  readonly isPrimed?: boolean | undefined;
  /** The proxy of its group. With one, no request of the account is ever sent without it. */
  readonly proxy: GroupProxy | null;
};

/** Additional data for Reddit. Without a subreddit a post goes to the account's own profile. */
export type RedditTarget = {
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
    /** A description of the image or video, for people who do not see it. */
    readonly altText: string | null;
    /** True if a model made the image or the video: some platforms want that disclosed. */
    readonly isGenerated: boolean;
    /** Set for every platform; only Reddit uses it. */
    readonly reddit?: RedditTarget | undefined;
  };
};

/** The result of a post in one of several subreddits. */
export type SubredditResult = {
  /** Without `r/`. */
  readonly name: string;
  /** `accepted`: Reddit processes the media. `unknown`: the answer was lost. */
  readonly status: (typeof subredditStatuses)[number];
  readonly url: string | null;
  /** The reason why it was refused, in Reddit's words. */
  readonly error: string | null;
};

export type Published = {
  readonly ok: true;
  readonly externalId: string;
  readonly url: string;
  /**
   * The part of the post that is not published, in words that follow the account's name: 'but not in
   * r/serbia, which refused it'.
   */
  readonly note?: string | undefined;
  /** In place of those that were stored with the trace. */
  readonly subreddits?: readonly SubredditResult[] | undefined;
};

/** The platform processes the media: ask again at `askAt`, with the post's trace. */
export type Waiting = {
  readonly ok: "waiting";
  /** A sentence for the operator on what is waited for: 'Instagram processes the video.' */
  readonly note: string;
  readonly askAt: Date;
};

/**
 * The state that is needed to finish or find a post again: ids of uploaded media, a container, a
 * record key. It has no secrets, because it is stored as it is.
 */
export type Trace = Readonly<Record<string, string>>;

/**
 * One try to publish a post. Its functions store the trace, and what is known of each of several
 * subreddits, in place of what was stored; both are durable when they resolve.
 */
export type Attempt = {
  /** The state that an earlier try has prepared; empty for none. */
  readonly trace: Trace;
  /**
   * True for an operator's retry: ask those again that refused the post. It is also true for a try that
   * goes on after a crash, and for most first tries, of which nobody has refused anything. False for
   * any other try that the server starts by itself.
   */
  readonly retriesRefused?: boolean | undefined;
  /** Stores ids of what was prepared, so that a later try goes on from there. */
  readonly prepared: (trace: Trace, subreddits?: readonly SubredditResult[]) => Promise<void>;
  /**
   * Must be awaited right before the one call that makes the post visible: from then on the post may be
   * live. If that call certainly had no effect, the publisher returns a refusal.
   */
  readonly committing: (trace: Trace, subreddits?: readonly SubredditResult[]) => Promise<void>;
};

/** The platform's certainty that a post is not there: it may be sent. */
export type Absent = { readonly ok: "absent" };
/** The platform cannot tell. `advice` says what to look at: 'Look at the profile on LinkedIn.' */
export type Unsure = { readonly ok: "unsure"; readonly advice: string };
/** The platform took the post, and will certainly never show it: its video could not be processed. */
export type Rejected = { readonly ok: "rejected"; readonly error: string };

/** The end of a search for a post. A refusal is one of the search, and says nothing of the post. */
export type SearchResult = Published | Waiting | Absent | Unsure | Rejected | Refused;

/**
 * The social platforms. A returned result is certain. If it is uncertain whether the post is published
 * (a cut connection, a time-out), `publish` throws. An error that is thrown before
 * `attempt.committing` is certain too: nothing is visible, and the same may be tried again.
 */
export type Publisher = {
  /**
   * Does everything up to the creating call, and that call once. A post that waits is given again,
   * with its trace; after `attempt.committing` it is given to `locate` instead.
   */
  readonly publish: (
    publication: Publication,
    attempt: Attempt,
    signal: AbortSignal,
  ) => Promise<Published | Waiting | Refused>;
  /**
   * Looks for a post whose creating call had no certain answer, or which waits after it. Reads only.
   * `since` is when the creating call was made, at the earliest. Throws if the platform was not
   * reached.
   */
  readonly locate: (
    publication: Publication,
    trace: Trace,
    since: Date,
    signal: AbortSignal,
  ) => Promise<SearchResult>;
  /** Tests the credentials without posting; throws if the platform was not reached. */
  readonly test: (
    account: PlatformAccount,
    signal: AbortSignal,
  ) => Promise<TestedAccount | Refused>;
  /**
   * Returns new credentials in place of those that end soon; null where there is nothing to do.
   * Throws if the platform was not reached: the old ones may then be replaced already, where a
   * platform rotates them.
   */
  readonly refresh: (
    account: PlatformAccount,
    signal: AbortSignal,
  ) => Promise<FreshCredentials | null | Refused>;
  /**
   * Deletes a published post; only a check of the connection does. Not there where the platform has no
   * call for it. Throws if it is uncertain whether the post is deleted.
   */
  readonly remove?: (
    account: PlatformAccount,
    externalId: string,
    signal: AbortSignal,
  ) => Promise<Removed | NotRemovable | Refused>;
};

/** The platform says that the post is deleted. */
export type Removed = { readonly ok: true };
/** The platform has no call that deletes a post: a person does it. */
export type NotRemovable = { readonly ok: "by hand" };

export type TestedAccount = {
  readonly ok: true;
  /** The owner of the credentials, in the platform's words: '@zima.bsky.social'. */
  readonly owner?: string | undefined;
  /** The time when they end; undefined if they do not, or the platform does not say. */
  readonly expiresAt?: Date | undefined;
};

export type FreshCredentials = {
  readonly ok: true;
  readonly credentials: Readonly<Record<string, string>>;
  readonly expiresAt: Date | null;
};
