import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { groupQueries, isPausedIn } from "@/entities/group";
import { pendingCount, type QueueItem } from "@/entities/post";
import { isOffered } from "@/shared/api/capabilities";
import { type Id, sameId } from "@/shared/api/id";
import type { Outcome } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { clock } from "@/shared/time/clock";
import { toasts } from "@/shared/toast/toast";
import { approvalInWords } from "./approval-words";
import { focusCardWhenShown } from "./card-keyboard";
import { queueApi } from "./contract";
import { type Page, pagesWithout, queueQueries } from "./queries";
import type { Approved } from "./schema";
import { approvalQuery } from "./versions";

/** The lists that a change of a post makes out of date: those of the scheduler show the same posts. */
export const refreshes = [queueQueries.all(), ["scheduler"], ["activity"]] as const;

export const decisionFailures = {
  approve: "Failed to approve item.",
  reject: "Failed to reject item.",
} as const;

export const editFailure = "Failed to save post.";

/** An operator's decision on a pending post. */
export type Decision = keyof typeof decisionFailures;

/** The server's reply, if it sent one. An approval also says which posts it has made. */
export type Decided = (QueueItem & Partial<Pick<Approved, "left_out" | "posts">>) | undefined;

type ItemRequest = { params: { id: Id } };

/**
 * The place of a decision's outcome: a toast, a form that shows its own failure, or the result of a
 * batch, which reloads the lists once at its end.
 */
type ShownIn = "toast" | "form" | "batch";

/** Milliseconds that a toast with 'Undo' stays: enough to read it and to reach the button. */
const undoStays = 10_000;
/** The number of toasts that offer 'Undo' at once; earlier decisions are taken back in their list. */
const mostUndo = 3;

/**
 * Approves or rejects a post. `on` are the accounts that an approved one is published on: without them,
 * those of its category. The item is the version that the operator has seen: the server refuses to
 * approve another one.
 */
export function useDecide(shownIn: ShownIn = "toast") {
  const toast = useDecisionToasts();
  const options = {
    ...(shownIn !== "toast" && { isShownInPlace: true as const }),
    refreshes: shownIn === "batch" ? [] : refreshes,
    apply: (client: QueryClient, item: Decided, { params }: ItemRequest) =>
      leaveList(client, item, params.id, -1),
  };
  const approve = useCommand(queueApi.approve, {
    ...options,
    failure: decisionFailures.approve,
    ...(shownIn !== "batch" && { successOf: toast.approved }),
  });
  const reject = useCommand(queueApi.reject, {
    ...options,
    failure: decisionFailures.reject,
    ...(shownIn !== "batch" && { successOf: toast.rejected }),
  });
  return {
    approve,
    decide: (decision: Decision, item: QueueItem, on?: readonly Id[]): Promise<Outcome<Decided>> =>
      decision === "approve"
        ? approve.send({ params: { id: item.id }, query: approvalQuery(item, on) })
        : reject.send({ params: { id: item.id } }),
  };
}

/** Takes a decision back, so that the post waits for approval again. */
export const useReopen = () =>
  useCommand(queueApi.reopen, {
    success: "The post is pending again.",
    failure: "Failed to reopen item.",
    refreshes,
    apply: (client, item, request) => {
      leaveList(client, item, request.params.id, 1);
      // Otherwise the toast would say that the post is published, and offer to undo what is undone.
      toasts.dismiss(decisionToast(request.params.id));
    },
  });

/** Changes a post. The form shows a failure. */
export const useEditItem = () =>
  useCommand(queueApi.edit, {
    success: "Post saved.",
    failure: editFailure,
    isShownInPlace: true,
    refreshes,
    apply: (client, saved) => {
      changePages(client, (pages) =>
        pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (sameId(item.id, saved.id) ? saved : item)),
        })),
      );
      putDetail(client, saved);
    },
  });

/**
 * Removes an item from the cached lists and corrects the number of waiting posts at once, whatever the
 * reload that follows returns: that of a batch comes only at its end.
 */
function leaveList(client: QueryClient, item: Decided, id: Id, waiting: 1 | -1) {
  changePages(client, (pages) => pagesWithout(pages, id));
  if (item) putDetail(client, item);
  client.setQueryData<number>(pendingCount().queryKey, (count) =>
    count === undefined ? count : count + waiting,
  );
}

/** Keeps what is known of one post in step, so that it does not come back until it is read again. */
const putDetail = (client: QueryClient, item: QueueItem) =>
  client.setQueryData(queueQueries.detail(item.id).queryKey, (known) => known && item);

const changePages = (
  client: QueryClient,
  change: (pages: Page<QueueItem>[]) => Page<QueueItem>[],
) =>
  client.setQueriesData<InfiniteData<Page<QueueItem>>>(
    { queryKey: queueQueries.lists() },
    (data) => data && { ...data, pages: change(data.pages) },
  );

/** The id of the toast that says how a post was decided. */
const decisionToast = (id: Id) => `decision-${id}`;

/** Makes the toasts of decisions, with 'Undo' if the backend can take a decision back. */
function useDecisionToasts() {
  const client = useQueryClient();
  const { send } = useReopen();
  function undo({ params }: ItemRequest) {
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
          const focusCard = focusCardWhenShown(params.id);
          void send({ params }).then(({ kind }) => kind === "ok" && focusCard());
        },
      },
    };
  }
  return {
    approved: (item: Decided, request: ItemRequest) => {
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
    rejected: (_item: Decided, request: ItemRequest) => ({
      title: "Rejected. It will not be published.",
      ...undo(request),
    }),
  };
}
