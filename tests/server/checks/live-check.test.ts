import { expect, onTestFinished, test } from "vitest";
import type { PlatformType } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import { groupsApi } from "@/features/groups/contract";
import { createFacebookAds } from "../../../server/adapters/live/facebook-ads/ads.ts";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { checkAds, checkLive, readLiveCheck } from "../../../server/checks/live-check.ts";
import { readConfig } from "../../../server/config.ts";
import { accounts } from "../../../server/db/schema.ts";
import { insertIntegration } from "../../../server/features/integrations/integrations.ts";
import { aiKey, startAi } from "../../peers/ai/peer.ts";
import { adAccount, adTokens, startFacebookAds } from "../../peers/facebook-ads/peer.ts";
import { livePortsOf } from "../live/live-ports.ts";
import { createWorld } from "../world.ts";

const live = readConfig({ LIVE: "threads" });

/**
 * Opens a world, and returns the check of it: the number that did not pass, and its lines but for
 * those of images and videos.
 */
async function open() {
  const world = await createWorld();
  onTestFinished(() => world.close());
  const check = async (which: Parameters<typeof checkLive>[3] = {}, config = live) => {
    const said: string[] = [];
    const { database, ports } = world;
    const failed = await checkLive(database, ports.secrets, config, which, (line) => {
      if (!/^(Images|Videos): /.test(line)) said.push(line);
    });
    return { failed, said };
  };
  return { world, check };
}

async function openWithAccount(platform_type: PlatformType, name: string) {
  const { world, check } = await open();
  const group = await world.addGroup();
  const { id } = await world.call(accountsApi.add, {
    params: { id: group },
    body: {
      ...{ platform_type, platform_username: "zima" },
      credentials: { [name]: "1", access_token: "canary-token" },
    },
  });
  return { world, check, group, which: { account: Number(id), post: true } };
}

test("a sandbox has nothing real to check, and other arguments are refused", () => {
  expect(() => readLiveCheck(readConfig({}), [])).toThrow(
    "LIVE names nothing: there is nothing real to check.",
  );
  expect(readLiveCheck(live, [])).toEqual({});
  expect(readLiveCheck(live, ["--account", "7"])).toEqual({ account: 7 });
  for (const given of [
    ...[["7"], ["--account"], ["--account", "x"], ["--account", "7", "8"]],
    ["--account", "7", "--post", "--post"],
  ]) {
    expect(() => readLiveCheck(live, given)).toThrow("npm run live:check -- --account ID");
  }
});

test("a post is published only with an account that is named, and not while HOLD is set", () => {
  expect(readLiveCheck(live, ["--account", "7", "--post"])).toEqual({ account: 7, post: true });
  expect(() => readLiveCheck(live, ["--post"])).toThrow("npm run live:check -- --account ID");
  const held = readConfig({ LIVE: "threads", HOLD: "1" });
  expect(readLiveCheck(held, ["--account", "7"])).toEqual({ account: 7 });
  expect(() => readLiveCheck(held, ["--account", "7", "--post"])).toThrow(
    "HOLD is set: nothing is published, and so no test post.",
  );
});

test("nothing is deleted while HOLD is set or at a platform that is off, or that has no call for it", async () => {
  const { world } = await open();
  const removed = async (platform: PlatformType, environment: Record<string, string>) => {
    const { publisher } = await livePortsOf(world, environment);
    const account = { id: 1, platform, username: "zima", credentials: {}, proxy: null };
    return publisher.remove?.(account, "1", new AbortController().signal);
  };
  expect(await removed("threads", { LIVE: "threads", HOLD: "1" })).toEqual({
    ok: false,
    error: "Held: nothing is written to a platform while HOLD is set.",
  });
  expect(await removed("bluesky", { LIVE: "threads" })).toEqual({
    ok: false,
    error: "Publishing to Bluesky is switched off on this server: LIVE does not name bluesky.",
  });
  expect(await removed("instagram", { LIVE: "instagram" })).toEqual({ ok: "by hand" });
});

test.each([
  ["has it", "writer-1", aiKey, 0, "works, and has writer-1"],
  [
    "lacks it",
    ...["writer-9", aiKey, 1],
    "there is no writer-9, which AI_TEXT_MODEL names. It has: writer-1, writer-2",
  ],
  [
    "refuses the key",
    ...["writer-1", "sk-canary-other", 1],
    "The AI server refused the key. Check AI_TEXT_KEY on the server. (401: Incorrect API key provided: Bearer ….)",
  ],
] as const)(
  "the model that writes is looked for on its server, which %s",
  async (_, AI_TEXT_MODEL, AI_TEXT_KEY, failed, words) => {
    const ai = await startAi();
    const { check } = await open();
    const config = readConfig({ LIVE: "ai", AI_TEXT_URL: ai.url, AI_TEXT_MODEL, AI_TEXT_KEY });
    expect(await check({}, config)).toEqual({
      failed,
      said: [`Texts by AI (${new URL(ai.url).host}): ${words}`, "There are no accounts."],
    });
    // It is asked for its models alone.
    expect(ai.calls).toEqual(["GET /v1/models"]);
    await ai.close();
  },
);

