import { afterEach, describe, expect, it, vi } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import { call } from "@/shared/api/call";
import { SafeError } from "@/shared/api/errors";
import { clock } from "@/shared/time/clock";
import { holdDate } from "../../support/held-time";
import { putOnWire } from "../../support/wire";

const request = { params: { groupId: 1 }, body: { email: "ana@example.com", name: null } };

/** The wait in milliseconds that the console reads from an answer with these headers. */
async function waitOf(headers: Record<string, string>) {
  putOnWire({ fetch: async () => new Response("{}", { status: 429, headers }) });
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

describe("The server's clock", () => {
  const now = "Sat, 01 Jan 2028 10:00:00 GMT";
  const then = "Sat, 01 Jan 2028 10:05:00 GMT";
  afterEach(() => clock.learn(new Headers({ date: new Date().toUTCString() }), Date.now()));

  it("decides how long a time to wait until is away, however wrong the operator's is", async () => {
    expect(await waitOf({ date: now, "retry-after": then })).toBe(300_000);
  });

  it("is not that of an answer which a cache had kept", async () => {
    holdDate();
    vi.setSystemTime("2027-06-01T00:00:00Z");
    await waitOf({ date: now, age: "3600" });
    expect(new Date(clock.now()).toISOString()).toBe("2027-06-01T00:00:00.000Z");
  });

  it("is read when the answer begins, however long its body takes", async () => {
    holdDate();
    vi.setSystemTime("2028-01-01T10:00:00Z");
    const body = new ReadableStream(
      {
        pull: (controller) => {
          vi.setSystemTime("2028-01-01T10:01:00Z");
          controller.enqueue(new TextEncoder().encode("{}"));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    putOnWire({ fetch: async () => new Response(body, { headers: { date: now } }) });
    await call(newsletterApi.addSubscriber, request).catch(() => {});
    expect(new Date(clock.now()).toISOString()).toBe("2028-01-01T10:01:00.000Z");
  });
});
