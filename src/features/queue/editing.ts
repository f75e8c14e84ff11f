import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
import { useCommand } from "@/shared/query/use-command";
import { queueApi } from "./contract";
import { changePages } from "./mutations";
import { queueQueries } from "./queries";

/** What only the editor needs, in a file of its own, so that it is loaded with it. */

export const postToEdit = (id: Id) =>
  queryOptions({
    queryKey: [...queueQueries.all(), "detail", String(id)],
    queryFn: ({ signal }) => call(queueApi.detail, { params: { id } }, { signal }),
    meta: { failure: "Failed to load the post." },
  });

export const editFailure = "Failed to save post.";

/** Changes a post, which makes `neighbours` stale too. The form shows a failure. */
export const useEditItem = (neighbours: readonly QueryKey[] = []) =>
  useCommand(queueApi.edit, {
    success: "Post saved.",
    failure: editFailure,
    isShownInPlace: true,
    refreshes: [queueQueries.all(), ["activity"], ...neighbours],
    apply: (client, saved) =>
      changePages(client, (pages) =>
        pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (sameId(item.id, saved.id) ? saved : item)),
        })),
      ),
  });
