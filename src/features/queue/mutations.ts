import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { QueueItem } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import type { Outcome } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { queueApi } from "./contract";
import { without } from "./pages";
import { queueQueries } from "./queries";

export const decisionFailures = {
  approve: "Failed to approve item.",
  reject: "Failed to reject item.",
} as const;

/** An operator's decision on a pending post. */
export type Decision = keyof typeof decisionFailures;

/** The server's reply, if it sent one; `left_out` names the accounts that an approval left out. */
export type Decided = (QueueItem & { left_out?: string | null | undefined }) | undefined;

/** Removes the item from the cached pages at once, whatever the reload that follows returns. */
const leave = (client: QueryClient, id: Id) =>
  client.setQueryData(
    queueQueries.pending().queryKey,
    (data) => data && { ...data, pages: without(data.pages, id) },
  );

const leaves = {
  apply: (client: QueryClient, _item: unknown, { params }: { params: { id: Id } }) =>
    leave(client, params.id),
};

const approved = "Approved. It will be scheduled on its accounts.";

/** Approves or rejects a post, which makes `neighbours` (queries of other slices) stale too. */
export function useDecide(neighbours: readonly QueryKey[]) {
  const refreshes = [queueQueries.all(), ...neighbours];
  const approve = useCommand(queueApi.approve, {
    successOf: (item) => (item?.left_out ? { title: approved, detail: item.left_out } : approved),
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

/**
 * Decides on one post of a batch. The batch result reports each failure, and the caller reloads the
 * lists once at the end.
 */
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
    decideOne: (decision: Decision, id: Id): Promise<Outcome<Decided>> =>
      (decision === "approve" ? approve : reject).send({ params: { id } }),
    reload: () => {
      for (const queryKey of [queueQueries.all(), ...neighbours]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  };
}
