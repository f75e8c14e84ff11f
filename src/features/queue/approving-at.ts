import type { QueryKey } from "@tanstack/react-query";
import { useCommand } from "@/shared/query/use-command";
import { queueApi } from "./contract";
import { decisionFailures, leaves, useDecisionToasts } from "./mutations";
import { queueQueries } from "./queries";

/**
 * Approves a post on chosen accounts or at a chosen time. The form shows a failure. In a file of its own,
 * so that it is loaded with the lazy form.
 */
export const useApproveAt = (neighbours: readonly QueryKey[]) =>
  useCommand(queueApi.approve, {
    successOf: useDecisionToasts(neighbours).approved,
    failure: decisionFailures.approve,
    isShownInPlace: true,
    refreshes: [queueQueries.all(), ...neighbours],
    ...leaves(-1),
  });
