import { expect } from "vitest";
import type { Http } from "../../../server/adapters/live/http";
import type { Live } from "../../../server/adapters/live/live";
import type { Publication, Publisher, Trace } from "../../../server/ports/publisher";
import { shownOf } from "./publishing";

const signal = new AbortController().signal;

type Time = { readonly now: () => Date; readonly pass: (seconds: number) => void };

/** The server dies: nothing that it had begun goes on. */
class Killed extends Error {}

/**
 * Runs what a server does with one post: it stores the trace, looks for a post whose creating call had
 * no answer, and asks again when it is time. `dieAt` kills it at one of its steps; a new one then goes
 * on with what was stored.
 */
export function createTries(
  time: Time,
  publication: Publication,
  own: Publisher,
  dieAt = Number.POSITIVE_INFINITY,
) {
  let trace: Trace = {};
  let committingAt: Date | null = null;
  let steps = 0;
  let die: (error: Killed) => void = () => {};
  /** What a server does, until it is killed. */
  const life = <T>(work: Promise<T>): Promise<T> =>
    Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        die = reject;
      }),
    ]);

  /** Does what one step does, and then may be killed before the server learns of it. */
  async function survive<T>(work: () => Promise<T>): Promise<T> {
    const number = steps;
    steps += 1;
    const result = await work();
    if (number !== dieAt) return result;
    die(new Killed());
    return new Promise(() => {});
  }

  const mortal = (live: Live): Live => ({
    ...live,
    httpOf: (account): Http => {
      const http = live.httpOf(account);
      return (call) => survive(() => http(call));
    },
  });

  async function step(publisher: Publisher) {
    if (committingAt) {
      const found = await publisher.locate(publication, trace, committingAt, signal);
      if (found.ok !== "absent") return found;
      committingAt = null;
    }
    const outcome = await publisher.publish(
      publication,
      {
        trace,
        prepared: (next) => survive(async () => keep(next, null)),
        committing: (next) => survive(async () => keep(next, time.now())),
      },
      signal,
    );
    if (outcome.ok === false) committingAt = null;
    return outcome;
  }
  function keep(next: Trace, at: Date | null) {
    trace = next;
    committingAt = at;
  }

  return {
    mortal,
    get trace() {
      return trace;
    },
    get steps() {
      return steps;
    },
    get isCommitting() {
      return committingAt !== null;
    },
    /** One call, as the server makes it; `publisher` is that of a server that was restarted. */
    once: (publisher = own) => life(step(watched(publisher))),
    /** Until the outcome is final, as time goes on; `waits` are the notes and refusals on the way. */
    settle: async (waits: string[] = [], publisher = own) => {
      const silent = watched(publisher);
      for (let tries = 0; tries < 40; tries += 1) {
        const outcome = await life(step(silent));
        const until =
          outcome.ok === "waiting"
            ? outcome.askAt
            : outcome.ok === false && outcome.why === "later"
              ? outcome.retryAt
              : undefined;
        if (!until) return outcome;
        waits.push(outcome.ok === "waiting" ? outcome.note : (outcome as { error: string }).error);
        time.pass(Math.max(1, (until.getTime() - time.now().getTime()) / 1000));
      }
      throw new Error(`still not settled: ${waits}`);
    },
    wasKilled: (error: unknown) => error instanceof Killed,
  };
}

/** Fails if a token, or the address of an exposed file, is in anything that is returned or thrown. */
export const watched = (publisher: Publisher): Publisher => ({
  publish: (...given) => silent(publisher.publish(...given)),
  locate: (...given) => silent(publisher.locate(...given)),
  test: (...given) => silent(publisher.test(...given)),
  refresh: (...given) => publisher.refresh(...given),
});

export async function silent<T>(call: Promise<T>): Promise<T> {
  try {
    const result = await call;
    expect(shownOf(result)).not.toMatch(/canary/i);
    return result;
  } catch (error) {
    expect(shownOf(error)).not.toMatch(/canary/i);
    throw error;
  }
}
