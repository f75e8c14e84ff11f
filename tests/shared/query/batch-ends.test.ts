import { describe, expect, it } from "vitest";
import { SafeError } from "@/shared/api/errors";
import { endOf, nameRetry, sayEnds, tallyEnds } from "@/shared/query/batch-ends";
import type { Outcome } from "@/shared/query/outcome";

const error = new SafeError({ kind: "unreachable", method: "POST", path: "x" });
const tallyOf = (...kinds: Outcome<unknown>["kind"][]) =>
  tallyEnds(
    kinds.map((kind, item) => {
      const outcome =
        kind === "ok"
          ? { kind, reply: null }
          : kind === "unreadable" || kind === "held"
            ? { kind }
            : { kind, error };
      return { item, outcome };
    }),
  );

describe("the outcome of one of many writes", () => {
  it.each([
    ["ok", "done"],
    ["unreadable", "done"],
    ["rejected", "failed"],
    ["unsent", "unsent"],
    ["unknown", "unclear"],
    // Somebody else's press of the same button is in progress.
    ["held", "unclear"],
  ] as const)("%s is %s", (kind, end) => {
    const tally = tallyOf(kind);
    expect(tally).toEqual({ done: 0, unclear: 0, failed: 0, unsent: 0, [end]: 1 });
    expect(endOf({ kind, error, reply: null } as Outcome<unknown>)).toBe(end);
  });

  it("is counted in words, of which only the first is shown for 0", () => {
    expect(sayEnds("approved", tallyOf("ok", "rejected", "unknown"), 4)).toBe(
      "1 approved, 1 unclear, 1 failed, 4 not sent.",
    );
    expect(sayEnds("approved", tallyOf("rejected", "unsent"), 1)).toBe(
      "0 approved, 1 failed, 2 not sent.",
    );
    expect(sayEnds("approved", tallyOf(), 0)).toBe("0 approved.");
  });

  it("names what a retry would send", () => {
    expect(nameRetry(tallyOf("ok"))).toBeUndefined();
    expect(nameRetry(tallyOf("ok", "rejected"))).toBe("Retry the failed");
    expect(nameRetry(tallyOf("unknown"))).toBe("Retry the unclear");
    expect(nameRetry(tallyOf("unknown", "rejected"))).toBe("Retry failed and unclear");
    expect(nameRetry(tallyOf("unsent"))).toBe("Retry the unsent");
    expect(nameRetry(tallyOf("unknown", "rejected", "unsent"))).toBe(
      "Retry failed, unclear and unsent",
    );
  });
});
