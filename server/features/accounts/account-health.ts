import { and, eq, isNull } from "drizzle-orm";
import type { AccountHealth } from "@/entities/account/contract";
import { platforms } from "@/entities/account/platforms";
import { accounts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { type NamedAccount, nameOf } from "../../kernel/sentences.ts";
import type { World } from "../../ports/world.ts";
import type { AccountRow } from "./platform-account.ts";

type Account = Pick<
  typeof accounts.$inferSelect,
  "platform_type" | "platform_username" | "session_primed_at" | "last_test"
> & {
  /** Null if there are none. */
  readonly credentials: unknown;
};

/**
 * Returns how an account stands. `off`: this deployment does not publish to its platform.
 * `incomplete`: it has no keys, is not connected, or its session is not primed.
 */
export function healthOf(account: Account, { outside }: World): AccountHealth {
  if (outside[account.platform_type] === "off") return "off";
  if (!isComplete(account)) return "incomplete";
  if (account.last_test === "failed") return "failing";
  return account.last_test === "passed" ? "ready" : "untested";
}

const isComplete = ({ platform_type, credentials, session_primed_at }: Account) =>
  platforms[platform_type].connects === "session"
    ? session_primed_at !== null
    : credentials !== null;

const missing = {
  credentials: "it has no keys",
  oauth: "it is not connected",
  session: "its session is not primed",
} as const;

/** Returns why nothing is published on the account by itself; undefined if it can be used. */
export function whyUnusable(account: Account, world: World): string | undefined {
  const health = healthOf(account, world);
  if (health === "off") return "its platform is switched off on this server";
  if (health === "incomplete") return missing[platforms[account.platform_type].connects];
  return health === "failing" ? "its last test failed" : undefined;
}

/**
 * Returns whether a scheduled post waits until its account works: its credentials were refused, and
 * no operator has overruled that by a retry.
 */
export const waitsForCredentials = (
  { last_test }: Pick<Account, "last_test">,
  { retry_count }: { readonly retry_count: number },
) => last_test === "failed" && retry_count === 0;

export const isUsable = (account: Account, world: World) =>
  whyUnusable(account, world) === undefined;

/** The number of accounts that are named; a sentence with hundreds would not be read. */
const maxNamed = 5;

/**
 * Returns a sentence such as `Left out: zima on Bluesky (its last test failed).` Null if none is
 * left out.
 */
export function leftOutInWords(
  left: readonly { readonly account: NamedAccount; readonly why: string }[],
): string | null {
  if (left.length === 0) return null;
  const named = left.slice(0, maxNamed).map(({ account, why }) => `${nameOf(account)} (${why})`);
  const rest = left.length - named.length;
  return `Left out: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

/** Returns the same for those of the accounts that cannot be used. */
export const unusableInWords = (rows: readonly Account[], world: World) =>
  leftOutInWords(
    rows.flatMap((account) => {
      const why = whyUnusable(account, world);
      return why ? [{ account, why }] : [];
    }),
  );

/** The columns of an account to which its platform has just given access, and its name. */
export const connected = {
  is_active: true,
  last_known_error: null,
  last_test: "passed",
  held_until: null,
  held_because: null,
} as const;

/** Stores the platform's last error for the account, which may be about one post alone. */
export const noteError = (db: Context["db"], id: number, error: string) =>
  db.update(accounts).set({ last_known_error: error }).where(eq(accounts.id, id));

/** The version of an account's credentials that was read. */
export type ReadCredentials = Pick<AccountRow, "id" | "credentials_changed_at">;

/**
 * Stores whether the credentials that were read work: null, or the platform's error. Nothing is stored
 * if others were entered since: the answer is about the old ones. The time of their change is compared
 * as it was read, because the clocks of two servers differ.
 */
export const noteTest = (
  db: Context["db"],
  { id, credentials_changed_at: changedAt }: ReadCredentials,
  error: string | null,
  more: Partial<AccountRow> = {},
) =>
  db
    .update(accounts)
    .set({ last_known_error: error, last_test: error === null ? "passed" : "failed", ...more })
    .where(
      and(
        eq(accounts.id, id),
        changedAt === null
          ? isNull(accounts.credentials_changed_at)
          : eq(accounts.credentials_changed_at, changedAt),
      ),
    );
