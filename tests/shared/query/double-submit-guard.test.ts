import { afterEach, describe, expect, it, vi } from "vitest";
import { doubleSubmitGuard, intents } from "@/shared/query/double-submit-guard";

afterEach(() => vi.useRealTimers());

const zima = { body: { name: "Zima" } };
const leto = { body: { name: "Leto" } };

describe("pressing twice", () => {
  it("is refused until the first press and its double click are over", () => {
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

  it("is accepted at once after a refusal", () => {
    expect(doubleSubmitGuard.take("POST items/1", {})).toBe(true);
    doubleSubmitGuard.release("POST items/1", false);
    expect(doubleSubmitGuard.take("POST items/1", {})).toBe(true);
    doubleSubmitGuard.release("POST items/1", false);
  });
});

describe("pressing a button that somebody else pressed just before signing out", () => {
  it("is no double click, but is refused while the other write is in progress", () => {
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

describe("the same call with another body", () => {
  it("is refused while the first is in progress, but not as its double click", () => {
    expect(doubleSubmitGuard.take("POST groups", zima)).toBe(true);
    expect(doubleSubmitGuard.take("POST groups", leto)).toBe(false);
    doubleSubmitGuard.release("POST groups", true);

    expect(doubleSubmitGuard.take("POST groups", zima)).toBe(false);
    expect(doubleSubmitGuard.take("POST groups", leto)).toBe(true);
    doubleSubmitGuard.release("POST groups", false);
  });
});

describe("an intent", () => {
  it("keeps its key until its outcome is known", () => {
    const key = intents.keyOf("POST groups", { name: "Zima" });

    expect(intents.keyOf("POST groups", { name: "Zima" })).toBe(key);
    expect(intents.keyOf("POST groups", { name: "Leto" })).not.toBe(key);

    intents.close(key);
    expect(intents.keyOf("POST groups", { name: "Zima" })).not.toBe(key);
  });
});
