import {
  type MutationMeta,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/shared/api/call";
import { capabilities, idempotencyCapability } from "@/shared/api/capabilities";
import type { Endpoint, ParamsOf, ReplyOf, RequestOf } from "@/shared/api/endpoint";
import { SafeError } from "@/shared/api/errors";
import { clock } from "@/shared/time/clock";
import { type Toast, toasts } from "@/shared/toast/toast";
import { doubleSubmitGuard, intents } from "./double-submit-guard";
import { type Failure, failureOf, type Outcome, outcomeOf } from "./outcome";

type Options<E extends Endpoint> = MutationMeta & {
  /** Writes the reply into the cache, so that the change is seen before the lists reload. */
  apply?: (client: QueryClient, reply: ReplyOf<E>, request: RequestOf<E>) => void;
  /** Makes the success text, or the whole toast, from the reply. */
  successOf?: (
    reply: ReplyOf<E>,
    request: RequestOf<E>,
  ) => string | (Pick<Toast, "title"> & Partial<Toast>);
  /** Tells writes to one address apart, if several of them may be pending side by side. */
  apart?: (request: RequestOf<E>) => string;
};

/** The part of a write that the mutation cache may hold: never typed input. */
type Sent = {
  readonly requestId: number;
  readonly params: unknown;
  /** On the server's clock, in ms. */
  readonly since: number;
};

/** What only a long command needs: sending a file. */
type Watching = {
  /** Its abort cancels the request. What was sent may have been done all the same. */
  readonly signal?: AbortSignal;
  /** Called with the part of the file that has been sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
};

/** The requests that are about to be sent, outside every cache. */
const pendingRequests = new Map<number, { request: unknown; key: string; watching: Watching }>();
let lastRequestId = 0;

/**
 * The one hook for writes. A double press has one effect. Nothing is queued to be sent later. The
 * result is one of the six kinds of Outcome, never a guess.
 *
 * `send` always resolves and never rejects, even if the component that called it is unmounted.
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
      const { request, key, watching } = pendingRequests.get(requestId) ?? {};
      pendingRequests.delete(requestId);
      // The map holds the requests of all commands untyped; this requestId was made from a request
      // of this endpoint.
      const sent = call(endpoint, request as RequestOf<E>, { ...watching, idempotencyKey: key });
      return sent.catch((error) => {
        throw key && intents.isInDoubt(key) ? inDoubt(error) : error;
      });
    },
    networkMode: "always",
    retry: false,
    gcTime: 0,
    meta,
  });

  function scopeOf(request: RequestOf<E>) {
    const { params, query } = request as { params?: unknown; query?: unknown };
    return `${endpoint.method} ${endpoint.path} ${JSON.stringify([params, query, apart?.(request)])}`;
  }

  async function send(
    request: RequestOf<E>,
    watching: Watching = {},
  ): Promise<Outcome<ReplyOf<E>>> {
    const { params } = request as { params?: unknown };
    const scope = scopeOf(request);
    if (!doubleSubmitGuard.take(scope, request)) return { kind: "held" };

    const key = intents.keyOf(scope, request);
    const requestId = ++lastRequestId;
    pendingRequests.set(requestId, { request, key, watching });
    setFailure(undefined);

    const outcome = await mutateAsync({ requestId, params, since: clock.now() }).then(
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
        const said = successOf?.(outcome.reply, request);
        if (said)
          toasts.show({ kind: "success", ...(typeof said === "string" ? { title: said } : said) });
      });
    }
    return outcome;
  }

  return {
    send,
    /** True if an earlier attempt at this very request may have been done. */
    isInDoubt: (request: RequestOf<E>) => intents.isOpen(scopeOf(request), request),
    /** The same where the server may carry it out a second time. Survives a reload, unlike `failure`. */
    mayRepeat: (request: RequestOf<E>) =>
      !capabilities.has(idempotencyCapability) && intents.isOpen(scopeOf(request), request),
    isBusy: isPending,
    /** The failure of the last attempt, until the next one. */
    failure,
    forget: () => setFailure(undefined),
  };
}

const commandKey = ({ method, path }: Endpoint) => ["command", method, path] as const;

type Pending<E extends Endpoint> = {
  readonly params: ParamsOf<E>;
  /** When it was sent, on the server's clock, in ms. */
  readonly since: number;
};

/** Returns the pending writes to this endpoint, with the time since when the operator waits for them. */
export function usePendingSince<E extends Endpoint>(endpoint: E): readonly Pending<E>[] {
  return useMutationState({
    filters: { mutationKey: commandKey(endpoint), status: "pending" },
    select: (mutation) => {
      // Only useCommand makes mutations with this key, and it passes the endpoint's own params.
      const { params, since } = mutation.state.variables as Sent;
      return { params: params as ParamsOf<E>, since };
    },
  });
}

/** Returns their params alone, for lists that show them at once. */
export const usePending = <E extends Endpoint>(endpoint: E): readonly ParamsOf<E>[] =>
  usePendingSince(endpoint).map(({ params }) => params);

/** Marks the error of an attempt that follows one with an unknown outcome. */
const inDoubt = (error: unknown) =>
  error instanceof SafeError ? new SafeError({ ...error, isInDoubt: true }) : error;

/** An error after a finished write must not make the write look failed. */
function safely(work: () => void) {
  try {
    work();
  } catch (error) {
    console.error(error);
  }
}
