import { act, fireEvent } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";

/**
 * Stops the clock, which only this file's functions advance from now on: the speed of the machine
 * cannot change the result. `findBy…`, `waitFor` and user-event wait for the clock, so that with them
 * a test would hang: use `until` and `press` instead. `expect.poll` advances it by its interval.
 */
export function holdTime() {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
    // The server runs in this process: it clears timers that it set before.
    shouldClearNativeTimers: true,
  });
  onTestFinished(() => void vi.useRealTimers());
}

/**
 * Stops the date alone, which `vi.advanceTimersByTime` advances from now on. Timers go on, and with
 * them `findBy…`, `waitFor` and user-event.
 */
export function holdDate() {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}

export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/**
 * Calls `look` after every millisecond, or after each step of more, until it no longer throws. The test's
 * own timeout ends it.
 */
export async function until<T>(look: () => T, milliseconds = 1): Promise<T> {
  for (;;) {
    try {
      return look();
    } catch {
      await pass(milliseconds);
    }
  }
}

/** Clicks an element and waits for the immediate effects. */
export async function press(element: Element) {
  fireEvent.click(element);
  await pass(1);
}
