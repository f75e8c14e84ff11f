import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { PostKind } from "./domain/quota.ts";
import type { Ports } from "./ports/ports.ts";

/** The operator who sends a request. */
export type User = {
  readonly id: string;
  readonly name: string;
  /** The address of a picture; null if there is none. */
  readonly picture?: string | null;
};

/** A handle on either database: PGlite or PostgreSQL, the outer one or a transaction's. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** The data of each job, by name. */
export type Jobs = {
  /** Generates `count` posts of a category; `given` is the text of a post that needs no approval. */
  generate: {
    taskId: string;
    categoryId: number;
    count: number;
    type: PostKind;
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
  "sync-products": { integrationId: number };
  /** Starts the newsletters of the week. */
  newsletter: Record<string, never>;
  /**
   * Sends a group's newsletter of a week to the next subscribers by id, `after` the given one. `slot` is
   * the time it was due. `silences` counts consecutive mails without an answer. A job with `stopped`
   * sends nothing and fails, to report why the newsletter was given up.
   */
  "send-newsletter": {
    groupId: number;
    slot: string;
    after: number;
    silences: number;
    stopped?: "refused" | "silent";
  };
  "rotate-sales": Record<string, never>;
  /**
   * One group's weekly rotation; `slot` is the time it was due, in ISO 8601. A job with `stopped` changes
   * nothing and fails, to report why the run was stopped for good.
   */
  "rotate-sale": { groupId: number; slot: string; stopped?: string };
};

export type EnqueueOptions = {
  readonly startAfter?: Date;
  /** While a job with the same name and key waits, no other is added. */
  readonly singletonKey?: string;
  /** Jobs of different lanes do not wait for each other; see `policies` in jobs/policies.ts. */
  readonly lane?: string;
};

/** The dependencies of every use case. */
export type Context = {
  /** Handle of the request's or job's transaction. Never wait for the network while it is open. */
  readonly db: Db;
  readonly ports: Ports;
  /**
   * Enqueues one or many jobs in the same transaction, so that they are committed with the effect.
   */
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
 * The context of a use case that runs for `by`, on the outer handle of the database or on a
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
