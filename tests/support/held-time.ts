import { act, fireEvent } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";

/**
 * Time stands still from now on, but for what the test lets pass: how fast the machine is cannot
 * change what happens. `findBy…`, `waitFor` and user-event wait for a clock, so that with them a
 * test would hang: use `until` and `press` instead.
 */
export function holdTime() {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
  onTestFinished(() => void vi.useRealTimers());
}

export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Looks until it no longer throws, a millisecond apart. The test's own time-out ends it. */
export async function until<T>(look: () => T): Promise<T> {
  for (;;) {
    try {
      return look();
    } catch {
      await pass(1);
    }
  }
}

/** A click, and what it does at once. */
export async function press(element: Element) {
  fireEvent.click(element);
  await pass(1);
}
