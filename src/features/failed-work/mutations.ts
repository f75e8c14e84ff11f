import { withoutRecord } from "@/shared/query/cached-records";
import { useCommand } from "@/shared/query/use-command";
import { failedWorkApi } from "./contract";
import { failedWorkQueries } from "./queries";

const { queryKey } = failedWorkQueries.list();

/** The dialog says that it was done: a toast above it would take the first Esc. */
export const useRunFailedWorkAgain = () =>
  useCommand(failedWorkApi.runAgain, {
    failure: "Failed to run the work again.",
    refreshes: [["failed-work"]],
    apply: (client, _reply, { params }) => withoutRecord(client, queryKey, params.id),
  });
