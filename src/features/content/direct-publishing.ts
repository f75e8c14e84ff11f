import type { QueryKey } from "@tanstack/react-query";
import { type Account, accountQueries, isBroken, isPlatform, platforms } from "@/entities/account";
import { useCommand } from "@/shared/query/use-command";
import { contentApi } from "./contract";

export const publishFailure = "Failed to publish. Check console for details.";

/** The result is shown per account. `neighbours` are queries of other slices that become stale. */
export const usePublishDirectly = (neighbours: readonly QueryKey[]) =>
  useCommand(contentApi.publish, {
    failure: publishFailure,
    isShownInPlace: true,
    refreshes: [accountQueries.all(), ...neighbours],
  });

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
