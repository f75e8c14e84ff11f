import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { accountApi } from "@/entities/account/contract";
import { accountsApi } from "@/features/accounts/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { accounts } from "../../../../server/db/schema.ts";
import { platformAccount } from "../../../../server/features/accounts/platform-account.ts";
import { enqueueRefreshes } from "../../../../server/features/accounts/refresh-credentials-job.ts";
import { NotSentError } from "../../../../server/ports/outcome.ts";
import type { Publisher } from "../../../../server/ports/publisher.ts";
import { liveWorld } from "../../../../server/ports/world.ts";
import { committed, publisherThat } from "../../../support/publisher.ts";
import { createWorld } from "../../world.ts";
import {
  addAccountOn,
  day,
  group,
  minute,
  publish,
  publishingForEach,
  refusal,
  statuses,
  world,
} from "../support.ts";

const tried = vi.fn<Publisher["test"]>();
const refresh = vi.fn<Publisher["refresh"]>();

publishingForEach(() => ({
  ports: {
    world: liveWorld(["bluesky", "threads", "x_twitter", "instagram"], false),
    publisher: { ...publisherThat(publish), test: tried, refresh },
  },
}));
beforeEach(() => {
  tried.mockReset().mockResolvedValue({ ok: true });
  refresh.mockReset().mockResolvedValue(null);
  publish.mockImplementation(committed(async () => ({ ok: true, externalId: "1", url: "/1" })));
});

const keys = { threads_user_id: "17", access_token: "THA-canary" };
const invalid = { ok: false, error: "Invalid OAuth access token.", why: "credentials" } as const;
const newAccount = () => ({
  params: { id: group },
  body: { platform_type: "threads", platform_username: "zima", credentials: keys } as const,
});
const add = () => world.call(accountsApi.add, newAccount());

async function only() {
  const [row] = await world.database.db.select().from(accounts);
  if (!row) throw new Error("There is no account.");
  return row;
}
const stored = async () =>
  (await platformAccount(world.database.db, world.ports.secrets, await only())).credentials;

describe("where platforms are real, credentials are tested before they are stored", () => {
  test("an account says whom its keys belong to, and when they end", async () => {
    const expiresAt = new Date("2027-01-20T10:00:00.000Z");
    tried.mockResolvedValue({ ok: true, owner: "@zima", expiresAt });
    expect(await add()).toMatchObject({
      health: "ready",
      owner: "@zima",
      expires_at: "2027-01-20T10:00:00.000Z",
    });
    expect(tried.mock.lastCall?.[0]).toMatchObject({ platform: "threads", credentials: keys });
  });

  test("a LinkedIn token is said to end 60 days after it was entered, which LinkedIn does not say", async () => {
    await addAccountOn("linkedin_profile", "zima");
    const { credentials_expire_at: end } = await only();
    const days = ((end?.getTime() ?? 0) - world.clock.now().getTime()) / day;
    expect(Math.round(days)).toBe(60);
  });

  test("an account says when the API of its platform ends, from 60 days before", async () => {
    const ends = (milliseconds: number) =>
      new Date(world.clock.now().getTime() + milliseconds).toISOString();
    const [far, near] = [ends(60 * day + 60 * minute), ends(60 * day - minute)];
    const apiEnds = { threads: far, bluesky: near, instagram: near };
    const live = await createWorld({
      ports: {
        world: liveWorld(["bluesky", "threads"], false, apiEnds),
        publisher: { ...publisherThat(publish), test: tried, refresh },
      },
    });
    onTestFinished(() => live.close());
    const params = { id: await live.addGroup() };
    await live.call(accountsApi.add, { ...newAccount(), params });
    const { db } = live.database;
    for (const platform_type of ["bluesky", "instagram"] as const) {
      const account = { group_id: params.id, platform_type, platform_username: "zima" };
      await db.insert(accounts).values({ ...account, is_active: true });
    }
    const shown = async () =>
      (await live.call(accountApi.list, { params })).map(({ api_ends_at }) => api_ends_at);
    // Instagram is switched off: it stops no account.
    expect(await shown()).toEqual([null, near, null]);
    live.clock.advance(day);
    expect(await shown()).toEqual([far, near, null]);
    live.clock.advance(60 * day);
    expect(await shown()).toEqual([far, near, null]);
  });

  test("refused ones are not, and the platform's words are the answer", async () => {
    tried.mockResolvedValue(invalid);
    expect(await world.refusal(accountsApi.add, newAccount())).toEqual(
      refusal(400, "Invalid OAuth access token."),
    );
    expect(await world.accounts(group)).toEqual([]);
  });

  test("those that cannot be tested now are stored as untested", async () => {
    tried.mockRejectedValue(new NotSentError("graph.threads.net could not be reached."));
    expect(await add()).toMatchObject({ health: "untested", is_active: true });
  });

  test("refused new ones leave the old ones in place", async () => {
    const { id } = await add();
    tried.mockResolvedValue(invalid);
    const credentials = { threads_user_id: "17", access_token: "other" };
    expect(
      await world.refusal(accountsApi.setCredentials, { params: { id }, body: { credentials } }),
    ).toEqual(refusal(400, "Invalid OAuth access token."));
    expect(await stored()).toEqual(keys);
  });
});

