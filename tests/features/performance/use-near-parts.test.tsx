import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useNearParts } from "@/features/performance/views/use-near-parts";

type Entry = { target: Element; isIntersecting: boolean };

/** Each observer's callback, by its margin: jsdom has no layout and no observer of its own. */
const callbacks = new Map<string, (entries: Entry[]) => void>();

class FakeObserver {
  constructor(callback: (entries: Entry[]) => void, { rootMargin }: { rootMargin: string }) {
    callbacks.set(rootMargin, callback);
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => void vi.stubGlobal("IntersectionObserver", FakeObserver));
afterEach(() => void vi.unstubAllGlobals());

const report = (margin: string, ...entries: Entry[]) => act(() => callbacks.get(margin)?.(entries));

it("shows the rows in view of a table that was scrolled away and back at once", () => {
  const table = document.createElement("table");
  const body = table.createTBody();
  const ref = { current: table };
  const { result } = renderHook(() => useNearParts(ref, 1));
  const gone = { target: body, isIntersecting: false };
  const back = { target: body, isIntersecting: true };

  report("50% 0px", gone);
  report("200% 0px", gone);
  expect(result.current(0)).toBe(false);

  report("50% 0px", back);
  expect(result.current(0)).toBe(true);

  // On a busy page both are reported at once.
  report("50% 0px", gone, back);
  report("200% 0px", gone, back);
  expect(result.current(0)).toBe(true);
});
