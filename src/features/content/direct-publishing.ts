import type { QueryKey } from "@tanstack/react-query";
import { type Account, accountQueries, isPlatform, platforms } from "@/entities/account";
import { useCommand } from "@/shared/query/use-command";
import { contentApi } from "./contract";

export const publishFailure = "Failed to publish. Check console for details.";

/** Shown account by account. `neighbours` are other slices' queries that it makes out of date. */
export const usePublishDirectly = (neighbours: readonly QueryKey[]) =>
  useCommand(contentApi.publish, {
    failure: publishFailure,
    isShownInPlace: true,
    refreshes: [accountQueries.all(), ...neighbours],
  });

/** The active accounts, by whether their platform takes a post without a picture when there is none. */
export function targetsOf(accounts: readonly Account[], hasMedia: boolean) {
  const active = accounts.filter(({ is_active }) => is_active);
  const takes = ({ platform_type }: Account) =>
    hasMedia || !isPlatform(platform_type) || !platforms[platform_type].needsMedia;
  return {
    targets: active.filter(takes),
    left: active.filter((account) => !takes(account)),
  };
}
