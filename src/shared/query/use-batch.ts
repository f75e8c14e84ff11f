import { useEffect, useRef, useState } from "react";
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
};

/**
 * Runs one command for many items, three at a time. Stopping sends no more items and lets the
 * pending ones end. So does leaving the screen, so that nothing is sent that nobody watches.
 */
export function useBatch<T, Reply = unknown>() {
  const [batch, setBatch] = useState<Batch<T, Reply>>();
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);

  /** Resolves when the last has ended, with the outcome of each item that was tried. */
  async function run(
    items: readonly T[],
    perform: (item: T) => Promise<Outcome<Reply>>,
  ): Promise<readonly BatchResult<T, Reply>[]> {
    const left = [...items];
    const results: BatchResult<T, Reply>[] = [];
    stop.current = () => {
      left.length = 0;
    };
    setBatch({ items, results: [], isRunning: true });
    const work = async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) {
        const outcome = await perform(item);
        // Offline, or signed out: the rest cannot be sent either.
        const unsent = outcome.kind === "unsent" ? left.splice(0) : [];
        results.push({ item, outcome }, ...unsent.map((rest) => ({ item: rest, outcome })));
        setBatch({ items, results: [...results], isRunning: true });
      }
    };
    await Promise.all(Array.from({ length: width }, work));
    setBatch({ items, results: [...results], isRunning: false });
    return results;
  }

  return {
    batch,
    run,
    stop: () => stop.current(),
    /** Removes the result from the screen. */
    dismiss: () => setBatch(undefined),
  };
}

/** Returns true if the write was done, even if its answer could not be read. */
export const wasDone = ({ kind }: Outcome<unknown>) => kind === "ok" || kind === "unreadable";
