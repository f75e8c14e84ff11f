import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from "@tanstack/react-query";
import { groupQueries, isPausedIn } from "@/entities/group";
import { type QueueItem, waitingPosts } from "@/entities/post";
import { isOffered } from "@/shared/api/capabilities";
import type { Id } from "@/shared/api/id";
import type { Outcome } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { clock } from "@/shared/time/clock";
import { toasts } from "@/shared/toast/toast";
import { approvalInWords } from "./approval";
import { cardFocus } from "./card-focus";
import { queueApi } from "./contract";
import { type Page, without } from "./pages";
import { queueQueries } from "./queries";
import type { Approved } from "./schema";
import { approvalOf } from "./shown";

export const decisionFailures = {
  approve: "Failed to approve item.",
  reject: "Failed to reject item.",
} as const;

/** An operator's decision on a pending post. */
export type Decision = keyof typeof decisionFailures;

/** The server's reply, if it sent one. An approval also says which posts it has made. */
export type Decided = (QueueItem & Partial<Pick<Approved, "left_out" | "posts">>) | undefined;

/**
 * Removes the item from the cached lists and corrects the number of waiting posts at once, whatever the
 * reload that follows returns: that of a batch comes only at its end.
 */
export const leaves = (waiting: 1 | -1) => ({
  apply: (client: QueryClient, item: Decided, { params }: { params: { id: Id } }) => {
    changePages(client, (pages) => without(pages, params.id));
    if (item) putDetail(client, item);
    client.setQueryData<number>(waitingPosts().queryKey, (count) =>
      count === undefined ? count : count + waiting,
    );
  },
});

/** Keeps what is known of one post in step, so that it does not come back until it is read again. */
export const putDetail = (client: QueryClient, item: QueueItem) =>
  client.setQueryData(queueQueries.detail(item.id).queryKey, (known) => known && item);

export const changePages = (
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
    success: "The post is pending again.",
    failure: "Failed to reopen item.",
    refreshes: [queueQueries.all(), ...neighbours],
    apply: (client, item, request) => {
      leaves(1).apply(client, item, request);
      // Otherwise the toast would say that the post goes out, and offer to undo what is undone.
      toasts.dismiss(decisionToast(request.params.id));
    },
  });

/** The id of the toast that says how a post was decided. */
const decisionToast = (id: Id) => `decision-${id}`;

/** Makes the toasts of decisions, with 'Undo' if the backend can take a decision back. */
export function useDecisionToasts(neighbours: readonly QueryKey[]) {
  const client = useQueryClient();
  const { send } = useReopen(neighbours);
  function undo({ params }: { params: { id: Id } }) {
    const id = decisionToast(params.id);
    if (!isOffered(queueApi.reopen)) return { id };
    const older = toasts.read().filter(({ action }) => action);
    // After a fast run of decisions, older toasts would wait and come back for minutes.
    for (const toast of older.slice(0, 1 - mostUndo)) toasts.dismiss(toast.id);
    return {
      id,
      duration: undoStays,
      action: {
        label: "Undo",
        run: () => {
          const focusCard = cardFocus(params.id);
          void send({ params }).then(({ kind }) => kind === "ok" && focusCard());
        },
      },
    };
  }
  return {
    approved: (item: Decided, request: { params: { id: Id } }) => {
      const groups = client.getQueryData(groupQueries.list().queryKey);
      const isPaused = groups !== undefined && isPausedIn(item?.group_name)(groups);
      const said = item && approvalInWords(item, clock.now(), isPaused);
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

/**
 * Approves or rejects a post, which makes `neighbours` (queries of other slices) stale too. `on` are the
 * accounts that an approved one goes out on: without them, those of its category. The item is the version
 * that the operator has seen: the server refuses to approve another one.
 */
export function useDecide(neighbours: readonly QueryKey[]) {
  const refreshes = [queueQueries.all(), ...neighbours];
  const toast = useDecisionToasts(neighbours);
  const approve = useCommand(queueApi.approve, {
    successOf: toast.approved,
    failure: decisionFailures.approve,
    refreshes,
    ...leaves(-1),
  });
  const reject = useCommand(queueApi.reject, {
    successOf: toast.rejected,
    failure: decisionFailures.reject,
    refreshes,
    ...leaves(-1),
  });
  return (decision: Decision, item: QueueItem, on?: readonly Id[]): Promise<Outcome<Decided>> =>
    decision === "approve"
      ? approve.send({ params: { id: item.id }, query: approvalOf(item, on) })
      : reject.send({ params: { id: item.id } });
}
