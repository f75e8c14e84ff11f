import { expect, it } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import { call } from "@/shared/api/call";
import { SafeError } from "@/shared/api/errors";
import { clock } from "@/shared/time/clock";
import { putOnWire } from "../../support/wire";

/** The wait in milliseconds that the console reads from an answer with these headers. */
async function waitOf(headers: Record<string, string>) {
  putOnWire({ fetch: async () => new Response("{}", { status: 429, headers }) });
  const request = { params: { groupId: 1 }, body: { email: "ana@example.com", name: null } };
  const error = await call(newsletterApi.addSubscriber, request).catch((thrown) => thrown);
  if (!(error instanceof SafeError)) throw error;
  return error.retryAfter;
}

it.each([
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "1.5" }, 1_500],
  [{ "retry-after": "3600" }, 3_600_000],
  [{ "retry-after": "99999999" }, 86_400_000],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("A wait is read as the server asks for it, up to a day: %j", async (headers, wait) => {
  expect(await waitOf(headers as Record<string, string>)).toBe(wait);
});

it("A time to wait until is read by the server's clock, however wrong the operator's is", async () => {
  const [now, then] = ["Sat, 01 Jan 2028 10:00:00 GMT", "Sat, 01 Jan 2028 10:05:00 GMT"];
  try {
    const wait = (await waitOf({ date: now, "retry-after": then })) ?? 0;
    // The header has whole seconds, of which half a one is taken for granted.
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(300_000);
  } finally {
    clock.learn(new Date().toUTCString());
  }
});
