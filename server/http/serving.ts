import type { Database } from "../db/database.ts";
import type { Enqueue, User } from "../kernel/context.ts";
import type { Log } from "../kernel/log.ts";
import type { Ports } from "../ports/ports.ts";
import type { ListCache } from "./list-cache.ts";

/** The dependencies of all handlers. */
export type Serving = {
  readonly database: Database;
  readonly ports: Ports;
  readonly enqueue: Enqueue;
  readonly speed: number;
  /** Throws a 401 Refusal unless the header holds a valid token. */
  readonly authenticate: (authorization: string | undefined) => Promise<User>;
  /** If true, a reply that breaks the contract throws a Fault. */
  readonly checkReplies: boolean;
  readonly listCache: ListCache;
  readonly log: Log;
};
