import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../context.ts";
import { idempotencyKeys } from "../db/auth-schema.ts";
import type { Database } from "../db/client.ts";
import { Refusal } from "../refusal.ts";

/** One command as its sender names it: whose it is, its key, and a hash of what it says. */
export type Claim = { readonly userId: string; readonly key: string; readonly requestHash: string };

/** An answer as it goes out: its body is JSON text, or null where there is none. */
export type StoredReply = { readonly status: number; readonly body: string | null };

const daysKept = 7;

/** Undefined without a key, for then nothing is to be recognised. Throws a Refusal for a malformed one. */
export function readClaim(
  key: string | undefined,
  userId: string,
  request: readonly (string | undefined)[],
): Claim | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    const msg = "Idempotency-Key must be 1 to 200 visible ASCII characters.";
    throw new Refusal(422, [{ loc: ["header", "Idempotency-Key"], msg, type: "value_error" }]);
  }
  const requestHash = createHash("sha256").update(JSON.stringify(request)).digest("base64url");
  return { userId, key, requestHash };
}

/** In the place of a status where a command was begun and not answered. */
const open = 0;

/**
 * Writes down what a command says before it acts outside a transaction, for what it has done may be
 * there although no answer is. The first answer to the same command, if there was one. Throws a
 * Refusal if it was another command.
 */
export async function begin(db: Db, claim: Claim): Promise<StoredReply | undefined> {
  const { userId: user_id, key, requestHash: request_hash } = claim;
  await db
    .insert(idempotencyKeys)
    .values({ user_id, key, request_hash, status: open, body: null })
    .onConflictDoNothing();
  return recall(db, claim);
}

/** The first answer to the same command, if there was one. Throws a Refusal if it was another command. */
export async function recall(db: Db, claim: Claim): Promise<StoredReply | undefined> {
  const [known] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.user_id, claim.userId), eq(idempotencyKeys.key, claim.key)));
  if (known) refuseOther({ requestHash: known.request_hash }, claim);
  return known && known.status !== open ? { status: known.status, body: known.body } : undefined;
}

/** Throws a Refusal where two commands of the same key say different things. */
export function refuseOther(first: Pick<Claim, "requestHash">, second: Claim): void {
  if (first.requestHash === second.requestHash) return;
  throw new Refusal(422, "This Idempotency-Key was used for another request.");
}

/** Stores the answer in the effect's own transaction: there is one if and only if there is the other. */
export async function remember(
  db: Db,
  { userId: user_id, key, requestHash: request_hash }: Claim,
  { status, body }: StoredReply,
): Promise<void> {
  await db
    .insert(idempotencyKeys)
    .values({ user_id, key, request_hash, status, body })
    .onConflictDoUpdate({
      target: [idempotencyKeys.user_id, idempotencyKeys.key],
      set: { status, body },
      setWhere: eq(idempotencyKeys.status, open),
    });
}

/** Until the transaction ends a twin of this command waits here, and then finds the answer. */
export async function awaitTwin(db: Db, claim: Claim): Promise<void> {
  const name = JSON.stringify([claim.userId, claim.key]);
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Forgets commands that nobody will send again. */
export async function forgetOldKeys({ db }: Database, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - daysKept * 86_400_000);
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, limit));
}