describe("credentials that end", () => {
  beforeEach(async () => {
    tried.mockResolvedValue({
      ok: true,
      expiresAt: new Date(world.clock.now().getTime() + 60 * day),
    });
    await add();
  });
  const refreshDue = async () => {
    const count = await world.transaction(enqueueRefreshes);
    await world.runJobs();
    return count;
  };

  test("are renewed ten days before, and the new ones are used from then on", async () => {
    world.clock.advance(49 * day);
    expect(await refreshDue()).toBe(0);
    world.clock.advance(2 * day);
    refresh.mockResolvedValue({
      ok: true,
      credentials: { access_token: "THA-new" },
      expiresAt: new Date("2027-06-01T00:00:00.000Z"),
    });
    expect(await refreshDue()).toBe(1);
    expect(await stored()).toEqual({ threads_user_id: "17", access_token: "THA-new" });
    expect((await only()).credentials_expire_at).toEqual(new Date("2027-06-01T00:00:00.000Z"));
  });

  test("of which no end is known are renewed once, which tells it", async () => {
    await world.database.db.update(accounts).set({ credentials_expire_at: null });
    refresh.mockResolvedValue({
      ok: true,
      credentials: { access_token: "THA-new" },
      expiresAt: new Date(world.clock.now().getTime() + 60 * day),
    });
    expect(await refreshDue()).toBe(1);
    expect(await refreshDue()).toBe(0);
  });

  test("stay as they are if the platform answers with an empty token", async () => {
    world.clock.advance(55 * day);
    refresh.mockResolvedValue({ ok: true, credentials: { access_token: "" }, expiresAt: null });
    await refreshDue();
    expect(await stored()).toEqual(keys);
  });

  test("do not replace those that an operator has entered meanwhile", async () => {
    world.clock.advance(55 * day);
    const credentials = { threads_user_id: "17", access_token: "typed" };
    refresh.mockImplementation(async () => {
      const { id } = await only();
      await world.call(accountsApi.setCredentials, { params: { id }, body: { credentials } });
      return { ok: true, credentials: { access_token: "THA-new" }, expiresAt: null };
    });
    await refreshDue();
    expect(await stored()).toEqual(credentials);
  });

  test("that the platform does not renew any more make the account fail, in its words", async () => {
    world.clock.advance(55 * day);
    refresh.mockResolvedValue({ ok: false, error: "The token has expired.", why: "credentials" });
    await refreshDue();
    expect(await world.accounts(group)).toMatchObject([
      { health: "failing", last_known_error: "The token has expired." },
    ]);
  });
});

test("an account gets no more posts than its platform takes, and the rest wait their turn", async () => {
  await addAccountOn("instagram", "zima");
  // 100 a day: one token is left.
  await world.database.db.update(accounts).set({ tokens: 1.5, tokens_at: world.clock.now() });
  for (const id of await world.generate(await world.addCategory(group), 2)) await world.approve(id);
  world.clock.advance(61_000);
  await world.runJobs();
  const [, second] = await world.posts();
  await world.call(schedulerApi.publishNow, { params: { id: second?.id ?? 0 } });
  world.clock.advance(minute);
  await world.runJobs();
  expect(await statuses()).toEqual(["published", "scheduled"]);
  const held = await only();
  expect(held.held_because).toBe("The platform accepts no more posts from this account for now.");
  // Half a token is there, and a whole one comes every 14.4 minutes.
  expect((held.held_until?.getTime() ?? 0) - world.clock.now().getTime()).toBeLessThan(15 * minute);
  world.clock.advance(15 * minute);
  await world.runJobs();
  expect(await statuses()).toEqual(["published", "published"]);
});

describe("an account of a platform that this deployment does not publish to", () => {
  test("says so, and gets no post by an approval", async () => {
    const bluesky = await addAccountOn("bluesky", "zima");
    // Added when LIVE still named Reddit.
    await world.database.db.insert(accounts).values({
      group_id: group,
      platform_type: "reddit",
      platform_username: "u/zima",
      is_active: true,
      created_at: world.clock.now(),
    });
    expect(await world.accounts(group)).toMatchObject([{ health: "ready" }, { health: "off" }]);
    const [item = 0] = await world.generate(await world.addCategory(group));
    expect(await world.approve(item)).toMatchObject({
      left_out: "Left out: u/zima on Reddit (its platform is switched off on this server).",
    });
    expect((await world.posts()).map(({ account_id }) => account_id)).toEqual([bluesky]);
  });

  test("keeps what its last test said: one without its platform says nothing of its keys", async () => {
    const [account] = await world.database.db
      .insert(accounts)
      .values({
        group_id: group,
        platform_type: "facebook_page",
        platform_username: "Zima",
        is_active: true,
        last_test: "passed",
        created_at: world.clock.now(),
      })
      .returning();
    const error = "Publishing to Facebook Page is switched off on this server.";
    tried.mockResolvedValue({ ok: false, error });
    expect(
      await world.refusal(accountsApi.test, { params: { id: account?.id ?? 0 } }),
    ).toMatchObject({ detail: error });
    expect(await only()).toMatchObject({ last_test: "passed", last_known_error: null });
  });
});
