import { and, asc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { accountApi } from "@/entities/account/contract";
import { platforms } from "@/entities/account/platforms";
import type { accountsApi } from "@/features/accounts/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context } from "../context.ts";
import { accounts, scheduledPosts } from "../db/schema.ts";
import type { PlatformAccount } from "../ports/publisher.ts";
import type { Secrets } from "../ports/secrets.ts";
import { type FieldIssue, fieldRefusal, Refusal } from "../refusal.ts";
import type { JobRun } from "../use-case.ts";
import { healthOf, nameOf } from "./account-health.ts";
import { noteSettings } from "./activity.ts";
import { findGroup } from "./groups.ts";
import { existing, nextId, rowId } from "./rows.ts";
import { placeIn } from "./sealed-columns.ts";

export type AccountRow = typeof accounts.$inferSelect;
type NewAccount = z.output<typeof accountsApi.add.body>;

export async function listAccounts(
  context: Context,
  groupId: Id,
): Promise<WireOf<typeof accountApi.list>> {
  const group = await findGroup(context, groupId);
  const rows = await context.db
    .select()
    .from(accounts)
    .where(eq(accounts.group_id, group.id))
    .orderBy(asc(accounts.id));
  return rows.map(accountOnWire);
}

/** 422 if the platform's record does not allow it, 409 if the group has the account already. */
export async function addAccount(
  context: Context,
  groupId: Id,
  body: NewAccount,
): Promise<WireOf<typeof accountsApi.add>> {
  const group = await findGroup(context, groupId);
  const { label, connects } = platforms[body.platform_type];
  if (connects === "oauth") {
    throw fieldRefusal(
      "platform_type",
      `A ${label} account is added by connecting it on ${label}.`,
    );
  }
  if (!body.platform_username) throw fieldRefusal("platform_username", "Username is required.");
  const credentials = checkedCredentials(body);
  const added = await insertAccount(context.db, context.ports.secrets, {
    group_id: group.id,
    platform_type: body.platform_type,
    platform_username: body.platform_username,
    credentials,
    // A browser session must be primed before it can publish.
    is_active: connects !== "session",
    created_at: context.ports.clock.now(),
  });
  if (!added) {
    throw new Refusal(409, `This group already has ${body.platform_username} on ${label}.`);
  }
  await noteAccount(context, added, "added");
  return accountOnWire(added);
}

/** `Account zima on Bluesky: added` */
export const noteAccount = (
  context: Context,
  account: Pick<AccountRow, "group_id" | "platform_type" | "platform_username">,
  what: string,
) => noteSettings(context, account.group_id, `Account ${nameOf(account)}: ${what}`, "accounts");

/** Deletes the account with its scheduled and failed posts; published posts stay. */
export async function removeAccount(context: Context, id: Id): Promise<undefined> {
  const { db } = context;
  const key = rowId(id);
  await db
    .delete(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.account_id, key),
        inArray(scheduledPosts.status, ["scheduled", "failed"]),
      ),
    );
  const removed = await db.delete(accounts).where(eq(accounts.id, key)).returning();
  await noteAccount(context, existing(removed, "account"), "deleted");
}

/** Deletes the credentials; the account, its posts and their figures stay. */
export async function clearCredentials(
  context: Context,
  id: Id,
): Promise<WireOf<typeof accountsApi.clearCredentials>> {
  const values = { credentials: null, is_active: false, last_test: null, session_primed_at: null };
  return save(context, id, values, "credentials cleared");
}

/** Replaces all credentials. 422 if the platform's record does not allow them, 409 if it has none. */
export async function setCredentials(
  context: Context,
  id: Id,
  { credentials }: z.output<typeof accountsApi.setCredentials.body>,
): Promise<WireOf<typeof accountsApi.setCredentials>> {
  const { db, ports } = context;
  const { id: key, platform_type } = await findAccount(db, id);
  const { label, connects } = platforms[platform_type];
  if (connects === "oauth") {
    throw new Refusal(
      409,
      `A ${label} account has no credentials to type: connect it on ${label} again.`,
    );
  }
  if (connects === "session") {
    throw new Refusal(409, `A ${label} account has no credentials to type: prime its session.`);
  }
  const checked = checkedCredentials({ platform_type, credentials });
  const values = {
    credentials: sealCredentials(ports.secrets, key, checked),
    is_active: true,
    last_known_error: null,
    last_test: null,
  };
  return save(context, id, values, "new credentials");
}

/** 409 if the platform needs no session. */
export async function primeSession(
  context: Context,
  id: Id,
): Promise<WireOf<typeof accountsApi.primeSession>> {
  const { db, ports } = context;
  const { platform_type } = await findAccount(db, id);
  const { label, connects } = platforms[platform_type];
  if (connects !== "session") {
    throw new Refusal(409, `A ${label} account has no session to prime.`);
  }
  const values = {
    is_active: true,
    last_known_error: null,
    last_test: null,
    session_primed_at: ports.clock.now(),
  };
  await save(context, id, values, "session primed");
  return { message: "The session is primed: the account can publish." };
}

