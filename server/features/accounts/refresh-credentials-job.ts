import { and, eq, inArray, isNotNull, isNull, lte, or } from "drizzle-orm";
import { accounts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import type { JobHandlers } from "../../kernel/runs.ts";
import { noteTest } from "./account-health.ts";
import { platformAccount, replaceCredentials } from "./platform-account.ts";

const day = 24 * 60 * 60_000;

/** The platforms whose tokens end at a time that only a refresh tells. */
const platformsWithoutExpiry = ["instagram", "threads"] as const;

/** The time before their end at which credentials are refreshed, in ms. */
const refreshLead = 10 * day;

/**
 * Replaces the credentials of an account before they end, where its platform does that. New ones are
 * stored before they are used. Those that an operator has entered meanwhile stay.
 */
export const refreshCredentials: JobHandlers["refresh-credentials"] = async (
  { accountId },
  { ports, transaction },
) => {
  const read = await transaction(async ({ db }) => {
    const [row] = await db.select().from(accounts).where(eq(accounts.id, accountId));
    return row?.is_active
      ? { row, account: await platformAccount(db, ports.secrets, row) }
      : undefined;
  });
  if (!read) return;
  const { row, account } = read;
  const fresh = await ports.publisher.refresh(account, AbortSignal.timeout(60_000));
  if (!fresh) return;
  await transaction(async ({ db }) => {
    if (fresh.ok) {
      await replaceCredentials(db, ports.secrets, account, fresh.credentials, fresh.expiresAt);
    } else if (fresh.why === "credentials") {
      await noteTest(db, row, fresh.error);
    }
  });
};

/**
 * Enqueues the refresh of credentials that end soon; runs several times a day. Returns the number of
 * jobs. Credentials that a platform does not refresh stay as they are, and their accounts warn of it.
 */
export async function enqueueRefreshes({ db, ports, enqueue }: Context): Promise<number> {
  // The sandbox's credentials do not end.
  if (ports.world.kind === "sandbox") return 0;
  const limit = new Date(ports.clock.now().getTime() + refreshLead);
  const ending = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.is_active, true),
        isNotNull(accounts.credentials),
        or(
          lte(accounts.credentials_expire_at, limit),
          // Its first refresh tells when the token ends.
          and(
            isNull(accounts.credentials_expire_at),
            inArray(accounts.platform_type, platformsWithoutExpiry),
          ),
        ),
      ),
    );
  for (const { id } of ending) {
    await enqueue("refresh-credentials", { accountId: id }, { singletonKey: `refresh:${id}` });
  }
  return ending.length;
}
