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
 * How often a read is tried again at once where that may help, and how long apart, in milliseconds.
 * One that did not help is not followed by more of its kind, until there has been an answer.
 */
const retries = 2;
const firstPause = 500;

/**
 * The one place that speaks for the server: queries and commands declare in `meta` what to say and
 * what to refresh, and here it happens.
 */
export const createQueryClient = ({ onSessionOver }: { onSessionOver: () => void }) => {
  /** Queries whose failure stands on the screen in the place of their data. */
  const failed = new WeakSet<object>();
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Whether there is a network is seen by asking, and said by the connection banner.
        networkMode: "always",
        retry: (failures, error) =>
          isTransient(error) && failures < retries && inARow(error) <= retries,
        retryDelay: (failures, error) =>
          (error instanceof SafeError ? error.retryAfter : undefined) ??
          firstPause * 2 ** failures * (0.75 + Math.random() / 2),
      },
    },

    queryCache: new QueryCache({
      onSuccess: (_data, query) => {
        // Tried again in one panel, it is there for all that had failed for want of it.
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
          announceSuccess(mutation, "It was done, but the answer could not be read.");
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

      // Not awaited: a command is over when it is answered, not when the lists have reloaded.
      onSettled: (_reply, error, _sent, _shown, { meta }, { client }) => {
        if (error && outcomeOf(error).kind === "unsent") return;
        const predicate = (query: Query) =>
          meta?.refreshes?.some((queryKey) => matchQuery({ queryKey }, query)) ?? false;
        void client.invalidateQueries({ predicate });
        // A first read under way is not begun anew, and may tell of before: it is followed by another.
        for (const { promise, queryKey } of client.getQueryCache().findAll({ predicate })) {
          if (client.getQueryData(queryKey) !== undefined) continue;
          const readAgain = () => client.invalidateQueries({ queryKey, exact: true });
          void promise?.then(readAgain, () => {});
        }
      },
    }),
  });
};

const inARow = (error: unknown) => (error instanceof SafeError ? error.inARow : 1);

/** One toast a command: what it turned out to be takes the place of what it was going to be. */
const idOf = ({ mutationId }: { mutationId: number }) => `command-${mutationId}`;

function announceSuccess(
  { meta, mutationId }: Pick<Mutation, "meta" | "mutationId">,
  detail: string | undefined,
) {
  const { success, pending } = meta ?? {};
  const id = idOf({ mutationId });
  const title = success ?? (detail && "Done.");
  if (title) toasts.show({ id, kind: "success", title, ...(detail && { detail }) });
  else if (pending) toasts.dismiss(id);
}
