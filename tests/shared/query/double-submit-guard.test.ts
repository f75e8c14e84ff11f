import { afterEach, describe, expect, it, vi } from "vitest";
import { doubleSubmitGuard, intents } from "@/shared/query/double-submit-guard";

afterEach(() => vi.useRealTimers());

const zima = { body: { name: "Zima" } };
const leto = { body: { name: "Leto" } };

describe("pressing twice", () => {
  it("is held off until the first press is over, and the double click with it", () => {
    vi.useFakeTimers();
    expect(doubleSubmitGuard.take("POST groups", zima)).toBe(true);
    expect(doubleSubmitGuard.take("POST groups", zima)).toBe(false);

    vi.advanceTimersByTime(20);
    doubleSubmitGuard.release("POST groups", true);
    expect(doubleSubmitGuard.take("POST groups", zima)).toBe(false);

    vi.advanceTimersByTime(500);
    expect(doubleSubmitGuard.take("POST groups", zima)).toBe(true);
    doubleSubmitGuard.release("POST groups", false);
  });

  it("may be done again at once after a refusal", () => {
    expect(doubleSubmitGuard.take("POST items/1", {})).toBe(true);
    doubleSubmitGuard.release("POST items/1", false);
    expect(doubleSubmitGuard.take("POST items/1", {})).toBe(true);
    doubleSubmitGuard.release("POST items/1", false);
  });
});

describe("pressing what somebody else has just pressed, who signed out", () => {
  it("is no double click, but waits for what is still under way", () => {
    doubleSubmitGuard.take("POST groups", zima);
    doubleSubmitGuard.release("POST groups", true);
    doubleSubmitGuard.take("POST items/1", {});
    intents.forgetAll();

    expect(doubleSubmitGuard.take("POST groups", zima)).toBe(true);
    expect(doubleSubmitGuard.take("POST items/1", {})).toBe(false);
    doubleSubmitGuard.release("POST groups", false);
    doubleSubmitGuard.release("POST items/1", false);
  });
});

describe("something else of the same kind", () => {
  it("waits while the first is under way, but not for its double click", () => {
    expect(doubleSubmitGuard.take("POST groups", zima)).toBe(true);
    expect(doubleSubmitGuard.take("POST groups", leto)).toBe(false);
    doubleSubmitGuard.release("POST groups", true);

    expect(doubleSubmitGuard.take("POST groups", zima)).toBe(false);
    expect(doubleSubmitGuard.take("POST groups", leto)).toBe(true);
    doubleSubmitGuard.release("POST groups", false);
  });
});

describe("an intent", () => {
  it("keeps its key as long as nobody knows how it ended", () => {
    const key = intents.keyOf("POST groups", { name: "Zima" });

    expect(intents.keyOf("POST groups", { name: "Zima" })).toBe(key);
    expect(intents.keyOf("POST groups", { name: "Leto" })).not.toBe(key);

    intents.close(key);
    expect(intents.keyOf("POST groups", { name: "Zima" })).not.toBe(key);
  });
});