async function save(context: Context, id: Id, values: Partial<AccountRow>, what: string) {
  const rows = await context.db
    .update(accounts)
    .set(values)
    .where(eq(accounts.id, rowId(id)))
    .returning();
  const saved = existing(rows, "account");
  await noteAccount(context, saved, what);
  return accountOnWire(saved);
}

/**
 * Tests the credentials at the platform, between two transactions. 400 with the platform's words if
 * it refuses them, 409 if they cannot be decrypted, 503 if it does not answer.
 */
export async function testAccount(
  { ports, transaction }: JobRun,
  id: Id,
): Promise<WireOf<typeof accountsApi.test>> {
  const account = await transaction(({ db }) => findAccount(db, id));
  const known = readAccount(ports.secrets, account);
  const answer = await ports.publisher.test(known, AbortSignal.timeout(30_000)).catch(() => {
    throw new Refusal(503, `${platforms[account.platform_type].label} did not answer. Try again.`);
  });
  const error = answer.ok ? null : answer.error;
  await transaction(({ db }) => noteTest(db, account.id, error));
  if (error !== null) throw new Refusal(400, error);
  return { message: "The credentials work." };
}

function readAccount(secrets: Secrets, account: AccountRow): PlatformAccount {
  try {
    return platformAccount(secrets, account);
  } catch {
    throw new Refusal(409, "The stored credentials cannot be read: enter them again.");
  }
}

/** Throws a 404 Refusal if it does not exist. */
export const findAccount = async (db: Context["db"], id: Id) =>
  existing(
    await db
      .select()
      .from(accounts)
      .where(eq(accounts.id, rowId(id))),
    "account",
  );

/** Stores the platform's last error for the account, which may be about one post alone. */
export const noteError = (db: Context["db"], id: number, error: string) =>
  db.update(accounts).set({ last_known_error: error }).where(eq(accounts.id, id));

/** Stores whether the credentials work: null, or the platform's error. */
export const noteTest = (db: Context["db"], id: number, error: string | null) =>
  db
    .update(accounts)
    .set({ last_known_error: error, last_test: error === null ? "passed" : "failed" })
    .where(eq(accounts.id, id));

/** The account with decrypted credentials; throws if they cannot be decrypted. */
export const platformAccount = (secrets: Secrets, account: AccountRow): PlatformAccount => ({
  platform: account.platform_type,
  username: account.platform_username,
  // Encrypted by this module from a record of strings; a changed ciphertext does not decrypt.
  credentials: account.credentials
    ? (JSON.parse(
        secrets.open(account.credentials, placeIn("accounts.credentials", account.id)),
      ) as Record<string, string>)
    : {},
  ...(platforms[account.platform_type].connects === "session" && {
    isPrimed: account.session_primed_at !== null,
  }),
});

type AccountValues = Omit<typeof accounts.$inferInsert, "id" | "credentials"> & {
  readonly credentials: Readonly<Record<string, string>>;
};

/** Inserts an account with its credentials encrypted; undefined if the group has it already. */
export async function insertAccount(
  db: Context["db"],
  secrets: Secrets,
  { credentials, ...values }: AccountValues,
): Promise<AccountRow | undefined> {
  const id = await nextId(db, accounts);
  const [added] = await db
    .insert(accounts)
    .overridingSystemValue()
    .values({ ...values, id, credentials: sealCredentials(secrets, id, credentials) })
    .onConflictDoNothing()
    .returning();
  return added;
}

/** The encrypted credentials for the account of this id; null if there are none. */
export const sealCredentials = (
  secrets: Secrets,
  id: number,
  credentials: Readonly<Record<string, string>>,
) =>
  Object.keys(credentials).length > 0
    ? secrets.seal(JSON.stringify(credentials), placeIn("accounts.credentials", id))
    : null;

/**
 * The credentials, trimmed and without blank ones; 422 with an issue for each unknown or missing
 * one.
 */
function checkedCredentials({
  platform_type,
  credentials,
}: Pick<NewAccount, "platform_type" | "credentials">): Record<string, string> {
  const { label, fields, fieldsRequired } = platforms[platform_type];
  const names = fields.map(({ name }) => name);
  const filled = Object.entries(credentials).flatMap(([name, value]) =>
    value.trim() ? [[name, value.trim()] as const] : [],
  );
  const given = new Map(filled);
  const unknown = Object.keys(credentials)
    .filter((name) => !names.includes(name))
    .map((name) => credentialIssue(name, `${label} has no such credential.`));
  const missing = fields
    .filter(({ name }) => fieldsRequired && !given.has(name))
    .map((field) => credentialIssue(field.name, `${field.label} is required.`));
  const issues = [...unknown, ...missing];
  if (issues.length > 0) throw new Refusal(422, issues);
  return Object.fromEntries(given);
}

const credentialIssue = (name: string, msg: string): FieldIssue => ({
  loc: ["body", "credentials", name],
  msg,
  type: "value_error",
});

const accountOnWire = (account: AccountRow) => ({
  id: account.id,
  platform_type: account.platform_type,
  platform_username: account.platform_username,
  is_active: account.is_active,
  last_known_error: account.last_known_error,
  health: healthOf(account),
});
