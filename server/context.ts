import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { PostKind } from "./domain/quota.ts";
import type { Ports } from "./ports/ports.ts";

/** A handle on either database: PGlite or PostgreSQL, the outer one or a transaction's. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Jobs by name with what each is handed over. */
export type Jobs = {
  /** Makes `count` posts of a category; `given` is the text of one that is approved already. */
  generate: {
    taskId: string;
    categoryId: number;
    count: number;
    type: PostKind;
    given?: { text: string; prompt: string | null };
  };
  publish: { postId: number };
  "plan-day": Record<string, never>;
  /** The `round`-th planned measurement of a post, from 0; each plans the next. */
  metrics: { postId: number; round: number };
  "sync-products": { integrationId: number };
  /** Begins the newsletters of the week. */
  newsletter: Record<string, never>;
  /**
   * Mails a group's newsletter of a week (of which `slot` is the time it was due) to the next
   * subscribers `after` one; `silences` is how often in a row the mail service did not answer. One
   * that was given up is `stopped`, and only says so.
   */
  "send-newsletter": {
    groupId: number;
    slot: string;
    after: number;
    silences: number;
    stopped?: "refused" | "silent";
  };
  "rotate-sales": Record<string, never>;
  /** One group's weekly rotation; `slot` is the moment of the timetable, in ISO 8601. */
  "rotate-sale": { groupId: number; slot: string };
};

/** What every use case is given. */
export type Context = {
  /** Handle of this request's or job's transaction. Never await the network while it is open. */
  readonly db: Db;
  readonly ports: Ports;
  /** Enqueues a job, or many, in the same transaction: it exists if and only if the effect does. */
  readonly enqueue: <Name extends keyof Jobs>(
    name: Name,
    work: Jobs[Name] | readonly Jobs[Name][],
    options?: { startAfter?: Date; singletonKey?: string },
  ) => Promise<void>;
  /** How much faster than the clock scheduled times come; 1 is real time. */
  readonly speed: number;
};
