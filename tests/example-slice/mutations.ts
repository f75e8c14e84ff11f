import { putRecord, withoutRecord } from "@/shared/query/cached-records";
import { useCommand } from "@/shared/query/use-command";
import { snippetsApi } from "./contract";
import { snippetQueries } from "./queries";

const { queryKey } = snippetQueries.list();
const refreshes = [snippetQueries.all()];

export const addFailure = "Failed to create snippet.";

export const useAddSnippet = () =>
  useCommand(snippetsApi.add, {
    success: "Snippet created.",
    failure: addFailure,
    isShownInPlace: true,
    refreshes,
    apply: (client, saved) => putRecord(client, queryKey, saved),
  });

/** On failure, the question stays open and shows the error. */
export const useDeleteSnippet = () =>
  useCommand(snippetsApi.remove, {
    success: "Snippet deleted.",
    failure: "Failed to delete snippet.",
    refreshes,
    apply: (client, _reply, { params }) => withoutRecord(client, queryKey, params.id),
  });
