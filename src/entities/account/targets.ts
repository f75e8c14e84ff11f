import { platforms } from "./platforms";
import type { Account } from "./schema";
import { isBroken } from "./state";
import { isPlatform } from "./text-limits";

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
