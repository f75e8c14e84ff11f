import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Ports } from "../ports/ports.ts";
import type { WrittenPost } from "../ports/text-model.ts";
import type { PostFormat, Source } from "./generation-work.ts";

/** The operator who sends a request. */
export type User = {
  readonly id: string;
  readonly name: string;
  /** The address of a picture; null if there is none. */
  readonly picture?: string | null;
};

/** A handle on either database: PGlite or PostgreSQL, the outer one or a transaction's. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** A post's text; one of an operator has no title. */
export type Written = Omit<WrittenPost, "title"> & { readonly title: string | null };

/** The data of each job, by name. */
export type Jobs = {
  /** Generates `count` posts of a category; `given` is the text of a post that needs no approval. */
  generate: {
    taskId: string;
    categoryId: number;
    count: number;
    type: PostFormat;
    /**
     * The number of times that it was put off because a model took no work; a job of an earlier
     * release has none.
     */
    waits?: number;
    /** The parts of the put-off post that were made and paid for. */
    kept?: {
      readonly turn: number;
      readonly source: Source;
      readonly written: Written;
      /** Undefined if it was the image that had to wait. */
      readonly imageUrl?: string;
    };
    given?: {
      text: string;
      prompt: string | null;
      /** The operator who wrote it; unknown for a job of an earlier release. */
      by?: User | null;
    };
  };
  publish: { postId: number };
  "plan-day": Record<string, never>;
  /** Measures the account's posts that are due, the newest first, and enqueues the next measurement. */
  measure: { accountId: number };
  /** Replaces the credentials of an account before they end. */
  "refresh-credentials": { accountId: number };
  /** Begins a sync of a shop's products, or with `startedAt` goes on with the one that began then. */
  "sync-products": { integrationId: number; startedAt?: string };
  /** Starts the newsletters of the week. */
  newsletter: Record<string, never>;
  /**
   * Sends a group's newsletter of a week to the next of its recipients. `slot` is the time it was
   * due. Unless `isListed`, the recipients are listed before: the active subscribers whose id is
   * `after` the given one. `silences` counts consecutive mails without an answer. A job with
   * `stopped` sends nothing and fails, to report why the newsletter was given up; `why` are the mail
   * service's words. `isTaking` is true while the service takes mails; see
   * server/features/newsletter/send-job.ts.
   */
  "send-newsletter": {
    groupId: number;
    slot: string;
    after: number;
    silences: number;
    isTaking?: boolean;
    isListed?: true;
    stopped?: "refused" | "silent";
    why?: string;
  };
  "rotate-sales": Record<string, never>;
  /**
   * One group's weekly rotation; `slot` is the time it was due, in ISO 8601. A job with `stopped`
   * changes nothing and fails, to report why the run was stopped for good.
   */
  "rotate-sale": { groupId: number; slot: string; stopped?: string };
};

export type EnqueueOptions = {
  readonly startAfter?: Date;
  /** While a job with the same name and key waits, no other is added. */
  readonly singletonKey?: string;
  /** Gives the job that waits this `startAfter`. */
  readonly moves?: boolean;
  /** Jobs of different lanes do not wait for each other; see `policies` in server/jobs/policies.ts. */
  readonly lane?: string;
};

/** The dependencies of every use case. */
export type Context = {
  /** Handle of the request's or job's transaction. Never wait for the network while it is open. */
  readonly db: Db;
  readonly ports: Ports;
  /** Enqueues one or many jobs in the same transaction, so that they are committed with the effect. */
  readonly enqueue: <Name extends keyof Jobs>(
    name: Name,
    work: Jobs[Name] | readonly Jobs[Name][],
    options?: EnqueueOptions,
  ) => Promise<void>;
  /** The factor by which scheduled times come earlier; 1 is real time. */
  readonly speed: number;
  /** The signed-in operator; null for what the server does by itself. */
  readonly by: User | null;
};

/** Inserts a job, or many in one statement, in the transaction of the given handle. */
export type Enqueue = <Name extends keyof Jobs>(
  db: Db,
  name: Name,
  work: Jobs[Name] | readonly Jobs[Name][],
  options?: EnqueueOptions,
) => Promise<void>;

type Dependencies = Pick<Context, "ports" | "speed"> & { readonly enqueue: Enqueue };

/** The user of a request to an endpoint that needs no session. */
export const anonymous: User = { id: "", name: "" };

/**
 * Returns the context of a use case that runs for `by`, on the outer handle of the database or on a
 * transaction's; null is the server itself.
 */
export const contextOn = (
  db: Db,
  { ports, speed, enqueue }: Dependencies,
  by: User | null,
): Context => ({
  db,
  ports,
  speed,
  by: by === anonymous ? null : by,
  enqueue: (...job) => enqueue(db, ...job),
});
