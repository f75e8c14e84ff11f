import { and, asc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { accountApi } from "@/entities/account/contract";
import { platforms } from "@/entities/account/platforms";
import type { accountsApi } from "@/features/accounts/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { accounts, groups, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { nextId, rowId } from "../../kernel/ids.ts";
import { lockAccounts, lockGroups, locking, lockPosts } from "../../kernel/locks.ts";
import { fieldRefusal, Refusal } from "../../kernel/refusal.ts";
import type { JobRun, RequestRun } from "../../kernel/runs.ts";
import { nameOf } from "../../kernel/sentences.ts";
import { existing } from "../../kernel/sql.ts";
import { iso, minuteOf } from "../../kernel/times.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Secrets } from "../../ports/secrets.ts";
import { apiEndOf } from "../../ports/world.ts";
import { noteSettings } from "../activity/index.ts";
import { healthOf, noteTest } from "./account-health.ts";
import {
  checkedCredentials,
  type NewAccount,
  type Proof,
  proveCredentials,
} from "./credentials.ts";
import { type AccountRow, platformAccount, proxyOf, sealCredentials } from "./platform-account.ts";

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
  return rows.map((row) => accountOnWire(row, context.ports));
}

/**
 * Throws a 422 Refusal if the platform's record does not allow it, 409 if the group has the account
 * already, 400 with the platform's words if it refuses the credentials.
 */
export async function addAccount(
  run: RequestRun,
  groupId: Id,
  body: NewAccount,
): Promise<WireOf<typeof accountsApi.add>> {
  const proof = await proveCredentials(run, async (context) => ({
    id: await nextId(context.db, accounts),
    platform: body.platform_type,
    username: body.platform_username,
    credentials: checkedCredentials(body),
    proxy: await proxyOf(context.db, context.ports.secrets, rowId(groupId)),
  }));
  return run.conclude((context) => insertNew(context, groupId, body, proof));
}

async function insertNew(context: Context, groupId: Id, body: NewAccount, proof: Proof) {
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
    ...proof,
  });
  if (!added) {
    throw new Refusal(409, `This group already has ${body.platform_username} on ${label}.`);
  }
  await noteAccount(context, added, "added");
  return accountOnWire(added, context.ports);
}

/** Adds an entry such as `Account zima on Bluesky: added`. */
export const noteAccount = (
  context: Context,
  account: Pick<AccountRow, "group_id" | "platform_type" | "platform_username">,
  what: string,
) => noteSettings(context, account.group_id, `Account ${nameOf(account)}: ${what}`, "accounts");

/** Deletes the account with its scheduled and failed posts; published posts stay. */
export async function removeAccount(context: Context, id: Id): Promise<undefined> {
  const { db } = context;
  const key = rowId(id);
  const account = existing(await lockAccounts(db, eq(accounts.id, key)), "account");
  await lockGroups(db, eq(groups.id, account.group_id), "key share");
  const unpublished = and(
    eq(scheduledPosts.account_id, key),
    inArray(scheduledPosts.status, ["scheduled", "failed"]),
  );
  const itemsOfPosts = db
    .select({ id: scheduledPosts.queue_item_id })
    .from(scheduledPosts)
    .where(unpublished);
  await locking(
    db,
    "queue item",
    db
      .select({ id: queueItems.id })
      .from(queueItems)
      .where(inArray(queueItems.id, itemsOfPosts))
      .orderBy(asc(queueItems.id))
      .for("no key update"),
  );
  // Also those that stay: they lose their account.
  await lockPosts(db, eq(scheduledPosts.account_id, key));
  await db.delete(scheduledPosts).where(unpublished);
  await db.delete(accounts).where(eq(accounts.id, key));
  await noteAccount(context, account, "deleted");
}

/** Deletes the credentials; the account, its posts and their figures stay. */
export async function clearCredentials(
  context: Context,
  id: Id,
): Promise<WireOf<typeof accountsApi.clearCredentials>> {
  const values = {
    credentials: null,
    credentials_changed_at: context.ports.clock.now(),
    ...unproven,
    is_active: false,
    last_test: null,
    session_primed_at: null,
  };
  return save(context, id, values, "credentials cleared");
}

