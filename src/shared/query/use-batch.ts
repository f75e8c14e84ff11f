import { useEffect, useRef, useState } from "react";
import { capabilities, idempotencyCapability } from "@/shared/api/capabilities";
import { clock } from "@/shared/time/clock";
import type { Outcome } from "./outcome";

/** How many are sent at a time: fast, and yet quick to stop. */
const width = 3;

export type BatchResult<T, Reply = unknown> = {
  readonly item: T;
  readonly outcome: Outcome<Reply>;
};

export type Batch<T, Reply = unknown> = {
  readonly items: readonly T[];
  /** In the order in which they ended. */
  readonly results: readonly BatchResult<T, Reply>[];
  readonly isRunning: boolean;
  /** The time on the server's clock until which the server asks to wait; undefined while it does not. */
  readonly waitUntil?: number | undefined;
};

type Options = {
  /**
   * True for commands whose 503 concerns their own item, such as a platform that does not answer: it
   * is the item's outcome, and the others go on.
   */
  readonly is503Final?: boolean;
  /** True for a few items of one press, such as the accounts of a post: leaving the screen ends only a wait. */
  readonly isOneIntent?: boolean;
};

/**
 * Runs one command for many items, three at a time. If the server asks to wait, all wait, and the
 * refused items are sent again. Stopping sends no more items, ends such a wait, and lets the pending
 * ones end. So does leaving the screen, so that nothing is sent that nobody watches.
 */
export function useBatch<T, Reply = unknown>({
  is503Final = false,
  isOneIntent = false,
}: Options = {}) {
  const [batch, setBatch] = useState<Batch<T, Reply>>();
  const stop = useRef(() => {});
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);

  /** Resolves when the last has ended, with the outcome of each item that was tried. */
  async function run(
    items: readonly T[],
    perform: (item: T) => Promise<Outcome<Reply>>,
  ): Promise<readonly BatchResult<T, Reply>[]> {
    const left = items.map((item): Entry<T, Reply> => ({ item, tries: 0 }));
    const results: BatchResult<T, Reply>[] = [];
    let isStopped = false;
    let isLeft = false;
    let waitUntil: number | undefined;
    const show = (isRunning = true) =>
      setBatch({ items, results: [...results], isRunning, waitUntil });
    const pause = createPause((until) => {
      waitUntil = until;
      show();
    });
    /** What was never carried out ends with this outcome, or is left without one. */
    function endRest(outcome?: Outcome<Reply>) {
      for (const { item, doubt } of left.splice(0)) {
        const end = doubt ?? outcome;
        if (end) results.push({ item, outcome: end });
      }
    }
    stop.current = () => {
      isStopped = true;
      endRest();
      pause.end();
    };
    leave.current = () => {
      isLeft = true;
      if (!isOneIntent || pause.over()) stop.current();
    };
    show();
    const work = async () => {
      for (let entry = await next(); entry !== undefined; entry = await next()) {
        const outcome = await perform(entry.item);
        const isAskedToWait = asksToWait(outcome, is503Final);
        if (isAskedToWait && isSentAgain(outcome, entry.tries + 1)) {
          const doubt = outcome.kind === "unknown" ? outcome : entry.doubt;
          left.unshift({ item: entry.item, tries: entry.tries + 1, doubt });
        } else {
          const isUnsent = outcome.kind === "unsent";
          results.push({ item: entry.item, outcome: (isUnsent && entry.doubt) || outcome });
          // Offline, or signed out: the rest cannot be sent either.
          if (isUnsent) {
            endRest(outcome);
            pause.end();
          }
        }
        if (!isAskedToWait) pause.succeeded();
        else if (isStopped || isLeft) endRest();
        else if (left.length > 0) pause.begin(outcome);
        show();
      }
    };
    const next = async () => {
      // Another pause may have begun by the time that this one ends.
      for (let end = pause.over(); end; end = pause.over()) await end;
      return left.shift();
    };
    await Promise.all(Array.from({ length: width }, work));
    show(false);
    return results;
  }

  return {
    batch,
    run,
    stop: () => stop.current(),
    /** What leaving the screen does: for one press it ends a wait, and lets what is being sent end. */
    leave: () => leave.current(),
    /** Removes the result from the screen. */
    dismiss: () => setBatch(undefined),
  };
}

/** An item that is still to be sent. */
type Entry<T, Reply> = {
  readonly item: T;
  /** How often the server refused it and asked to wait. */
  readonly tries: number;
  /** The outcome of an earlier attempt that may have been done. */
  readonly doubt?: Outcome<Reply> | undefined;
};

/** Returns true if the write was done, even if its answer could not be read. */
export const wasDone = ({ kind }: Outcome<unknown>) => kind === "ok" || kind === "unreadable";

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
function asksToWait(outcome: Outcome<unknown>, is503Final: boolean): boolean {
  if (!("error" in outcome)) return false;
  const { status, retryAfter } = outcome.error;
  return status === 429 || (status === 503 && retryAfter !== undefined && !is503Final);
}

/**
 * Returns true if an item that was refused `tries` times is sent again after the wait. A limit on
 * requests lets each item through in the end; another reason may concern this item alone. Without
 * idempotency keys, an item that may have been done could be done twice.
 */
function isSentAgain(outcome: Outcome<unknown>, tries: number): boolean {
  if (outcome.kind === "unknown" && !capabilities.has(idempotencyCapability)) return false;
  const isLimit =
    "error" in outcome && outcome.error.status === 429 && outcome.error.retryAfter !== undefined;
  return isLimit || tries < mostTries;
}

/** The pause of a batch during which nothing is sent. */
type BatchPause = {
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
function createPause(tell: (until: number | undefined) => void): BatchPause {
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
