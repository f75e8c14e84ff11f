import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { discardEarlyResponses, fetchEarly, takeEarlyResponse } from "@/shared/api/early-responses";

const url = "http://localhost:4100/api/v1/publishing/account-groups";

beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("[]")),
  );
  vi.spyOn(performance, "now").mockReturnValue(2_000);
});
afterEach(() => {
  delete window.earlyResponses;
  vi.unstubAllGlobals();
});

it("is taken once, by the call with the same token", async () => {
  fetchEarly(url, "token");
  expect(fetch).toHaveBeenCalledWith(
    url,
    expect.objectContaining({
      headers: { accept: "application/json", authorization: "Bearer token" },
    }),
  );
  expect(takeEarlyResponse(url, "another")).toBeUndefined();
  expect(takeEarlyResponse(`${url}?skip=5`, "token")).toBeUndefined();
  expect(await (await takeEarlyResponse(url, "token"))?.text()).toBe("[]");
  expect(takeEarlyResponse(url, "token")).toBeUndefined();
});

it("is not taken ten seconds after the first request", () => {
  fetchEarly(url, "token");
  vi.mocked(performance.now).mockReturnValue(12_001);
  expect(takeEarlyResponse(url, "token")).toBeUndefined();
});

it("is not taken after a write", () => {
  fetchEarly(url, "token");
  discardEarlyResponses();
  expect(takeEarlyResponse(url, "token")).toBeUndefined();
});
