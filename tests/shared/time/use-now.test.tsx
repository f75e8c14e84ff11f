import { renderHook } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { useNow } from "@/shared/time/use-now";

it("shows the present time at once, however long no time was shown", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const shown: number[] = [];
  const show = () => renderHook(() => void shown.push(useNow()));
  show().unmount();
  vi.advanceTimersByTime(3_600_000);
  shown.length = 0;
  show();
  expect(shown[0]).toBe(Date.now());
});
