import { index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const time = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/** One row, with the id 1: a text sealed with the installation's key, to recognize another key. */
export const keyCheck = pgTable("key_check", {
  id: integer().primaryKey(),
  sealed: text().notNull(),
});

/** One row, with the id 1: whether the data is of the sandbox or of the real platforms. */
export const worldCheck = pgTable("world_check", {
  id: integer().primaryKey(),
  world: text({ enum: ["sandbox", "live"] }).notNull(),
});

/** Sign-in sessions. A token contains a secret; only its hash is stored. */
export const sessions = pgTable(
  "sessions",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    token_hash: text().notNull().unique(),
    user_id: text().notNull(),
    name: text().notNull(),
    /** The address of the user's picture at the chat platform; null if there is none. */
    picture: text(),
    created_at: time().notNull(),
    last_seen_at: time().notNull(),
    expires_at: time().notNull(),
    revoked_at: time(),
  },
  // To end all sessions of a user.
  (table) => [index("sessions_by_user").on(table.user_id)],
);

/**
 * Replies to commands, committed with their effect, so that a repeated command gets the same reply. A
 * command that acts outside a transaction is inserted first, with status 0.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    user_id: text().notNull(),
    key: text().notNull(),
    request_hash: text().notNull(),
    status: integer().notNull(),
    /** JSON text as it was sent; null for a reply without a body. */
    body: text(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.key] }),
    index("idempotency_keys_by_age").on(table.created_at),
  ],
);
