import { describe, expect, it } from "vitest";
import { session } from "@/shared/session/session";

describe("the session", () => {
  it.each(["", "a b", "line\nbreak", "токен", "x".repeat(8_001)])(
    "rejects a token that no header can carry: %j",
    (token) => {
      expect(session.signIn(token)).toBe(false);
      expect(session.state()).toBe("signed-out");
    },
  );

  it("forgets a token that the server refused", () => {
    session.signIn("refused");
    session.expire("refused");

    expect(session.state()).toBe("expired");
    expect(session.token()).toBeUndefined();

    session.signIn("fresh");
    expect(session.state()).toBe("signed-in");
  });

  it("does not end when a request with an older token fails afterwards", () => {
    session.signIn("fresh-2");
    session.expire("older");

    expect(session.state()).toBe("signed-in");
  });

  it.each([
    ["/dashboard/config?group=3", "/dashboard/config?group=3"],
    ["https://evil.example.com/dashboard", undefined],
    ["//evil.example.com", undefined],
    ["/dashboardx", undefined],
  ])("goes back to %s after signing in: %s", (place, expected) => {
    session.rememberPlace(place);

    expect(session.takePlace()).toBe(expected);
    expect(session.takePlace()).toBeUndefined();
  });
});
