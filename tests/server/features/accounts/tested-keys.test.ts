import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { accounts } from "../../../../server/db/schema.ts";
import { refreshCredentials } from "../../../../server/features/accounts/index.ts";
import type { Refused } from "../../../../server/ports/outcome.ts";
import type { Publisher } from "../../../../server/ports/publisher.ts";
import { publisherThat } from "../../../support/publisher.ts";
import { approveNew, group, minute, publish, publishingForEach, world } from "../support.ts";

const tested = vi.fn<Publisher["test"]>();
const refreshed = vi.fn<Publisher["refresh"]>();
const refused: Refused = { ok: false, why: "credentials", error: "The token is dead." };
let account: number;

publishingForEach(() => ({
  ports: { publisher: { ...publisherThat(publish), test: tested, refresh: refreshed } },
}));
beforeEach(async () => {
  for (const mock of [publish, tested, refreshed]) mock.mockReset();
  account = await world.addAccount(group);
});

/** Enters other keys at a server whose clock is this number of ms ahead, or behind. */
async function enterKeys(ahead: number) {
  world.clock.advance(ahead);
  await world.call(accountsApi.setCredentials, {
    params: { id: account },
    body: { credentials: { identifier: "zimska.bsky.social", password: "efgh-ijkl-mnop-qrst" } },
  });
  world.clock.advance(-ahead);
}

async function lastTest() {
  const { db } = world.database;
  const [row] = await db.select().from(accounts).where(eq(accounts.id, account));
  return row?.last_test;
}

/** The commands that ask the platform about the account's keys; each is given its answer. */
const ways: Record<string, (answer: () => Promise<Refused>) => Promise<unknown>> = {
  "a test": async (answer) => {
    tested.mockImplementationOnce(answer);
    await world.request(`publishing/accounts/${account}/test`, { method: "POST" });
  },
  "a post": async (answer) => {
    await approveNew();
    world.clock.advance(61_000);
    publish.mockImplementationOnce(answer);
    await world.runJobs();
    expect(publish).toHaveBeenCalledTimes(1);
  },
  "a refresh": async (answer) => {
    refreshed.mockImplementationOnce(answer);
    await refreshCredentials({ accountId: account }, world.run);
  },
};

describe.each(Object.entries(ways))("what the platform says to %s", (_, ask) => {
  test("counts for keys that a server entered before whose clock is ahead", async () => {
    await enterKeys(10 * minute);
    await ask(async () => refused);
    expect(await lastTest()).toBe("failed");
  });

  test("is not said of keys that a server entered meanwhile whose clock is behind", async () => {
    await ask(async () => {
      await enterKeys(-10 * minute);
      return refused;
    });
    expect(await lastTest()).toBeNull();
  });
});
