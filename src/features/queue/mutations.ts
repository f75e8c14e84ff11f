import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Id } from "@/shared/api/id";
import { useCommand } from "@/shared/query/use-command";
import { queueApi } from "./contract";
import { without } from "./pages";
import { queueQueries } from "./queries";

export const decisionFailures = {
  approve: "Failed to approve item.",
  reject: "Failed to reject item.",
} as const;

/** What an operator says to a post. */
export type Decision = keyof typeof decisionFailures;

/** The item leaves the pages at once, whatever the reload that follows brings. */
const leave = (client: QueryClient, id: Id) =>
  client.setQueryData(
    queueQueries.pending().queryKey,
    (data) => data && { ...data, pages: without(data.pages, id) },
  );

/** Approving and rejecting; `neighbours` are other slices' queries that a decision makes out of date. */
export function useDecide(neighbours: readonly QueryKey[]) {
  const refreshes = [queueQueries.all(), ...neighbours];
  const approve = useCommand(queueApi.approve, {
    success: "Approved. It will be scheduled on its accounts.",
    failure: decisionFailures.approve,
    refreshes,
    apply: (client, _item, { params }) => leave(client, params.id),
  });
  const reject = useCommand(queueApi.reject, {
    success: "Rejected. It will not be published.",
    failure: decisionFailures.reject,
    refreshes,
    apply: (client, _item, { params }) => leave(client, params.id),
  });
  return (decision: Decision, id: Id) =>
    (decision === "approve" ? approve : reject).send({ params: { id } });
}
