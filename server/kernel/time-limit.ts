import { setTimeout as delay } from "node:timers/promises";
import { Fault } from "./fault.ts";

/**
 * Does some work with a signal that is aborted with the given one, or after this number of ms. Not
 * `AbortSignal.any` with `AbortSignal.timeout`: in Node 20 nothing else refers to the timeout, which
 * then never comes once the garbage collector has taken it.
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limited = new AbortController();
  const end = () => limited.abort(signal.reason);
  const timer = setTimeout(
    () => limited.abort(new DOMException("The time is over.", "TimeoutError")),
    milliseconds,
  );
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    return await work(limited.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/** Waits for the work, at most this number of milliseconds. The time keeps no process running. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, delay(milliseconds, undefined, { ref: false })]);
}

/** Resolves like the work, or throws a Fault after this number of milliseconds. */
export async function inTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Fault("No answer in time.")), milliseconds);
  });
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer));
}
