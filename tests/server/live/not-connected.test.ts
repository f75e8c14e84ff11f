import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { liveWorld } from "../../../server/ports/world.ts";
import { createWorld, type World } from "../world.ts";
import { livePortsOf } from "./live-ports.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ ports: { world: liveWorld(["bluesky"], false) } });
});
afterAll(() => world.close());

test.each([
  ["reddit", "Connecting Reddit is switched off on this server: LIVE does not name reddit."],
  ["tiktok", "Connecting TikTok is switched off on this server: LIVE does not name tiktok."],
])("connecting %s is refused on a page where it is switched off", async (name, sentence) => {
  const answer = await world.fetch(`/publishing/${name}/connect?token=${world.token}`);
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain(sentence);
});

async function addTikTok(on: World) {
  const group = await on.addGroup();
  const body = { platform_type: "tiktok" as const, platform_username: "zima", credentials: {} };
  const { id } = await on.call(accountsApi.add, { params: { id: group }, body });
  return { group, id };
}

test("a sandbox connects nobody to TikTok: it plays the session", async () => {
  const sandbox = await createWorld();
  const { id } = await addTikTok(sandbox);
  const query = new URLSearchParams({ account_id: String(id), token: sandbox.token });
  const answer = await sandbox.fetch(`/publishing/tiktok/connect?${query}`);
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain(
    "This server is a sandbox: choose &#39;Prime session&#39; for the account.",
  );
  const health = (await (await sandbox.fetch("/healthz")).json()) as { capabilities: string[] };
  expect(health.capabilities).not.toContain("tiktok-connect");
  await sandbox.close();
});

test("a TikTok account cannot be primed for a real platform, because its session is played", async () => {
  const { group, id } = await addTikTok(world);
  expect(await world.refusal(accountsApi.primeSession, { params: { id } })).toEqual({
    status: 409,
    detail: "Connecting TikTok is switched off on this server: LIVE does not name tiktok.",
  });
  const [account] = await world.accounts(group);
  expect(account).toMatchObject({ is_active: false });
});

test("a server reaches TikTok with its own app, and only where LIVE names it", async () => {
  const keys = { TIKTOK_CLIENT_KEY: "key-1", TIKTOK_CLIENT_SECRET: "secret", TIKTOK_DIRECT: "1" };
  const account = {
    ...{ id: 1, platform: "tiktok" as const, username: "zima", credentials: {}, proxy: null },
  };
  const { signal } = new AbortController();

  const live = await livePortsOf(world, { ...keys, LIVE: "bluesky,tiktok" });
  const request = { state: "s", callback: "https://console.example.com/back" };
  const url = new URL(live.tiktok?.authorizationUrl(request) ?? "");
  expect([url.origin, url.searchParams.get("client_key")]).toEqual([
    "https://www.tiktok.com",
    "key-1",
  ]);
  expect(url.searchParams.get("scope")).toContain("video.publish");
  const unconnected = "The account is not connected: connect it on TikTok again.";
  expect(await live.publisher.test(account, signal)).toMatchObject({ error: unconnected });
  const post = { id: 1, video: true, publishedAt: world.clock.now(), externalId: "75" };
  await expect(live.metrics.read(account, [post], signal)).rejects.toThrow(unconnected);

  const other = await livePortsOf(world, { ...keys, LIVE: "bluesky" });
  expect(other.tiktok).toBeUndefined();
  expect(await other.publisher.test(account, signal)).toMatchObject({
    error: "Publishing to TikTok is switched off on this server: LIVE does not name tiktok.",
  });
});
