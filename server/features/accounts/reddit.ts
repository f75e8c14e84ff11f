import { and, asc, eq } from "drizzle-orm";
import { platforms } from "@/entities/account/platforms";
import type { categoriesApi } from "@/features/categories/contract";
import { subredditSchema } from "@/features/categories/schema";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { isSameText } from "../../db/letters.ts";
import { accounts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { lockAccounts } from "../../kernel/locks.ts";
import { fieldRefusal, Refusal } from "../../kernel/refusal.ts";
import type { JobRun } from "../../kernel/runs.ts";
import type { PlatformAccount } from "../../ports/publisher.ts";
import { connected } from "./account-health.ts";
import { noteAccount } from "./accounts.ts";
import { platformAccount, proxyOf, sealCredentials, unreadableProxy } from "./platform-account.ts";

const platform_type = "reddit";
const { label } = platforms[platform_type];

/**
 * Returns the flairs of a subreddit, fetched with the group's oldest active Reddit account, outside a
 * transaction. 409 if the group has no such account, 400 with Reddit's words if it refuses, 503 if it
 * does not answer.
 */
export async function redditFlairs(
  { ports, transaction }: JobRun,
  subreddit: string,
  groupId: Id,
): Promise<WireOf<typeof categoriesApi.redditFlairs>> {
  const name = checkedSubreddit(subreddit);
  const account = await transaction((context) => connectedAccount(context, groupId));
  const answer = await ports.reddit.flairs(account, name, AbortSignal.timeout(30_000)).catch(() => {
    throw new Refusal(503, `${label} did not answer. Try again.`);
  });
  if (!answer.ok) throw new Refusal(400, answer.error);
  const flairs = answer.flairs.map(({ id, text, modOnly }) => ({ id, text, mod_only: modOnly }));
  return { flairs };
}

/**
 * Returns the account that will be connected to a group: nothing but its proxy is known. 409 if
 * that cannot be read.
 */
export async function redditToConnect(
  { db, ports }: Pick<Context, "db" | "ports">,
  group: number,
): Promise<PlatformAccount> {
  const proxy = await proxyOf(db, ports.secrets, group).catch(() => {
    throw new Refusal(409, unreadableProxy);
  });
  return { id: 0, platform: platform_type, username: null, credentials: {}, proxy };
}

/** Returns the name without `r/`; 422 if it cannot be the name of a subreddit. */
function checkedSubreddit(text: string): string {
  const read = subredditSchema.safeParse(text);
  if (read.success) return read.data;
  const msg = read.error.issues[0]?.message ?? "This is not a subreddit name.";
  throw fieldRefusal("subreddit", msg, "path");
}

async function connectedAccount(context: Context, groupId: Id): Promise<PlatformAccount> {
  const { db, ports } = context;
  const group = await findGroup(context, groupId);
  const [account] = await db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.group_id, group.id),
        eq(accounts.platform_type, platform_type),
        eq(accounts.is_active, true),
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(1);
  if (!account) throw new Refusal(409, `This group has no connected ${label} account.`);
  return platformAccount(db, ports.secrets, account).catch(() => {
    const whose = `The stored connection of ${account.platform_username}`;
    throw new Refusal(409, `${whose} cannot be read: connect it on ${label} again.`);
  });
}

/**
 * Stores the connection to a Reddit account: in the group's account of that name, which becomes
 * active, or in a new account. 404 if the group does not exist any more.
 */
export async function saveConnection(
  context: Context,
  groupId: Id,
  known: { readonly username: string; readonly credentials: Readonly<Record<string, string>> },
): Promise<void> {
  const { db, ports } = context;
  const group = await findGroup(context, groupId);
  await db
    .insert(accounts)
    .values({
      is_active: true,
      group_id: group.id,
      platform_type,
      platform_username: known.username,
      created_at: ports.clock.now(),
    })
    .onConflictDoNothing();
  const [account] = await lockAccounts(
    db,
    and(
      eq(accounts.group_id, group.id),
      eq(accounts.platform_type, platform_type),
      isSameText(accounts.platform_username, known.username),
    ),
  );
  if (!account) throw new Refusal(409, "The account was removed meanwhile. Connect it again.");
  await db
    .update(accounts)
    .set({
      credentials: sealCredentials(ports.secrets, account.id, known.credentials),
      credentials_changed_at: ports.clock.now(),
      ...connected,
    })
    .where(eq(accounts.id, account.id));
  const named = { platform_type, platform_username: known.username, group_id: group.id } as const;
  await noteAccount(context, named, "connected");
}
