import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlatformType } from "@/entities/account/platforms";
import { contentApi } from "@/features/content/contract";
import { insertAccount } from "../../../../server/features/accounts/accounts.ts";
import type { Figures, MetricsSource } from "../../../../server/ports/metrics-source.ts";
import { liveWorld, sandboxWorld } from "../../../../server/ports/world.ts";
import { publisherThat } from "../../../support/publisher.ts";
import { createWorld, type World } from "../../world.ts";

const hour = 3_600_000;
const figures: Figures = { impressions: 9, video_views: null, likes: 3, comments: 1, shares: 0 };
const read = vi.fn<MetricsSource["read"]>();
let world: World;
beforeEach(() => {
  read
    .mockReset()
    .mockImplementation(async (_, posts) => new Map(posts.map(({ id }) => [id, figures])));
});
afterEach(() => world.close());

/** Publishes a post, and returns the ages in whole hours at which its figures are read in 40 days. */
async function agesOf(platform_type: PlatformType, given = liveWorld([platform_type], false)) {
  const publisher = publisherThat(async () => ({ ok: true, externalId: "1", url: "/1" }));
  world = await createWorld({ ports: { world: given, publisher, metrics: { read } } });
  const group_id = await world.addGroup();
  await insertAccount(world.database.db, world.ports.secrets, {
    ...{ group_id, platform_type, platform_username: "zima", is_active: true },
    credentials: { access_token: "good" },
  });
  await world.call(contentApi.publish, {
    body: { account_group_id: group_id, text_content: "Sutra radimo." },
  });
  const ages: number[] = [];
  // Every six hours, the shortest time between two measurements after the first hour.
  for (let age = 0; age <= 40 * 24; age += 6) {
    const before = read.mock.calls.length;
    await world.runJobs();
    if (read.mock.calls.length > before) ages.push(age);
    world.clock.advance(6 * hour);
  }
  return ages;
}

test("figures of X, which cost money, are read on four days", async () => {
  expect(await agesOf("x_twitter")).toEqual([1, 3, 7, 30].map((days) => days * 24));
  expect(read).toHaveBeenCalledTimes(4);
});

const daily = Array.from({ length: 30 }, (_, n) => (n + 1) * 24);

test("figures of other platforms are read every day for 30 days, and sooner on the first", async () => {
  expect(await agesOf("threads")).toEqual([6, ...daily]);
});

test("figures that are played cost nothing, those of X too", async () => {
  expect(await agesOf("x_twitter", sandboxWorld)).toEqual([6, ...daily]);
});
