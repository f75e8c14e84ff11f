import { describe, expect, test } from "vitest";
import type { PlatformType } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import { groupsApi } from "@/features/groups/contract";
import { createFacebookAds } from "../../../server/adapters/live/facebook-ads/ads.ts";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { checkAds, checkLive, readLiveCheck } from "../../../server/checks/live-check.ts";
import { readConfig } from "../../../server/config.ts";
import { accounts } from "../../../server/db/schema.ts";
import { insertIntegration } from "../../../server/features/integrations/integrations.ts";
import { createWorldPorts } from "../../../server/world.ts";
import { aiKey, startAi } from "../../peers/ai/peer.ts";
import { adAccount, adTokens, startFacebookAds } from "../../peers/facebook-ads/peer.ts";
import { createWorld } from "../world.ts";

const live = readConfig({ LIVE: "threads" });

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
  const world = await createWorld();
  const { clock, secrets, mailRenderer, mediaStore, publicOrigin } = world.ports;
  const removed = async (platform: PlatformType, environment: Record<string, string>) => {
    const { publisher } = await createWorldPorts({
      ...{ clock, secrets, mailRenderer, mediaStore, publicOrigin, database: world.database },
      config: readConfig(environment),
    });
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
  await world.close();
});

describe("the model that writes", () => {
  const check = async (model: string, key: string | null) => {
    const ai = await startAi();
    const world = await createWorld();
    const said: string[] = [];
    const config = readConfig({
      ...{
        LIVE: "ai",
        AI_TEXT_URL: ai.url,
        AI_TEXT_MODEL: model,
        ...(key && { AI_TEXT_KEY: key }),
      },
    });
    const { secrets } = world.ports;
    const failed = await checkLive(world.database, secrets, config, {}, (line) => said.push(line));
    const host = new URL(ai.url).host;
    const calls = [...ai.calls];
    await world.close();
    await ai.close();
    // Those of images and videos have tests of their own.
    const ofTexts = said.filter((line) => !/^(Images|Videos): /.test(line));
    return { failed, calls, said: ofTexts.map((line) => line.replace(host, "ai.example.com")) };
  };

  test("is looked for on its server, which is only asked for its models", async () => {
    expect(await check("writer-1", aiKey)).toEqual({
      failed: 0,
      calls: ["GET /v1/models"],
      said: ["Texts by AI (ai.example.com): works, and has writer-1", "There are no accounts."],
    });
  });

  test("is said to be missing, with those that there are", async () => {
    expect(await check("writer-9", aiKey)).toMatchObject({
      failed: 1,
      said: [
        "Texts by AI (ai.example.com): there is no writer-9, which AI_TEXT_MODEL names. It has: writer-1, writer-2",
        "There are no accounts.",
      ],
    });
  });

  test("does not pass with a wrong key", async () => {
    expect(await check("writer-1", "sk-canary-other")).toMatchObject({
      failed: 1,
      said: [
        "Texts by AI (ai.example.com): The AI server refused the key. Check AI_TEXT_KEY on the server. (401: Incorrect API key provided: Bearer ….)",
        "There are no accounts.",
      ],
    });
  });
});

test("an account of a platform that is off is named, and not asked for", async () => {
  const world = await createWorld();
  const account = await world.addAccount(await world.addGroup());
  const said: string[] = [];
  const check = (which: { account?: number }) =>
    checkLive(world.database, world.ports.secrets, live, which, (line) => said.push(line));
  expect(await check({ account })).toBe(0);
  expect(said).toEqual([
    expect.stringMatching(/^\d+ .* on Bluesky \(.*\): not checked, its platform is switched off$/),
  ]);
  await expect(check({ account: 999 })).rejects.toThrow("There is no account 999.");
  await world.close();
});

test("the tokens of Facebook Ads are tried, and what each one opens is said", async () => {
  const world = await createWorld();
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
  await world.close();
});

