import { groupQueries } from "@/entities/group";
import { useCommand } from "@/shared/query/use-command";
import { groupsApi } from "./contract";

export const useCreateGroup = () =>
  useCommand(groupsApi.create, {
    success: "Group created.",
    failure: "Failed to create group.",
    isShownInPlace: true,
    refreshes: [groupQueries.all()],
    apply: (client, group) =>
      client.setQueryData(
        groupQueries.list().queryKey,
        (groups) => groups && { ...groups, items: [...groups.items, group] },
      ),
  });