test("an account of a platform that is off is named, and not asked for", async () => {
  const { world, check } = await open();
  const account = await world.addAccount(await world.addGroup());
  expect(await check({ account })).toEqual({
    failed: 0,
    said: [
      expect.stringMatching(
        /^\d+ .* on Bluesky \(.*\): not checked, its platform is switched off$/,
      ),
    ],
  });
  await expect(check({ account: 999 })).rejects.toThrow("There is no account 999.");
});

test("the tokens of Facebook Ads are tried, and what each one opens is said", async () => {
  const { world } = await open();
  const peer = await startFacebookAds([adAccount(17)]);
  const ads = createFacebookAds(createHttp({ proxy: null }), world.clock, peer.origin);
  const group = await world.addGroup();
  for (const [store_name, user_access_token] of [
    ["act_17", adTokens.good],
    ["act_18", adTokens.good],
    ["act_19", adTokens.expired],
  ] as const) {
    await insertIntegration(world.database.db, world.ports.secrets, {
      ...{ group_id: group, platform: "facebook_ads", store_name, created_at: new Date() },
      keys: { user_access_token },
    });
  }
  const check = async (reach: "real" | "off") => {
    const said: string[] = [];
    const { database, ports } = world;
    const failed = await checkAds(database, { ...ports, ads }, reach, (line) => said.push(line));
    return { failed, said };
  };
  expect(await check("real")).toEqual({
    failed: 2,
    said: [
      expect.stringMatching(/^Facebook Ads act_17 \(.+\): works$/),
      expect.stringMatching(
        /^Facebook Ads act_18 \(.+\): the token does not open this ad account$/,
      ),
      expect.stringMatching(/^Facebook Ads act_19 \(.+\): .+ Session has expired on /),
    ],
  });
  const calls = peer.calls.length;
  expect(await check("off")).toEqual({
    failed: 0,
    said: [17, 18, 19].map((id) =>
      expect.stringMatching(
        `^Facebook Ads act_${id} \\(.+\\): not checked, Facebook Ads is switched off$`,
      ),
    ),
  });
  expect(peer.calls).toHaveLength(calls);
  await peer.close();
});

test("a post for Instagram takes a server that runs meanwhile, which one with PGlite does not", async () => {
  const { world, check, which } = await openWithAccount("instagram", "instagram_user_id");
  if (world.database.kind !== "pglite") return;
  await expect(check(which, readConfig({ LIVE: "instagram" }))).rejects.toThrow(
    "Instagram fetches the image of a post from this server, which must run meanwhile: that takes one with DATABASE_URL.",
  );
});

test("a post waits for its turn like all posts of its account: then the platform is not even asked", async () => {
  const { world, check, group, which } = await openWithAccount("threads", "threads_user_id");
  const said = (words: string) => ({
    failed: 1,
    said: [
      `${which.account} zima on Threads (Zimska kolekcija): nothing is published now, ${words}`,
    ],
  });
  const set = (values: Partial<typeof accounts.$inferInsert>) =>
    world.database.db.update(accounts).set(values);

  const held_until = new Date(Date.now() + 24 * 3_600_000);
  const minute = held_until.toISOString().slice(0, 16).replace("T", " ");
  await set({ held_until, held_because: "Too many calls." });
  expect(await check(which)).toEqual(
    said(`because its posts wait until ${minute} UTC: Too many calls.`),
  );
  await set({ held_until: null, held_because: null, tokens: -1000, tokens_at: new Date() });
  expect((await check(which)).said).toEqual([
    expect.stringMatching(
      /: nothing is published now, because its platform takes no other post before \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    ),
  ]);
  await world.call(groupsApi.pause, { params: { id: group } });
  expect(await check(which)).toEqual(said("because publishing of its group is paused"));
});

test("a shop that cannot be read is named with the reason, and one that is off is not asked for", async () => {
  const { world, check } = await open();
  await insertIntegration(world.database.db, world.ports.secrets, {
    ...{ group_id: await world.addGroup(), platform: "shopify", store_name: "zima.example.com" },
    keys: { api_key: "canary-key", password: "shpat_canary", webhook_secret: "canary" },
  });
  expect(await check()).toEqual({ failed: 0, said: ["There are no accounts."] });
  expect(await check({}, readConfig({ LIVE: "shopify" }))).toEqual({
    failed: 1,
    said: [
      "There are no accounts.",
      expect.stringMatching(
        /^Shop zima\.example\.com \(.*\): The store name must be that of the shop at Shopify, like abc\.myshopify\.com/,
      ),
    ],
  });
});

test("a shop is read while HOLD is set, and not changed", async () => {
  const { world } = await open();
  const { shop } = await livePortsOf(world, { LIVE: "shopify", HOLD: "1" });
  const connection = { store: "zima.example.com", credentials: {} };
  const change = { variants: [], addTags: ["sale"], removeTags: [] };
  const { signal } = new AbortController();
  await expect(shop.change(connection, "1", change, signal)).rejects.toThrow(
    "Held: nothing is written to a shop while HOLD is set.",
  );
  await expect(shop.product(connection, "1", signal)).rejects.toThrow(
    "The store name must be that of the shop at Shopify",
  );
});