test("a post for Instagram takes a server that runs meanwhile, which one with PGlite does not", async () => {
  const world = await createWorld();
  const { id } = await world.call(accountsApi.add, {
    params: { id: await world.addGroup() },
    body: {
      platform_type: "instagram",
      platform_username: "zima",
      credentials: { instagram_user_id: "1", access_token: "canary-token" },
    },
  });
  const which = { account: Number(id), post: true };
  const config = readConfig({ LIVE: "instagram" });
  if (world.database.kind === "pglite") {
    await expect(
      checkLive(world.database, world.ports.secrets, config, which, () => undefined),
    ).rejects.toThrow(
      "Instagram fetches the image of a post from this server, which must run meanwhile: that takes one with DATABASE_URL.",
    );
  }
  await world.close();
});

test("a post waits for its turn like all posts of its account: then the platform is not even asked", async () => {
  const world = await createWorld();
  const group = await world.addGroup();
  const { id } = await world.call(accountsApi.add, {
    params: { id: group },
    body: {
      platform_type: "threads",
      platform_username: "zima",
      credentials: { threads_user_id: "1", access_token: "canary-token" },
    },
  });
  const account = Number(id);
  const why = async () => {
    const said: string[] = [];
    const which = { account, post: true };
    const { database, ports } = world;
    expect(await checkLive(database, ports.secrets, live, which, (line) => said.push(line))).toBe(
      1,
    );
    return said;
  };
  const says = (words: string) => [`${account} zima on Threads (Zimska kolekcija): ${words}`];
  const set = (values: Partial<typeof accounts.$inferInsert>) =>
    world.database.db.update(accounts).set(values);

  const held_until = new Date(Date.now() + 24 * 3_600_000);
  const minute = held_until.toISOString().slice(0, 16).replace("T", " ");
  await set({ held_until, held_because: "Too many calls." });
  expect(await why()).toEqual(
    says(`nothing is published now, because its posts wait until ${minute} UTC: Too many calls.`),
  );
  await set({ held_until: null, held_because: null, tokens: -1000, tokens_at: new Date() });
  expect(await why()).toEqual([
    expect.stringMatching(
      /: nothing is published now, because its platform takes no other post before \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    ),
  ]);
  await world.call(groupsApi.pause, { params: { id: group } });
  expect(await why()).toEqual(
    says("nothing is published now, because publishing of its group is paused"),
  );
  await world.close();
});

test("a shop that cannot be read is named with the reason, and one that is off is not asked for", async () => {
  const world = await createWorld();
  const { secrets } = world.ports;
  await insertIntegration(world.database.db, secrets, {
    ...{ group_id: await world.addGroup(), platform: "shopify", store_name: "zima.example.com" },
    keys: { api_key: "canary-key", password: "shpat_canary", webhook_secret: "canary" },
  });
  const said: string[] = [];
  const check = (names: string) =>
    checkLive(world.database, secrets, readConfig({ LIVE: names }), {}, (line) => {
      // Those of videos have tests of their own.
      if (!line.startsWith("Videos: ")) said.push(line);
    });
  expect(await check("threads")).toBe(0);
  expect(said.splice(0)).toEqual(["There are no accounts."]);
  expect(await check("shopify")).toBe(1);
  expect(said).toEqual([
    "There are no accounts.",
    expect.stringMatching(
      /^Shop zima\.example\.com \(.*\): The store name must be that of the shop at Shopify, like abc\.myshopify\.com/,
    ),
  ]);
  await world.close();
});

test("a shop is read while HOLD is set, and not changed", async () => {
  const world = await createWorld();
  const { clock, secrets, mailRenderer, mediaStore, publicOrigin } = world.ports;
  const { shop } = await createWorldPorts({
    ...{ clock, secrets, mailRenderer, mediaStore, publicOrigin, database: world.database },
    config: readConfig({ LIVE: "shopify", HOLD: "1" }),
  });
  const connection = { store: "zima.example.com", credentials: {} };
  const change = { variants: [], addTags: ["sale"], removeTags: [] };
  await expect(shop.change(connection, "1", change, new AbortController().signal)).rejects.toThrow(
    "Held: nothing is written to a shop while HOLD is set.",
  );
  await expect(shop.product(connection, "1", new AbortController().signal)).rejects.toThrow(
    "The store name must be that of the shop at Shopify",
  );
  await world.close();
});
