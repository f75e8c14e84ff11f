import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { contentApi } from "@/features/content/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { accounts } from "../../../server/db/schema.ts";
import { platformAccount } from "../../../server/features/accounts/platform-account.ts";
import { createWorld, type World } from "../world.ts";
import { livePortsOf } from "./live-ports.ts";

const isHeld = "Held: nothing is written to a platform while HOLD is set.";
const isOff = "Publishing to Bluesky is switched off on this server: LIVE does not name bluesky.";

let world: World;
let group: number;
let account: number;

/** A server with the ports of a rehearsal, but for the test of credentials, which would go outside. */
beforeEach(async () => {
  const played = await createWorld();
  const ports = await livePortsOf(played, { LIVE: "threads", HOLD: "1" });
  await played.close();
  const publisher = { ...ports.publisher, test: async () => ({ ok: true }) as const };
  world = await createWorld({ ports: { world: ports.world, publisher } });
  group = await world.addGroup();
  const { id } = await world.call(accountsApi.add, {
    params: { id: group },
    body: {
      platform_type: "threads",
      platform_username: "zima",
      credentials: { threads_user_id: "17", access_token: "THA-canary" },
    },
  });
  account = Number(id);
});
afterEach(() => world.close());

const stored = () => world.database.db.select().from(accounts);

describe("While HOLD is set", () => {
  test("the server says that it is a rehearsal, and what it reaches", async () => {
    const health = await (await world.fetch("/healthz")).json();
    expect(health).toMatchObject({
      status: "ok",
      sandbox: false,
      world: "held",
      outside: { threads: "held", bluesky: "off", shopify: "off", ai: "off" },
    });
  });

  test("a post that is published at once fails, and says why", async () => {
    const { publishing_results, message } = await world.call(contentApi.publish, {
      body: { account_group_id: group, text_content: "Sutra radimo." },
    });
    expect(publishing_results).toMatchObject([{ status: "failed", error: isHeld }]);
    expect(message).toBe("Published on 0 of 1 account. 1 failed.");
    // Nothing was asked of the platform, so nothing is known of the account's keys.
    expect(await stored()).toMatchObject([{ last_test: "passed", held_until: null }]);
  });

  test("a scheduled post fails when it is due, and can be retried after the rehearsal", async () => {
    const [item = 0] = await world.generate(await world.addCategory(group));
    await world.approve(item);
    world.clock.advance(61_000);
    await world.runJobs();
    const { failed_posts } = await world.call(schedulerApi.status, {});
    expect(failed_posts).toMatchObject([
      { status: "failed", social_account: { last_known_error: isHeld }, account_problem: null },
    ]);
    expect(await world.posts()).toMatchObject([{ committing_at: null }]);
  });

  test("credentials are not renewed, which would end the old ones", async () => {
    const [row] = await stored();
    if (!row) throw new Error("There is no account.");
    const known = await platformAccount(world.database.db, world.ports.secrets, row);
    expect(await world.ports.publisher.refresh(known, AbortSignal.timeout(60_000))).toBeNull();
  });

  test("a platform that LIVE does not name is off, not held", async () => {
    await world.database.db.update(accounts).set({ platform_type: "bluesky" });
    const category = await world.addCategory(group);
    const item = await world.call(contentApi.add, {
      params: { id: category },
      body: { text_content: "Sutra radimo.", image_url: null },
    });
    const { publishing_results } = await world.call(contentApi.postNow, {
      params: { id: item.id },
      body: { social_account_ids: [account] },
    });
    expect(publishing_results).toMatchObject([{ status: "failed", error: isOff }]);
  });
});
