import { index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const time = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/** Who is signed in. A token names its session by a secret of which only the hash is here. */
export const sessions = pgTable("sessions", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  token_hash: text().notNull().unique(),
  user_id: text().notNull(),
  name: text().notNull(),
  created_at: time().notNull(),
  last_seen_at: time().notNull(),
  expires_at: time().notNull(),
  revoked_at: time(),
});

/**
 * What was answered to a command, stored with its effect, so that the same command answers the same.
 * One that acts outside a transaction is there before, with a status of 0.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    user_id: text().notNull(),
    key: text().notNull(),
    request_hash: text().notNull(),
    status: integer().notNull(),
    /** JSON text as it was sent; null for an empty answer. */
    body: text(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.key] }),
    index("idempotency_keys_by_age").on(table.created_at),
  ],
);
