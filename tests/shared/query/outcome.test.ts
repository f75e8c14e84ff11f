import { describe, expect, it, vi } from "vitest";
import { type FailureKind, SafeError } from "@/shared/api/errors";
import { failureOf, outcomeOf, sayFailure, withDetail } from "@/shared/query/outcome";

const failed = (kind: FailureKind, status?: number, detail?: string) =>
  new SafeError({ kind, method: "POST", path: "x", status, detail });

describe("how a write ended", () => {
  it.each([
    ["a refusal was looked at and not done", failed("status", 409), "rejected"],
    ["a broken server may have done it", failed("status", 500), "unknown"],
    ["a gateway cannot know", failed("status", 504), "unknown"],
    ["a cut line cannot know", failed("unreachable"), "unknown"],
    ["nor does one who stopped waiting", failed("timeout"), "unknown"],
    ["pressed offline, it never left", failed("offline"), "unsent"],
    ["without a session, it never left", failed("session"), "unsent"],
    ["an answer that cannot be read is still an answer", failed("unreadable", 200), "unreadable"],
  ])("%s", (_why, error, kind) => {
    expect(outcomeOf(error).kind).toBe(kind);
  });

  it("is unknown when we ourselves stumbled on the way", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});

    expect(outcomeOf(new TypeError("a mistake")).kind).toBe("unknown");
  });

  it("is never called failed when it may have been done", () => {
    expect(failureOf("Failed to publish.", failed("unreachable"))).toEqual({
      text: "No answer yet: it may have been done",
      detail:
        "The server cannot be reached. Trying again asks for the same thing and does not do it twice.",
    });
  });

  it("is told in the product's words, completed by the server's", () => {
    const text = withDetail("Failed to post now", "An unexpected error occurred.");

    expect(failureOf(text, failed("status", 400, "No such account."))).toEqual({
      text: "Failed to post now: No such account.",
    });
    expect(failureOf(text, failed("status", 400))).toEqual({
      text: "Failed to post now: An unexpected error occurred.",
    });
    expect(
      failureOf("Failed to approve item.", failed("status", 409, "Already approved.")),
    ).toEqual({ text: "Failed to approve item.", detail: "Already approved." });
  });

  it.each([
    [
      "the product's own words",
      "Failed to reject item.",
      failed("status", 504),
      "No answer yet: it may have been done. The server cannot be reached (504). Trying again asks for the same thing and does not do it twice.",
    ],
    [
      "the server's words in doubt",
      "Failed to reject item.",
      failed("status", 500, "Internal Server Error"),
      "Failed to reject item. Internal Server Error. It may have been done all the same. Trying again asks for the same thing and does not do it twice.",
    ],
    [
      "the product's words that the server's complete",
      withDetail("Failed to post now", "An unexpected error occurred."),
      failed("status", 500, "Internal Server Error"),
      "Failed to post now: Internal Server Error. It may have been done all the same. Trying again asks for the same thing and does not do it twice.",
    ],
    [
      "a question, which has its mark already",
      "Failed to reject item.",
      failed("status", 500, "Is the shop open?"),
      "Failed to reject item. Is the shop open? It may have been done all the same. Trying again asks for the same thing and does not do it twice.",
    ],
    [
      "nothing, where there is one",
      (detail: string | undefined) => detail ?? "Failed.",
      failed("status", 409, "Locked"),
      "Locked",
    ],
  ])("puts a full stop between two sentences: after %s", (_after, text, error, said) => {
    expect(sayFailure(text, error)).toBe(said);
  });
});
