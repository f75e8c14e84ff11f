import { afterEach, describe, expect, it, vi } from "vitest";
import { capabilities } from "@/shared/api/capabilities";
import { type FailureKind, SafeError } from "@/shared/api/errors";
import { detailOr, failureOf, outcomeOf, sayFailure, withDetail } from "@/shared/query/outcome";

const failed = (kind: FailureKind, status?: number, detail?: string) =>
  new SafeError({ kind, method: "POST", path: "x", status, detail });

describe("the outcome of a write", () => {
  it.each([
    ["a refusal was looked at and not done", failed("status", 409), "rejected"],
    ["a broken server may have done it", failed("status", 500), "unknown"],
    ["a gateway does not know", failed("status", 504), "unknown"],
    ["after a cut connection it is not known", failed("unreachable"), "unknown"],
    ["after a timeout it is not known", failed("timeout"), "unknown"],
    ["pressed offline, it never left", failed("offline"), "unsent"],
    ["without a session, it never left", failed("session"), "unsent"],
    ["a call that the backend does not have never left", failed("unsupported"), "unsent"],
    ["a call that the server redirects was not done", failed("redirected"), "rejected"],
    ["an answer that the browser hides is not known", failed("hidden"), "unknown"],
    ["an answer that cannot be read is still an answer", failed("unreadable", 200), "unreadable"],
  ])("%s", (_why, error, kind) => {
    expect(outcomeOf(error).kind).toBe(kind);
  });

  it("is unknown when the console itself throws", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});

    expect(outcomeOf(new TypeError("a mistake")).kind).toBe("unknown");
  });
});

describe("the message about a write that did not succeed", () => {
  afterEach(() => capabilities.announce([]));

  it.each([
    [failed("status", 409, "Already approved."), "Already approved."],
    [failed("status", 404), "The server responded with status 404."],
    [
      failed("status", 500),
      "The server responded with status 500. It may still have gone through.",
    ],
    [
      failed("status", 503),
      "The server responded with status 503. It may still have gone through.",
    ],
    [
      failed("status", 500, "Internal Server Error"),
      "Internal Server Error. It may still have gone through.",
    ],
    [
      failed("status", 500, "Is the shop open?"),
      "Is the shop open? It may still have gone through.",
    ],
    [failed("unreachable"), "The server did not respond. It may still have gone through."],
    [failed("timeout"), "The server did not respond. It may still have gone through."],
    [failed("offline"), "You are offline. Nothing was sent."],
    [failed("session"), "Your session has expired. Nothing was sent."],
    [failed("unsupported"), "This server does not support this. Nothing was sent."],
    [
      failed("redirected"),
      "The server or the network redirects this call to another address, so nothing was done.",
    ],
    [
      failed("hidden"),
      "The server's answer to this call could not be read. It may be an error without CORS headers. It may still have gone through.",
    ],
  ])("is the product's own text, and below it the reason of %s", (error, detail) => {
    expect(failureOf("Failed to approve item.", error)).toMatchObject({
      text: "Failed to approve item.",
      detail,
    });
  });

  it.each([
    ["a refusal", failed("status", 409, "Already approved."), undefined],
    ["a command that never left", failed("offline"), undefined],
    ["a redirect", failed("redirected"), undefined],
    ["a broken server", failed("status", 500), true],
    ["a lost answer", failed("unreachable"), true],
    ["an answer that took too long", failed("timeout"), true],
  ])("warns after %s that the same press may do it twice only if it may", (_, error, mayRepeat) => {
    expect(failureOf("Failed to approve item.", error).mayRepeat).toBe(mayRepeat);
  });

  it("warns of no second time if the server announces idempotency keys", () => {
    capabilities.announce(["idempotency"]);
    expect(failureOf("Failed to publish.", failed("timeout"))).not.toHaveProperty("mayRepeat");
  });

  it("says that trying again is safe only if the server announces idempotency keys", () => {
    capabilities.announce(["idempotency"]);

    expect(failureOf("Failed to publish.", failed("timeout")).detail).toBe(
      "The server did not respond. It may still have gone through. Trying again will not repeat it.",
    );
    expect(failureOf("Failed to publish.", failed("offline")).detail).toBe(
      "You are offline. Nothing was sent.",
    );
  });

  it("ends with the server's reason, or the fallback, which is not repeated below", () => {
    const text = withDetail("Failed to post now");

    expect(failureOf(text, failed("status", 400, "No such account."))).toEqual({
      text: "Failed to post now: No such account.",
    });
    expect(failureOf(text, failed("status", 500, "Internal Server Error"))).toEqual({
      text: "Failed to post now: Internal Server Error",
      detail: "It may still have gone through.",
      mayRepeat: true,
    });
    expect(failureOf(text, failed("offline"))).toEqual({
      text: "Failed to post now: An unexpected error occurred.",
      detail: "You are offline. Nothing was sent.",
    });
  });

  it("is the server's reason alone if the product prefers it", () => {
    const text = detailOr("Live run failed");

    expect(failureOf(text, failed("status", 409, "Locked"))).toEqual({ text: "Locked" });
    expect(failureOf(text, failed("status", 409))).toEqual({
      text: "Live run failed",
      detail: "The server responded with status 409.",
    });
  });

  it("mentions no doubt if the command changes nothing", () => {
    expect(failureOf("Dry run failed", failed("timeout"), true)).toEqual({
      text: "Dry run failed",
      detail: "The server did not respond.",
    });
  });

  it("is one line in a list, with a full stop between its sentences", () => {
    expect(sayFailure("Failed to save settings", failed("status", 409, "Locked"))).toBe(
      "Failed to save settings. Locked",
    );
    expect(sayFailure(detailOr("Failed."), failed("status", 409, "Locked"))).toBe("Locked");
  });
});
