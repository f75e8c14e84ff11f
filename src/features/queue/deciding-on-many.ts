import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { QueueItem } from "@/entities/post";
import type { Outcome } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { queueApi } from "./contract";
import { type Decided, type Decision, decisionFailures, leaves } from "./mutations";
import { queueQueries } from "./queries";
import { approvalOf } from "./shown";

/**
 * Decides on one post of a batch. The batch result reports each failure, and the caller reloads the
 * lists once at the end. In a file of its own, so that it is loaded with the lazy bar.
 */
export function useDecideOneOfMany(neighbours: readonly QueryKey[]) {
  const client = useQueryClient();
  const approve = useCommand(queueApi.approve, {
    failure: decisionFailures.approve,
    isShownInPlace: true,
    ...leaves(-1),
  });
  const reject = useCommand(queueApi.reject, {
    failure: decisionFailures.reject,
    isShownInPlace: true,
    ...leaves(-1),
  });
  return {
    decideOne: (decision: Decision, item: QueueItem): Promise<Outcome<Decided>> =>
      decision === "approve"
        ? approve.send({ params: { id: item.id }, query: approvalOf(item) })
        : reject.send({ params: { id: item.id } }),
    reload: () => {
      for (const queryKey of [queueQueries.all(), ...neighbours]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  };
}
