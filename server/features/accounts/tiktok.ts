import { eq } from "drizzle-orm";
import { platforms } from "@/entities/account/platforms";
import type { Id } from "@/shared/api/id";
import { accounts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { lockAccounts } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { ConnectedTikTok, TikTok } from "../../ports/oauth.ts";
import type { Ports } from "../../ports/ports.ts";
import type { PlatformAccount } from "../../ports/publisher.ts";
import { connected } from "./account-health.ts";
import { findAccount, noteAccount } from "./accounts.ts";
import {
  type AccountRow,
  platformAccount,
  sealCredentials,
  unreadableProxy,
} from "./platform-account.ts";

const { label } = platforms.tiktok;

/** Throws a 409 Refusal in a sandbox, where sessions are simulated. */
export function tiktokOf({ tiktok }: Pick<Ports, "tiktok">): TikTok {
  if (tiktok) return tiktok;
  throw new Refusal(409, `This server is a sandbox: choose 'Prime session' for the account.`);
}

/** Returns the account of this id; 404 if it does not exist, 409 if it is of another platform. */
export async function findTikTokAccount(
  { db, ports }: Pick<Context, "db" | "ports">,
  id: Id,
): Promise<AccountRow> {
  tiktokOf(ports);
  const account = await findAccount(db, id);
  if (account.platform_type !== "tiktok") {
    throw new Refusal(409, `This is not an account of ${label}.`);
  }
  return account;
}

/**
 * Returns the account without credentials, and with the proxy of its group; 409 if that cannot be read.
 */
export async function accountToConnect(
  context: Pick<Context, "db" | "ports">,
  id: number,
): Promise<PlatformAccount> {
  const { db, ports } = context;
  const account = await findTikTokAccount(context, id);
  return platformAccount(db, ports.secrets, { ...account, credentials: null }).catch(() => {
    throw new Refusal(409, unreadableProxy);
  });
}

/**
 * Stores the connection of an account, which becomes active. 404 if it was removed meanwhile; 409
 * if it belongs to another person than the one before: the browser may be signed in to TikTok as
 * somebody else, and the posts would be published there.
 */
export async function saveTikTok(
  context: Context,
  id: number,
  { owner, credentials, expiresAt }: ConnectedTikTok,
): Promise<void> {
  const { db, ports } = context;
  const now = ports.clock.now();
  await lockAccounts(db, eq(accounts.id, id));
  const account = await findTikTokAccount(context, id);
  const known = await openIdOf(context, account);
  if (known !== undefined && known !== credentials.open_id) {
    throw new Refusal(
      409,
      `${label} was opened as ${owner}, but this account is connected to ${account.credentials_owner ?? "someone else"}. Sign in there as that user, or clear the account's credentials first.`,
    );
  }
  await db
    .update(accounts)
    .set({
      credentials: sealCredentials(ports.secrets, id, credentials),
      credentials_owner: owner,
      credentials_expire_at: expiresAt,
      credentials_changed_at: now,
      session_primed_at: now,
      ...connected,
    })
    .where(eq(accounts.id, id));
  await noteAccount(context, account, "connected");
}

/** Returns undefined if it is not connected, or its connection cannot be read any more. */
async function openIdOf({ db, ports }: Context, account: AccountRow): Promise<string | undefined> {
  const known = await platformAccount(db, ports.secrets, account).catch(() => undefined);
  return known?.credentials.open_id;
}
