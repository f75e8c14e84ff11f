import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { idempotencyKeys } from "../db/auth-schema.ts";
import type { Database } from "../db/database.ts";
import { deleteOlderThan } from "../db/delete-old.ts";
import type { Db } from "../kernel/context.ts";
import { lockName } from "../kernel/locks.ts";
import { Refusal } from "../kernel/refusal.ts";

/** One command: its sender, its idempotency key, and a hash of the request. */
export type KeyedCommand = {
  readonly userId: string;
  readonly key: string;
  readonly requestHash: string;
};

/** A response as it is sent: its body is JSON text, or null for a 204. */
export type StoredReply = { readonly status: number; readonly body: string | null };

const daysKept = 7;

/** Returns undefined without a key. Throws a 422 Refusal for a malformed key. */
export function readKeyedCommand(
  key: string | undefined,
  userId: string,
  request: readonly (string | undefined)[],
): KeyedCommand | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    const msg = "Idempotency-Key must be 1 to 200 visible ASCII characters.";
    throw new Refusal(422, [{ loc: ["header", "Idempotency-Key"], msg, type: "value_error" }]);
  }
  const requestHash = createHash("sha256").update(JSON.stringify(request)).digest("base64url");
  return { userId, key, requestHash };
}

/** Stored as the status of a command that has begun and has no reply yet. */
const pendingStatus = 0;

/**
 * Stores a command before it acts outside a transaction: after a crash its effect may exist without
 * a reply, and the key must still not be reused for another command. Resolves to the stored reply of
 * the same command, if any. Throws a 422 Refusal if the key belongs to another command.
 */
export async function begin(db: Db, keyed: KeyedCommand): Promise<StoredReply | undefined> {
  const { userId: user_id, key, requestHash: request_hash } = keyed;
  await db
    .insert(idempotencyKeys)
    .values({ user_id, key, request_hash, status: pendingStatus, body: null })
    .onConflictDoNothing();
  return findReply(db, keyed);
}

/**
 * Returns the stored reply to the same command, if any. Throws a 422 Refusal if the key belongs
 * to another.
 */
export async function findReply(db: Db, keyed: KeyedCommand): Promise<StoredReply | undefined> {
  const [known] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.user_id, keyed.userId), eq(idempotencyKeys.key, keyed.key)));
  if (known) refuseReusedKey({ requestHash: known.request_hash }, keyed);
  return known && known.status !== pendingStatus
    ? { status: known.status, body: known.body }
    : undefined;
}

/** Throws a 422 Refusal if two requests with the same key differ. */
export function refuseReusedKey(
  first: Pick<KeyedCommand, "requestHash">,
  second: KeyedCommand,
): void {
  if (first.requestHash === second.requestHash) return;
  throw new Refusal(422, "This Idempotency-Key was used for another request.");
}

/** Stores the reply. In the transaction of the effect, reply and effect are committed together. */
export async function storeReply(
  db: Db,
  { userId: user_id, key, requestHash: request_hash }: KeyedCommand,
  { status, body }: StoredReply,
): Promise<void> {
  await db
    .insert(idempotencyKeys)
    .values({ user_id, key, request_hash, status, body })
    .onConflictDoUpdate({
      target: [idempotencyKeys.user_id, idempotencyKeys.key],
      set: { status, body },
      setWhere: eq(idempotencyKeys.status, pendingStatus),
    });
}

/**
 * Locks the command's key until the transaction ends, so that a concurrent request with the same key
 * waits for the stored reply instead of running twice.
 */
export async function lockKey(db: Db, keyed: KeyedCommand): Promise<void> {
  await lockName(db, "command", JSON.stringify([keyed.userId, keyed.key]));
}

/** Deletes keys after 7 days: clients do not retry that long. Returns how many. */
export const deleteOldKeys = (database: Database, now: Date): Promise<number> =>
  deleteOlderThan(database, idempotencyKeys, idempotencyKeys.created_at, now, daysKept);
