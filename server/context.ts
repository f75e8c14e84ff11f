import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { GenerationType } from "@/features/generation/schema";
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
    type: GenerationType;
    given?: { text: string; prompt: string | null };
  };
  publish: { postId: number };
  "plan-day": Record<string, never>;
  /** The `round`-th planned measurement of a post, from 0; each plans the next. */
  metrics: { postId: number; round: number };
};

/** What every use case is given. */
export type Context = {
  /** Handle of this request's or job's transaction. Never await the network while it is open. */
  readonly db: Db;
  readonly ports: Ports;
  /** Enqueues in the same transaction: the job exists if and only if the effect does. */
  readonly enqueue: <Name extends keyof Jobs>(
    name: Name,
    work: Jobs[Name],
    options?: { startAfter?: Date; singletonKey?: string },
  ) => Promise<void>;
  /** How much faster than the clock scheduled times come; 1 is real time. */
  readonly speed: number;
};
