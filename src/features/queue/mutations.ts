import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from "@tanstack/react-query";
import type { QueueItem } from "@/entities/post";
import { isOffered } from "@/shared/api/capabilities";
import type { Id } from "@/shared/api/id";
import type { Outcome } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { clock } from "@/shared/time/clock";
import { toasts } from "@/shared/toast/toast";
import { approvalInWords } from "./approval";
import { queueApi } from "./contract";
import { type Page, withItem, without } from "./pages";
import { queueQueries } from "./queries";
import type { Approved } from "./schema";

export const decisionFailures = {
  approve: "Failed to approve item.",
  reject: "Failed to reject item.",
} as const;

/** An operator's decision on a pending post. */
export type Decision = keyof typeof decisionFailures;

/** The server's reply, if it sent one. An approval also says which posts it has made. */
export type Decided = (QueueItem & Partial<Pick<Approved, "left_out" | "posts">>) | undefined;

/** Removes the item from the cached lists at once, whatever the reload that follows returns. */
const leaves = {
  apply: (client: QueryClient, _item: unknown, { params }: { params: { id: Id } }) =>
    changePages(client, (pages) => without(pages, params.id)),
};

const changePages = (
  client: QueryClient,
  change: (pages: Page<QueueItem>[]) => Page<QueueItem>[],
) =>
  client.setQueriesData<InfiniteData<Page<QueueItem>>>(
    { queryKey: queueQueries.lists() },
    (data) => data && { ...data, pages: change(data.pages) },
  );

/** Milliseconds that a toast with 'Undo' stays: enough to read it and to reach the button. */
const undoStays = 10_000;
/** So many toasts offer 'Undo' at once; earlier decisions are taken back in their list. */
const mostUndo = 3;

/** Takes a decision back, so that the post waits for approval again. */
export const useReopen = (neighbours: readonly QueryKey[]) =>
  useCommand(queueApi.reopen, {
    success: "It waits for approval again.",
    failure: "Failed to reopen item.",
    refreshes: [queueQueries.all(), ...neighbours],
    ...leaves,
  });

/** Makes the toasts of decisions, with 'Undo' if the backend can take a decision back. */
function useDecisionToasts(neighbours: readonly QueryKey[]) {
  const { send } = useReopen(neighbours);
  function undo({ params }: { params: { id: Id } }) {
    if (!isOffered(queueApi.reopen)) return undefined;
    const older = toasts.read().filter(({ action }) => action);
    // After a fast run of decisions, older toasts would wait and come back for minutes.
    for (const { id } of older.slice(0, 1 - mostUndo)) toasts.dismiss(id);
    return {
      duration: undoStays,
      action: { label: "Undo", run: () => void send({ params }) },
    };
  }
  return {
    approved: (item: Decided, request: { params: { id: Id } }) => {
      const said = item && approvalInWords(item, clock.now());
      const detail = said ? said.detail : item?.left_out;
      return {
        kind: said?.isScheduled === false ? ("info" as const) : ("success" as const),
        title: said?.title ?? "Approved. It will be scheduled on its accounts.",
        ...(detail && { detail }),
        ...undo(request),
      };
    },
    rejected: (_item: Decided, request: { params: { id: Id } }) => ({
      title: "Rejected. It will not be published.",
      ...undo(request),
    }),
  };
}

/** Approves or rejects a post, which makes `neighbours` (queries of other slices) stale too. */
export function useDecide(neighbours: readonly QueryKey[]) {
  const refreshes = [queueQueries.all(), ...neighbours];
  const toast = useDecisionToasts(neighbours);
  const approve = useCommand(queueApi.approve, {
    successOf: toast.approved,
    failure: decisionFailures.approve,
    refreshes,
    ...leaves,
  });
  const reject = useCommand(queueApi.reject, {
    successOf: toast.rejected,
    failure: decisionFailures.reject,
    refreshes,
    ...leaves,
  });
  return (decision: Decision, id: Id): Promise<Outcome<Decided>> =>
    (decision === "approve" ? approve : reject).send({ params: { id } });
}

/** Approves a post on chosen accounts or at a chosen time. The form shows a failure. */
export const useApproveAt = (neighbours: readonly QueryKey[]) =>
  useCommand(queueApi.approve, {
    successOf: useDecisionToasts(neighbours).approved,
    failure: decisionFailures.approve,
    isShownInPlace: true,
    refreshes: [queueQueries.all(), ...neighbours],
    ...leaves,
  });

export const editFailure = "Failed to save post.";

/** Changes a post, which makes `neighbours` stale too. The form shows a failure. */
export const useEditItem = (neighbours: readonly QueryKey[] = []) =>
  useCommand(queueApi.edit, {
    success: "Post saved.",
    failure: editFailure,
    isShownInPlace: true,
    refreshes: [queueQueries.all(), ["activity"], ...neighbours],
    apply: (client, saved) => changePages(client, (pages) => withItem(pages, saved)),
  });

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
