import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { type Group, groupQueries } from "@/entities/group";
import { putRecord, withoutRecord } from "@/shared/query/cached-records";
import { withDetail } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { groupsApi } from "./contract";

const refreshes: readonly QueryKey[] = [groupQueries.all()];

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

export const useTestProxy = () =>
  useCommand(groupsApi.testProxy, {
    pending: "Testing the proxy...",
    failure: withDetail("Test failed"),
    failureStays: 10_000,
    successOf: ({ message }) => message ?? "The proxy works.",
    refreshes: [],
  });

export const slotsFailure = "Failed to save publishing times.";
export const renameFailure = "Failed to rename group.";
export const deleteFailure = "Failed to delete group.";

export const useSetSlots = () =>
  useCommand(groupsApi.setSlots, {
    success: "Publishing times saved.",
    failure: slotsFailure,
    isShownInPlace: true,
    refreshes,
    apply: put,
  });

/** The scheduler's lists mark the posts of a paused group, and the activity says who paused it. */
const ofPause: readonly QueryKey[] = [...refreshes, ["scheduler"], ["activity"]];

export const usePauseGroup = () =>
  useCommand(groupsApi.pause, {
    success: "Publishing is paused.",
    failure: "Failed to pause publishing.",
    isShownInPlace: true,
    refreshes: ofPause,
    apply: put,
  });

export const useResumeGroup = () =>
  useCommand(groupsApi.resume, {
    success: "Publishing is resumed.",
    failure: "Failed to resume publishing.",
    isShownInPlace: true,
    refreshes: ofPause,
    apply: put,
  });

export const useRenameGroup = () =>
  useCommand(groupsApi.rename, {
    success: "Group renamed.",
    failure: renameFailure,
    isShownInPlace: true,
    // These lists name the group of each entry.
    refreshes: [...refreshes, ["generation"], ["queue"], ["failed-work"], ["activity"]],
    apply: put,
  });

export const useDeleteGroup = () =>
  useCommand(groupsApi.remove, {
    success: "Group deleted.",
    failure: deleteFailure,
    isShownInPlace: true,
    refreshes: [
      ...refreshes,
      ["queue"],
      ["scheduler"],
      ["failed-work"],
      ["integrations"],
      ["activity"],
    ],
    apply: (client, _reply, { params }) =>
      withoutRecord(client, groupQueries.list().queryKey, params.id),
  });