/**
 * Replaces all credentials. 422 if the platform's record does not allow them, 409 if it has none, 400
 * with the platform's words if it refuses them; then the old ones stay.
 */
export async function setCredentials(
  run: RequestRun,
  id: Id,
  body: z.output<typeof accountsApi.setCredentials.body>,
): Promise<WireOf<typeof accountsApi.setCredentials>> {
  const proof = await proveCredentials(run, async ({ db, ports }) => {
    const account = await findAccount(db, id);
    const { platform_type } = account;
    const known = await platformAccount(db, ports.secrets, { ...account, credentials: null });
    return { ...known, credentials: checkedCredentials({ ...body, platform_type }) };
  });
  return run.conclude((context) => replaceAll(context, id, body, proof));
}

async function replaceAll(
  context: Context,
  id: Id,
  { credentials }: z.output<typeof accountsApi.setCredentials.body>,
  proof: Proof,
) {
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
    ...unproven,
    credentials_changed_at: ports.clock.now(),
    is_active: true,
    last_known_error: null,
    last_test: null,
    ...proof,
  };
  return save(context, id, values, "new credentials");
}

/** The columns that new credentials reset. */
const unproven = {
  credentials_expire_at: null,
  credentials_owner: null,
  held_until: null,
  held_because: null,
};

/**
 * Throws a 409 Refusal if the platform needs no session, and in a live world: there the account is
 * connected instead.
 */
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
  if (ports.world.kind === "live") {
    throw new Refusal(
      409,
      ports.world.outside[platform_type] === "off"
        ? `Connecting ${label} is switched off on this server: LIVE does not name ${platform_type}.`
        : `A ${label} account is connected on ${label}. Reload the console, then choose 'Prime session' again.`,
    );
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
  return accountOnWire(saved, context.ports);
}

/**
 * Tests the credentials at the platform, between two transactions. 400 with the platform's words if
 * it refuses them, 409 if they cannot be decrypted, 503 if it does not answer. A platform that has
 * asked to wait takes no post before, however good the credentials are.
 */
export async function testAccount(
  { ports, transaction }: JobRun,
  id: Id,
): Promise<WireOf<typeof accountsApi.test>> {
  const { account, known } = await transaction(async ({ db }) => {
    const account = await findAccount(db, id);
    const known = await platformAccount(db, ports.secrets, account).catch(() => {
      throw new Refusal(409, "The stored credentials cannot be read: enter them again.");
    });
    return { account, known };
  });
  const answer = await ports.publisher.test(known, AbortSignal.timeout(30_000)).catch(() => {
    throw new Refusal(503, `${platforms[account.platform_type].label} did not answer. Try again.`);
  });
  if (!answer.ok) {
    // A platform that asks to wait, or that is switched off here, says nothing about the credentials.
    if (answer.why !== "later" && ports.world.outside[account.platform_type] !== "off") {
      await transaction(({ db }) => noteTest(db, account, answer.error));
    }
    throw new Refusal(400, answer.error);
  }
  const { owner, expiresAt } = answer;
  await transaction(({ db }) =>
    noteTest(db, account, null, {
      ...(owner !== undefined && { credentials_owner: owner }),
      ...(expiresAt && { credentials_expire_at: expiresAt }),
    }),
  );
  const message = owner
    ? `The credentials work: they belong to ${owner}.`
    : "The credentials work.";
  const { held_until, held_because } = account;
  if (!held_until || held_until <= ports.clock.now()) return { message };
  return { message: `${message} Its posts wait until ${minuteOf(held_until)}: ${held_because}` };
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

const accountOnWire = (account: AccountRow, { world, clock }: Pick<Ports, "world" | "clock">) => ({
  id: account.id,
  platform_type: account.platform_type,
  platform_username: account.platform_username,
  is_active: account.is_active,
  last_known_error: account.last_known_error,
  health: healthOf(account, world),
  owner: account.credentials_owner,
  expires_at: iso(account.credentials_expire_at),
  credentials_changed_at: iso(account.credentials_changed_at),
  api_ends_at: apiEndOf(world, account.platform_type, clock.now()),
});
