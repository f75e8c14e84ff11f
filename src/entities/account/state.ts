import type { Account } from "./contract";
import { isPlatform, platforms } from "./platforms";

type State = { readonly state: "on" | "off" | "failed" | "waiting"; readonly word: string };

const on: State = { state: "on", word: "Active" };
const ofHealth: ReadonlyMap<string, State> = new Map([
  ["ready", { state: "on", word: "Ready" }],
  ["untested", { state: "waiting", word: "Not tested" }],
  ["failing", { state: "failed", word: "Failing" }],
  ["incomplete", { state: "failed", word: "Keys missing" }],
  ["off", { state: "failed", word: "Switched off" }],
]);

/** An account without working keys is not simply called active, if the server says so. */
export function stateOf({ is_active, health }: Pick<Account, "is_active" | "health">): State {
  if (!is_active) return { state: "off", word: "Inactive" };
  return ofHealth.get(health ?? "") ?? on;
}

/** True if the planner, approvals and direct publishing leave the account out. */
export const isBroken = (account: Pick<Account, "is_active" | "health">) =>
  stateOf(account).state === "failed";

/**
 * Splits the active accounts: those whose keys are missing or failed their last test are left out, and
 * without media those whose platform needs media.
 */
export function targetsOf(accounts: readonly Account[], hasMedia: boolean) {
  const active = accounts.filter((account) => account.is_active && !isBroken(account));
  const takes = ({ platform_type }: Account) =>
    hasMedia || !isPlatform(platform_type) || !platforms[platform_type].needsMedia;
  return {
    targets: active.filter(takes),
    left: active.filter((account) => !takes(account)),
    broken: accounts.filter(isBroken),
  };
}
