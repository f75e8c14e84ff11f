import type { QueryKey } from "@tanstack/react-query";
import { sameId } from "@/shared/api/id";
import { useCommand } from "@/shared/query/use-command";
import { queueApi } from "./contract";
import { changePages, putDetail } from "./mutations";
import { queueQueries } from "./queries";

/** What only the editor needs, in a file of its own, so that it is loaded with it. */

export const editFailure = "Failed to save post.";

/** Changes a post, which makes `neighbours` stale too. The form shows a failure. */
export const useEditItem = (neighbours: readonly QueryKey[] = []) =>
  useCommand(queueApi.edit, {
    success: "Post saved.",
    failure: editFailure,
    isShownInPlace: true,
    refreshes: [queueQueries.all(), ["activity"], ...neighbours],
    apply: (client, saved) => {
      changePages(client, (pages) =>
        pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (sameId(item.id, saved.id) ? saved : item)),
        })),
      );
      putDetail(client, saved);
    },
  });
