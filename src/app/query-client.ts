import {
  type Mutation,
  MutationCache,
  matchQuery,
  type Query,
  QueryCache,
  QueryClient,
} from "@tanstack/react-query";
import { isTransient, isUnauthorized, SafeError } from "@/shared/api/errors";
import { nameFailure } from "@/shared/query/meta";
import { failureOf, outcomeOf } from "@/shared/query/outcome";
import { retrySignal } from "@/shared/query/retry-signal";
import { toasts } from "@/shared/toast/toast";

/**
 * How often a read is retried at once if that may help, and the first pause in milliseconds. After
 * retries that did not help, calls of the same address are not retried until one is answered.
 */
const retries = 2;
const firstPause = 500;
/** The longest pause that a server can ask for between two reads, in milliseconds. */
const longestPause = 60_000;

/**
 * Retries reads, and does what queries and commands declare in `meta`: shows the toasts of a command's
 * start and end, and refreshes queries. `useCommand` shows a text that is made of the reply; any other
 * toast is shown by the part that it is about.
 */
export const createQueryClient = ({ onSessionOver }: { onSessionOver: () => void }) => {
  /** Queries whose failure is shown instead of their data. */
  const failed = new WeakSet<object>();
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Only a request shows whether there is a network, and the connection banner reports it.
        networkMode: "always",
        retry: (failures, error) =>
          isTransient(error) && failures < retries && inARow(error) <= retries,
        retryDelay: (failures, error) =>
          askedPause(error) ?? firstPause * 2 ** failures * (0.75 + Math.random() / 2),
      },
    },

    queryCache: new QueryCache({
      onSuccess: (_data, query) => {
        // Once a retry in one panel has succeeded, the other panels that failed for want of this
        // data render again.
        if (failed.delete(query)) retrySignal.announce();
      },
      onError: (error, query) => {
        const { meta, state } = query;
        if (state.data === undefined) failed.add(query);
        nameFailure(error, meta?.failure);
        if (!(error instanceof SafeError)) console.error(error);
        if (meta?.guardsSession && isUnauthorized(error) && state.data === undefined) {
          onSessionOver();
        }
      },
    }),

    mutationCache: new MutationCache({
      onMutate: (_sent, mutation) => {
        const { pending } = mutation.meta ?? {};
        if (pending) toasts.show({ id: idOf(mutation), kind: "busy", title: pending });
      },

      onSuccess: (_reply, _sent, _shown, mutation) => announceSuccess(mutation, undefined),

      onError: (error, _sent, _shown, mutation) => {
        if (outcomeOf(error).kind === "unreadable") {
          if (mutation.meta?.isUnreadableShownInPlace) return toasts.dismiss(idOf(mutation));
          announceSuccess(mutation, "It was done, but the server's response could not be read.");
          return;
        }
        const { failure = "Failed.", asksOnly, isShownInPlace, failureStays } = mutation.meta ?? {};
        if (isShownInPlace) return toasts.dismiss(idOf(mutation));
        const { text, detail } = failureOf(failure, error, asksOnly);
        toasts.show({
          id: idOf(mutation),
          kind: "error",
          title: text,
          ...(detail && { detail }),
          ...(failureStays && { duration: failureStays }),
        });
      },

      // Not awaited: a command ends with its answer, not when the lists have reloaded.
      onSettled: (_reply, error, _sent, _shown, { meta }, { client }) => {
        if (error && outcomeOf(error).kind === "unsent") return;
        const predicate = (query: Query) =>
          meta?.refreshes?.some((queryKey) => matchQuery({ queryKey }, query)) ?? false;
        void client.invalidateQueries({ predicate });
        // A pending first read is not restarted, and may return data from before the command, so
        // another read follows it.
        for (const { promise, queryKey } of client.getQueryCache().findAll({ predicate })) {
          if (client.getQueryData(queryKey) !== undefined) continue;
          const readAgain = () => client.invalidateQueries({ queryKey, exact: true });
          void promise?.then(readAgain, () => {});
        }
      },
    }),
  });
};

const askedPause = (error: unknown) =>
  error instanceof SafeError && error.retryAfter !== undefined
    ? Math.min(error.retryAfter, longestPause)
    : undefined;

const inARow = (error: unknown) => (error instanceof SafeError ? error.inARow : 1);

const toastIds = new WeakMap<object, string>();
let commands = 0;

/**
 * Returns the id of the command's toast: the result replaces the pending text. It is not made of
 * `mutationId`, which every client counts from 1: the late end of a command would take away another
 * client's toast.
 */
function idOf(mutation: object): string {
  const id = toastIds.get(mutation) ?? `command-${++commands}`;
  toastIds.set(mutation, id);
  return id;
}

function announceSuccess(mutation: Pick<Mutation, "meta">, detail: string | undefined) {
  const { success, pending } = mutation.meta ?? {};
  const id = idOf(mutation);
  const title = success ?? (detail && "Done.");
  if (title) toasts.show({ id, kind: "success", title, ...(detail && { detail }) });
  else if (pending) toasts.dismiss(id);
}
