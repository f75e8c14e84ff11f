import { afterEach, beforeEach, expect, test } from "vitest";
import { contentApi } from "@/features/content/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import type { Live } from "../../../server/adapters/live/live.ts";
import { createTikTokPublisher } from "../../../server/adapters/live/tiktok/publisher.ts";
import { createTikTokApi } from "../../../server/adapters/live/tiktok/tokens.ts";
import { accounts, contentItems } from "../../../server/db/schema.ts";
import { insertAccount } from "../../../server/features/accounts/accounts.ts";
import { enqueueDue } from "../../../server/features/scheduler/due.ts";
import { liveWorld } from "../../../server/ports/world.ts";
import { liveOf } from "../../peers/support/publishing.ts";
import { failure, refreshToken, startTikTok, tiktokApp } from "../../peers/tiktok/peer.ts";
import { createWorld, type World } from "../world.ts";
import { liveIn } from "./chaos.ts";

const minute = 60_000;
const hour = 60 * minute;
const inInbox =
  "Waiting in the TikTok inbox, without its text: open TikTok with this account, paste the text, and post the draft.";
let tiktok: Awaited<ReturnType<typeof startTikTok>>;
let world: World;
let category: number;
let account: number;

beforeEach(async () => {
  tiktok = await startTikTok();
  const clock = { now: () => world.clock.now() };
  const live: Live = {
    ...liveOf(clock, tiktok.origin),
    saveCredentials: (...given) => liveIn(world).saveCredentials(...given),
    readCredentials: (...given) => liveIn(world).readCredentials(...given),
  };
  const api = createTikTokApi(live, { ...tiktokApp, isDirect: false }, tiktok.addresses);
  world = await createWorld({
    ports: { world: liveWorld(["tiktok"], false), publisher: createTikTokPublisher(api) },
  });
  const group = await world.addGroup();
  const added = await insertAccount(world.database.db, world.ports.secrets, {
    ...{ group_id: group, platform_type: "tiktok", platform_username: "zima.rs" },
    ...{ credentials: { refresh_token: refreshToken }, is_active: true },
    session_primed_at: new Date(),
  });
  account = added?.id ?? 0;
  category = await world.addCategory(group);
});
afterEach(async () => {
  await world.close();
  await tiktok.close();
});

/** Publishes a video with this text. Returns what the console says of it at once. */
async function post(text_content: string) {
  const [item] = await world.database.db
    .insert(contentItems)
    .values({
      ...{ category_id: category, text_content, media_type: "video" },
      video_url: "https://shop.example.com/1.mp4",
    })
    .returning();
  const { publishing_results } = await world.call(contentApi.postNow, {
    params: { id: item?.id ?? 0 },
    body: { social_account_ids: [account] },
  });
  return publishing_results[0];
}

async function later(milliseconds: number) {
  world.clock.advance(milliseconds);
  await world.transaction(enqueueDue);
  await world.runJobs();
}

/** Posts the draft, as a person does on a phone. */
const complete = (index = 0) =>
  Object.assign(tiktok.shares[index] ?? {}, { status: "PUBLISH_COMPLETE", postId: "75123" });

const shown = async (index = 0) => {
  const id = (await world.posts())[index]?.id ?? 0;
  return world.call(schedulerApi.detail, { params: { id } });
};

test("a draft says that it has no text, and holds up no other post of its account", async () => {
  expect(await post("Prvi.")).toMatchObject({
    ...{ status: "publishing", error: null },
    waits_for:
      "TikTok is processing the video. A draft has no text: copy it into TikTok when you post it.",
  });
  await later(minute);
  expect(await shown()).toMatchObject({ status: "publishing", waits_for: inInbox });
  await post("Drugi.");
  await later(minute);
  complete(1);
  await later(5 * minute);
  expect((await world.posts()).map(({ status }) => status)).toEqual(["publishing", "published"]);
  expect(await shown(1)).toMatchObject({
    published_post_url: "https://www.tiktok.com/@zima.rs/video/75123",
  });
  // A person may post the first one hours later.
  await later(20 * hour);
  expect(await shown()).toMatchObject({ status: "publishing", waits_for: inInbox });
  complete();
  await later(5 * minute);
  expect(await shown()).toMatchObject({ status: "published" });
  expect(tiktok.shares).toHaveLength(2);
});

test("a draft that nobody posts in a day is unknown, says where it is, and is found by a retry", async () => {
  await post("Prvi.");
  await later(minute);
  await later(23 * hour + 57 * minute);
  expect(await shown()).toMatchObject({ status: "unknown" });
  const [account] = await world.database.db.select().from(accounts);
  expect(account?.last_known_error).toBe(
    "TikTok has not finished within 24 hours. The post may appear later: check the profile.",
  );
  await later(minute);
  expect(await shown()).toMatchObject({ social_account: { last_known_error: inInbox } });
  complete();
  const [{ id } = { id: 0 }] = await world.posts();
  await world.call(schedulerApi.retry, { params: { id }, query: { confirm_unknown: true } });
  await world.runJobs();
  expect(await shown()).toMatchObject({ status: "published" });
  expect(tiktok.shares).toHaveLength(1);
});

test("a draft goes on waiting through a limit of TikTok's", async () => {
  await post("Prvi.");
  const limit = failure(429, "rate_limit_exceeded", "Slower.");
  tiktok.disturb("POST /v2/post/publish/status/fetch/", { answer: limit });
  await later(minute);
  expect(await shown()).toMatchObject({ status: "publishing" });
  await later(2 * minute);
  expect(await shown()).toMatchObject({ status: "publishing", waits_for: inInbox });
});

test("a draft that TikTok could not process failed", async () => {
  await post("Prvi.");
  Object.assign(tiktok.shares[0] ?? {}, { status: "FAILED", failReason: "duration_check_failed" });
  await later(minute);
  expect(await shown()).toMatchObject({
    status: "failed",
    social_account: { last_known_error: "TikTok could not publish it: duration_check_failed." },
  });
});
