import type { Endpoint } from "@/shared/api/endpoint";
import { contextOn, type Db } from "../kernel/context.ts";
import type { Handler, OutsideHandler, PlainHandler, RequestTo } from "../kernel/handler.ts";
import type { JobRun, RequestRun } from "../kernel/runs.ts";
import { toReply } from "./answer.ts";
import {
  begin,
  findReply,
  type KeyedCommand,
  lockKey,
  refuseReusedKey,
  type StoredReply,
  storeReply,
} from "./idempotency.ts";
import type { Serving } from "./serving.ts";

/** One request to an endpoint. Without `keyed`, a repeat of it is executed again. */
type Execution<H = Handler<Endpoint>> = {
  readonly endpoint: Endpoint;
  readonly handler: H;
  readonly request: RequestTo<Endpoint>;
  readonly keyed: KeyedCommand | undefined;
};

/** A reply, and whether it was stored by an earlier request with the same idempotency key. */
type Executed = { readonly reply: StoredReply; readonly isReplayed: boolean };

export type Execute = (execution: Execution) => Promise<Executed>;

/** Commands that this process is running outside a transaction, by `request.command`. */
type InFlight = Map<string, { readonly keyed: KeyedCommand; readonly running: Promise<Executed> }>;

/**
 * Returns a function that runs a handler once for each idempotency key: its reply is stored together
 * with its effect, and a repeat gets the stored reply. It throws a 422 Refusal if the key was used
 * for another request.
 */
export function createExecute(serving: Serving): Execute {
  const inFlight: InFlight = new Map();
  return async ({ handler, ...execution }) =>
    typeof handler === "function"
      ? runInTransaction({ ...execution, handler }, serving)
      : runOutside({ ...execution, handler }, serving, inFlight);
}

async function runInTransaction(
  { endpoint, handler, request, keyed }: Execution<PlainHandler<Endpoint>>,
  serving: Serving,
): Promise<Executed> {
  return serving.database.transaction(async (db) => {
    if (keyed) await lockKey(db, keyed);
    const known = keyed && (await findReply(db, keyed));
    if (known) return { reply: known, isReplayed: true };
    const value = await handler(request, contextOn(db, serving, request.user));
    const reply = toReply(endpoint, value, serving);
    if (keyed) await storeReply(db, keyed, reply);
    return { reply, isReplayed: false };
  });
}

/**
 * Runs a handler outside a transaction. A concurrent request with the same key waits for the first
 * one's reply and does not run.
 */
async function runOutside(
  execution: Execution<OutsideHandler<Endpoint>>,
  serving: Serving,
  inFlight: InFlight,
): Promise<Executed> {
  const { keyed, request } = execution;
  const run = async () => ({ reply: await actOutside(execution, serving), isReplayed: false });
  if (!keyed) return run();
  const first = inFlight.get(request.command);
  if (first) {
    refuseReusedKey(first.keyed, keyed);
    return { reply: (await first.running).reply, isReplayed: true };
  }
  const running = begin(serving.database.db, keyed).then((known) =>
    known ? { reply: known, isReplayed: true } : run(),
  );
  inFlight.set(request.command, { keyed, running });
  const done = () => inFlight.delete(request.command);
  running.then(done, done);
  return running;
}

async function actOutside(
  { endpoint, handler, request, keyed }: Execution<OutsideHandler<Endpoint>>,
  serving: Serving,
): Promise<StoredReply> {
  const { database, ports, speed } = serving;
  let concluded: StoredReply | undefined;
  const transaction: JobRun["transaction"] = (work) =>
    database.transaction((db) => work(contextOn(db, serving, request.user)));
  const run: RequestRun = {
    ports,
    speed,
    transaction,
    conclude: async (work) => {
      const { answer, reply } = await transaction(async (context) => {
        if (keyed) await refuseConcluded(context.db, keyed);
        const answer = await work(context);
        const reply = toReply(endpoint, answer, serving);
        if (keyed) await storeReply(context.db, keyed, reply);
        return { answer, reply };
      });
      concluded = reply;
      return answer;
    },
  };
  const value = await handler.outside(request, run).catch((error: unknown) => {
    if (error instanceof AlreadyConcluded) concluded = error.reply;
    else throw error;
  });
  if (concluded) return concluded;
  const reply = toReply(endpoint, value, serving);
  if (keyed) await storeReply(database.db, keyed, reply);
  return reply;
}

/**
 * Thrown to roll back: another process has stored a reply to the same command, which is sent instead.
 */
class AlreadyConcluded extends Error {
  readonly reply: StoredReply;

  constructor(reply: StoredReply) {
    super("The same command was concluded elsewhere.");
    this.reply = reply;
  }
}

async function refuseConcluded(db: Db, keyed: KeyedCommand) {
  await lockKey(db, keyed);
  const known = await findReply(db, keyed);
  if (known) throw new AlreadyConcluded(known);
}
