import {
  type MutationMeta,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/shared/api/call";
import type { Endpoint, ParamsOf, ReplyOf, RequestOf } from "@/shared/api/endpoint";
import { SafeError } from "@/shared/api/errors";
import { toasts } from "@/shared/toast/toast";
import { doubleSubmitGuard, intents } from "./double-submit-guard";
import { type Failure, failureOf, type Outcome, outcomeOf } from "./outcome";

type Options<E extends Endpoint> = MutationMeta & {
  /** Brings the answer into the cache, so that what was done is seen before the lists reload. */
  apply?: (client: QueryClient, reply: ReplyOf<E>, request: RequestOf<E>) => void;
  /** A success text that the answer has a part in. */
  successOf?: (reply: ReplyOf<E>) => string | { title: string; detail: string };
  /** What tells writes to one address apart, where several of them may be under way side by side. */
  apart?: (request: RequestOf<E>) => string;
};

/** What the mutation cache may know of a write: never what was typed. */
type Sent = { readonly requestId: number; readonly params: unknown };

/** What is being sent, outside every cache, until it is sent. */
const pendingRequests = new Map<number, { request: unknown; key: string }>();
let lastRequestId = 0;

/**
 * The one way to write. Whatever is pressed twice happens once; nothing is sent later than it was
 * pressed; and how it ended is told in one of six words, never guessed.
 *
 * `send` resolves always and rejects never, also when the component that sent it is gone.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  { apply, successOf, apart, ...meta }: Options<E>,
) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure>();
  const { mutateAsync, isPending } = useMutation({
    mutationKey: commandKey(endpoint),
    mutationFn: ({ requestId }: Sent) => {
      const { request, key } = pendingRequests.get(requestId) ?? {};
      pendingRequests.delete(requestId);
      // The requestId was made from this endpoint's request, which a map of all commands forgets.
      return call(endpoint, request as RequestOf<E>, { idempotencyKey: key }).catch((error) => {
        throw key && intents.isInDoubt(key) ? inDoubt(error) : error;
      });
    },
    networkMode: "always",
    retry: false,
    gcTime: 0,
    meta,
  });

  async function send(request: RequestOf<E>): Promise<Outcome<ReplyOf<E>>> {
    const { params, query } = request as { params?: unknown; query?: unknown };
    const scope = `${endpoint.method} ${endpoint.path} ${JSON.stringify([params, query, apart?.(request)])}`;
    if (!doubleSubmitGuard.take(scope, request)) return { kind: "held" };

    const key = intents.keyOf(scope, request);
    const requestId = ++lastRequestId;
    pendingRequests.set(requestId, { request, key });
    setFailure(undefined);

    const outcome = await mutateAsync({ requestId, params }).then(
      (reply): Outcome<ReplyOf<E>> => ({ kind: "ok", reply }),
      (error: unknown) => {
        const ended = outcomeOf(error);
        if (ended.kind !== "unreadable") {
          setFailure(failureOf(meta.failure, error, meta.asksOnly));
        }
        return ended;
      },
    );

    const wasDone = outcome.kind === "ok" || outcome.kind === "unreadable";
    if (outcome.kind === "unknown") intents.doubt(key);
    else if (wasDone || !intents.isInDoubt(key)) intents.close(key);
    doubleSubmitGuard.release(scope, wasDone);
    if (outcome.kind === "ok") {
      safely(() => {
        apply?.(client, outcome.reply, request);
        const said = successOf?.(outcome.reply);
        if (said)
          toasts.show({ kind: "success", ...(typeof said === "string" ? { title: said } : said) });
      });
    }
    return outcome;
  }

  return {
    send,
    isBusy: isPending,
    /** How the last attempt failed, until the next. */
    failure,
    forget: () => setFailure(undefined),
  };
}

const commandKey = ({ method, path }: Endpoint) => ["command", method, path] as const;

/** The params of the writes to this endpoint that are under way, for lists that show it at once. */
export function usePending<E extends Endpoint>(endpoint: E): readonly ParamsOf<E>[] {
  return useMutationState({
    filters: { mutationKey: commandKey(endpoint), status: "pending" },
    // Only useCommand makes mutations of this key, and it hands over the endpoint's own params.
    select: (mutation) => (mutation.state.variables as Sent).params as ParamsOf<E>,
  });
}

/** The same error of a try that comes after one of unknown end. */
const inDoubt = (error: unknown) =>
  error instanceof SafeError ? new SafeError({ ...error, isInDoubt: true }) : error;

/** What goes wrong after a write was done must not make it look as if it had failed. */
function safely(work: () => void) {
  try {
    work();
  } catch (error) {
    console.error(error);
  }
}
