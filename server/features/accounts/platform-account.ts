import { eq } from "drizzle-orm";
import { platforms } from "@/entities/account/platforms";
import { accounts, groups } from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";
import { lockAccounts } from "../../kernel/locks.ts";
import { placeIn } from "../../keys/sealed-columns.ts";
import type { GroupProxy } from "../../ports/proxy.ts";
import type { PlatformAccount } from "../../ports/publisher.ts";
import type { Secrets } from "../../ports/secrets.ts";

export type AccountRow = typeof accounts.$inferSelect;

/** Returns the encrypted credentials for the account of this id; null if there are none. */
export const sealCredentials = (
  secrets: Secrets,
  id: number,
  credentials: Readonly<Record<string, string>>,
) =>
  Object.keys(credentials).length > 0
    ? secrets.seal(JSON.stringify(credentials), placeIn("accounts.credentials", id))
    : null;

/**
 * Returns the account with decrypted credentials and its group's proxy. Throws if one of them cannot be
 * decrypted: without its proxy, an account is not used.
 */
export async function platformAccount(
  db: Db,
  secrets: Secrets,
  account: AccountRow,
): Promise<PlatformAccount> {
  const { id, platform_type, platform_username, credentials, session_primed_at } = account;
  return {
    id,
    platform: platform_type,
    username: platform_username,
    // Encrypted by `sealCredentials` from a record of strings; a changed ciphertext does not decrypt.
    credentials: credentials
      ? (JSON.parse(secrets.open(credentials, placeIn("accounts.credentials", id))) as Record<
          string,
          string
        >)
      : {},
    ...(platforms[platform_type].connects === "session" && {
      isPrimed: session_primed_at !== null,
    }),
    proxy: await proxyOf(db, secrets, account.group_id),
  };
}

export const unreadableProxy = "The proxy of the account's group cannot be read: enter it again.";

/** Returns the group's proxy; null if it has none. Throws if its password cannot be decrypted. */
export async function proxyOf(
  db: Db,
  secrets: Secrets,
  groupId: number,
): Promise<GroupProxy | null> {
  const [group] = await db
    .select({
      server: groups.proxy_server,
      username: groups.proxy_username,
      password: groups.proxy_password,
    })
    .from(groups)
    .where(eq(groups.id, groupId));
  if (!group?.server) return null;
  return {
    server: group.server,
    username: group.username,
    password:
      group.password === null
        ? null
        : secrets.open(group.password, placeIn("groups.proxy_password", groupId)),
  };
}

/** Returns the same, or a sentence why the account cannot be used. */
export async function openAccount(
  db: Db,
  secrets: Secrets,
  account: AccountRow,
): Promise<PlatformAccount | string> {
  if (!account.is_active) return "The account is not active.";
  const unreadable = "The stored credentials cannot be read: enter them again.";
  return platformAccount(db, secrets, account).catch(() => unreadable);
}

/** Returns the account's present credentials, decrypted; undefined if it was removed. */
export async function readCredentials(
  db: Db,
  secrets: Secrets,
  id: number,
): Promise<PlatformAccount["credentials"] | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row && (await platformAccount(db, secrets, row)).credentials;
}

/**
 * Stores credentials that the platform gave in place of the account's; nothing is changed if an
 * operator has entered others meanwhile, or the account was removed.
 */
export async function replaceCredentials(
  db: Db,
  secrets: Secrets,
  { id, credentials: used }: Pick<PlatformAccount, "id" | "credentials">,
  fresh: PlatformAccount["credentials"],
  expiresAt: Date | null,
): Promise<void> {
  const [row] = await lockAccounts(db, eq(accounts.id, id));
  if (!row) return;
  const stored = await platformAccount(db, secrets, row);
  if (JSON.stringify(stored.credentials) !== JSON.stringify(used)) return;
  // An empty token never replaces one: a platform may leave out what does not change.
  const given = Object.entries(fresh).filter(([, value]) => value !== "");
  const credentials = sealCredentials(secrets, id, { ...used, ...Object.fromEntries(given) });
  await db
    .update(accounts)
    .set({ credentials, credentials_expire_at: expiresAt })
    .where(eq(accounts.id, id));
}
