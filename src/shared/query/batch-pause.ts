import { capabilities, idempotencyKeys } from "@/shared/api/capabilities";
import { clock } from "@/shared/time/clock";
import type { Outcome } from "./outcome";

/**
 * The first wait if the server says no time or a shorter one. It doubles with every wait that did not
 * help, up to `longestGuess`. In milliseconds.
 */
const shortestWait = 1_000;
const longestGuess = 60_000;
/** How often an item is sent, unless a limit with a time refuses it. */
const mostTries = 3;

/**
 * Returns true if the server asks to wait: with status 429 (RFC 6585, 4), or with 503 and a time (RFC
 * 9110, 15.6.4). A 503 without Retry-After is any failure; with `is503Final` no 503 asks to wait.
 */
export function asksToWait(outcome: Outcome<unknown>, is503Final: boolean): boolean {
  if (!("error" in outcome)) return false;
  const { status, retryAfter } = outcome.error;
  return status === 429 || (status === 503 && retryAfter !== undefined && !is503Final);
}

/**
 * Returns true if an item that was refused `tries` times is sent again after the wait. A limit on
 * requests lets each item through in the end; another reason may concern this item alone. Without
 * idempotency keys, an item that may have been done could be done twice.
 */
export function isSentAgain(outcome: Outcome<unknown>, tries: number): boolean {
  if (outcome.kind === "unknown" && !capabilities.has(idempotencyKeys)) return false;
  const isLimit =
    "error" in outcome && outcome.error.status === 429 && outcome.error.retryAfter !== undefined;
  return isLimit || tries < mostTries;
}

/** The pause of a batch during which nothing is sent. */
export type BatchPause = {
  /** Resolves when the pause has ended; undefined if there is none. */
  readonly over: () => Promise<void> | undefined;
  /** Begins a pause, or makes the present one longer. */
  readonly begin: (outcome: Outcome<unknown>) => void;
  /** Ends the pause at once. */
  readonly end: () => void;
  /** The server looked at an item again: the next wait is a first one. */
  readonly succeeded: () => void;
};

/** @param tell is given the time on the server's clock at which the pause ends, then undefined */
export function createPause(tell: (until: number | undefined) => void): BatchPause {
  let until = 0;
  let inARow = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: Promise<void> | undefined;
  let resolve = () => {};

  function end() {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    over = undefined;
    tell(undefined);
    resolve();
  }

  function begin(outcome: Outcome<unknown>) {
    const asked = "error" in outcome ? (outcome.error.retryAfter ?? 0) : 0;
    // The answers to the items that were under way belong to the same pause.
    if (timer === undefined) inARow += 1;
    const guess = Math.min(shortestWait * 2 ** (inARow - 1), longestGuess);
    const wait = Math.max(asked, guess);
    const now = clock.now();
    if (timer === undefined) {
      over = new Promise((done) => {
        resolve = done;
      });
    } else if (now + wait <= until) return;
    clearTimeout(timer);
    timer = setTimeout(end, wait);
    until = now + wait;
    tell(until);
  }

  return {
    over: () => over,
    begin,
    end,
    succeeded: () => {
      inARow = 0;
    },
  };
}
