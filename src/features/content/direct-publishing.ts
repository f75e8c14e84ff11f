import type { QueryKey } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
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
