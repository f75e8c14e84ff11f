import type { QueryClient } from "@tanstack/react-query";
import { type Group, groupQueries } from "@/entities/group";
import { putRecord } from "@/shared/query/list-cache";
import { useCommand } from "@/shared/query/use-command";
import { groupsApi } from "./contract";

const refreshes = [groupQueries.all()];

export const settingsFailure = "Failed to save settings.";
export const mascotFailure = "Failed to save mascot settings.";
export const proxyFailure = "Failed to save proxy settings.";

/** Puts a saved group into the cached list, so that its forms show it before the refetch. */
const put = (client: QueryClient, group: Group | undefined) =>
  putRecord(client, groupQueries.list().queryKey, group);

export const useCreateGroup = () =>
  useCommand(groupsApi.create, {
    success: "Group created.",
    failure: "Failed to create group.",
    isShownInPlace: true,
    refreshes,
    apply: put,
  });

export const useChangeGroup = () =>
  useCommand(groupsApi.change, {
    success: "Settings saved.",
    failure: settingsFailure,
    isShownInPlace: true,
    // Generation depends on the focus media type, which the generation status shows.
    refreshes: [...refreshes, ["generation"]],
    apply: put,
  });

export const useSetMascot = () =>
  useCommand(groupsApi.setMascot, {
    success: "Mascot saved.",
    failure: mascotFailure,
    isShownInPlace: true,
    refreshes,
    apply: put,
  });

export const useSetProxy = () =>
  useCommand(groupsApi.setProxy, {
    success: "Proxy saved.",
    failure: proxyFailure,
    isShownInPlace: true,
    refreshes,
    apply: put,
  });
