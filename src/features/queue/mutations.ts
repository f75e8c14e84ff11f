import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
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

const leaves = {
  apply: (client: QueryClient, _item: unknown, { params }: { params: { id: Id } }) =>
    leave(client, params.id),
};

/** Approving and rejecting; `neighbours` are other slices' queries that a decision makes out of date. */
export function useDecide(neighbours: readonly QueryKey[]) {
  const refreshes = [queueQueries.all(), ...neighbours];
  const approve = useCommand(queueApi.approve, {
    success: "Approved. It will be scheduled on its accounts.",
    failure: decisionFailures.approve,
    refreshes,
    ...leaves,
  });
  const reject = useCommand(queueApi.reject, {
    success: "Rejected. It will not be published.",
    failure: decisionFailures.reject,
    refreshes,
    ...leaves,
  });
  return (decision: Decision, id: Id) =>
    (decision === "approve" ? approve : reject).send({ params: { id } });
}

/** The same for one of many: told in the result of all, and the lists reload once at the end. */
export function useDecideOneOfMany(neighbours: readonly QueryKey[]) {
  const client = useQueryClient();
  const approve = useCommand(queueApi.approve, {
    failure: decisionFailures.approve,
    isShownInPlace: true,
    ...leaves,
  });
  const reject = useCommand(queueApi.reject, {
    failure: decisionFailures.reject,
    isShownInPlace: true,
    ...leaves,
  });
  return {
    decideOne: (decision: Decision, id: Id) =>
      (decision === "approve" ? approve : reject).send({ params: { id } }),
    reload: () => {
      for (const queryKey of [queueQueries.all(), ...neighbours]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  };
}
