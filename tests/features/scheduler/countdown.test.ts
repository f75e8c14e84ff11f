import { describe, expect, it } from "vitest";
import { secondsToNextCheck } from "@/features/scheduler/views/scheduler-health";

describe("The countdown to the next check", () => {
  it.each([
    ["begins at the whole interval", 1_000, 30],
    ["rounds up to whole seconds", 12_500, 19],
    ["ends at zero", 31_000, 0],
    ["stays at zero when the check is overdue", 90_000, 0],
    ["is never longer than the interval, whatever the clocks say", -60_000, 30],
  ])("%s", (_, now, expected) => {
    expect(secondsToNextCheck(1_000, now, 30_000)).toBe(expected);
  });
});
