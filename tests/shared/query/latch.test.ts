import { afterEach, describe, expect, it, vi } from "vitest";
import { intents, latch } from "@/shared/query/latch";

afterEach(() => vi.useRealTimers());

const zima = { body: { name: "Zima" } };
const leto = { body: { name: "Leto" } };

describe("pressing twice", () => {
  it("is held off until the first press is over, and the double click with it", () => {
    vi.useFakeTimers();
    expect(latch.take("POST groups", zima)).toBe(true);
    expect(latch.take("POST groups", zima)).toBe(false);

    vi.advanceTimersByTime(20);
    latch.release("POST groups", true);
    expect(latch.take("POST groups", zima)).toBe(false);

    vi.advanceTimersByTime(500);
    expect(latch.take("POST groups", zima)).toBe(true);
    latch.release("POST groups", false);
  });

  it("may be done again at once after a refusal", () => {
    expect(latch.take("POST items/1", {})).toBe(true);
    latch.release("POST items/1", false);
    expect(latch.take("POST items/1", {})).toBe(true);
    latch.release("POST items/1", false);
  });
});

describe("pressing what somebody else has just pressed, who signed out", () => {
  it("is no double click, but waits for what is still under way", () => {
    latch.take("POST groups", zima);
    latch.release("POST groups", true);
    latch.take("POST items/1", {});
    intents.forgetAll();

    expect(latch.take("POST groups", zima)).toBe(true);
    expect(latch.take("POST items/1", {})).toBe(false);
    latch.release("POST groups", false);
    latch.release("POST items/1", false);
  });
});

describe("something else of the same kind", () => {
  it("waits while the first is under way, but not for its double click", () => {
    expect(latch.take("POST groups", zima)).toBe(true);
    expect(latch.take("POST groups", leto)).toBe(false);
    latch.release("POST groups", true);

    expect(latch.take("POST groups", zima)).toBe(false);
    expect(latch.take("POST groups", leto)).toBe(true);
    latch.release("POST groups", false);
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
