import { beforeEach, describe, expect, test, vi } from "vitest";
import type { PlatformType } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import { performanceApi } from "@/features/performance/contract";
import { metricsSnapshots, queueItems, scheduledPosts } from "../../../../server/db/schema.ts";
import { silence } from "../../../../server/kernel/log.ts";
import { createWorld, type World } from "../../world.ts";
import { startWorld } from "../start-world.ts";

const world = await startWorld();
let group: number;
beforeEach(async () => {
  group = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
});

type Post = Partial<typeof scheduledPosts.$inferInsert>;

async function addPosts(category_id: number, posts: readonly Post[]) {
  for (const post of posts) {
    const [item] = await world.database.db
      .insert(queueItems)
      .values({ category_id, status: "approved", text_content: "Zora." })
      .returning();
    const at = world.clock.now();
    await world.database.db.insert(scheduledPosts).values({
      queue_item_id: item?.id ?? 0,
      group_id: group,
      category_id,
      platform_type: "bluesky",
      status: "published",
      publish_at: at,
      published_at: at,
      external_id: "sandbox_1",
      ...post,
    });
  }
}

const summary = async (group_id = group) =>
  (await world.call(performanceApi.byCategory, { query: { group_id } })).data;

describe("the summary by category", () => {
  test("sums up published posts, and averages measured ones", async () => {
    const coffee = await world.addCategory(group, { name: "kafa" });
    const walks = await world.addCategory(group, { name: "Izleti" });
    await world.addCategory(group, { name: "Bez objava" });
    await addPosts(coffee, [
      { impressions: 100, likes: 4, comments: 1, shares: 0, engagement_rate: 0.05 },
      { impressions: 300, likes: 2, comments: null, shares: 1, engagement_rate: 0.01 },
      { likes: null },
      { status: "failed", published_at: null, likes: 99, engagement_rate: 1 },
      { status: "scheduled", published_at: null },
    ]);
    await addPosts(walks, [{}]);
    expect(await summary()).toEqual([
      {
        category_id: walks,
        category_name: "Izleti",
        total_posts: 1,
        total_impressions: 0,
        total_likes: 0,
        total_comments: 0,
        total_shares: 0,
        average_engagement_rate: null,
      },
      {
        category_id: coffee,
        category_name: "kafa",
        total_posts: 3,
        total_impressions: 400,
        total_likes: 6,
        total_comments: 1,
        total_shares: 1,
        average_engagement_rate: expect.closeTo(0.03, 10),
      },
    ]);
  });

  test("counts beyond 32-bit integers", async () => {
    const category = await world.addCategory(group);
    await addPosts(category, [{ impressions: 3_000_000_000 }, { impressions: 3_000_000_000 }]);
    expect((await summary())[0]?.total_impressions).toBe(6_000_000_000);
  });

  test("is of one group, and leaves out posts without a category", async () => {
    const category = await world.addCategory(group);
    await addPosts(category, [{}]);
    group = await world.addGroup("Druga");
    await addPosts(category, [{ category_id: null }]);
    expect(await summary()).toEqual([]);
  });
});

describe("refreshing Instagram", () => {
  const request = (groupId = group) => ({ params: { groupId } });
  const addAccount = (platform_type: PlatformType) =>
    world.call(accountsApi.add, {
      params: { id: group },
      body: {
        platform_type,
        platform_username: "zima",
        credentials: { instagram_user_id: "17841400000000000", access_token: "good" },
      },
    });
  const snapshots = async () => (await world.database.db.select().from(metricsSnapshots)).length;

  test("measures every published Instagram post of the group once more, and no other", async () => {
    const account_id = Number((await addAccount("instagram")).id);
    const category = await world.addCategory(group);
    await addPosts(category, [
      { platform_type: "instagram", account_id, measurements: 3 },
      { platform_type: "instagram", account_id },
      { platform_type: "instagram", status: "failed" },
      { platform_type: "bluesky" },
    ]);
    const before = await snapshots();
    expect(await world.call(performanceApi.refreshInstagram, request())).toEqual({
      message: "Measuring 2 published Instagram posts.",
    });
    await world.runJobs();
    expect(await snapshots()).toBe(before + 2);
    const list = await world.call(performanceApi.list, { query: { group_id: group } });
    expect(list.filter(({ last_updated }) => last_updated)).toEqual([
      expect.objectContaining({ platform: "instagram" }),
      expect.objectContaining({ platform: "instagram" }),
    ]);
  });

  test("looks for its posts whose answer was lost, and for no other", async () => {
    const account_id = Number((await addAccount("instagram")).id);
    const category = await world.addCategory(group);
    const ask_at = new Date(world.clock.now().getTime() + 60_000);
    const lost = { status: "unknown", account_id, committing_at: world.clock.now() } as const;
    await addPosts(category, [
      { ...lost, platform_type: "instagram" },
      // The server still looks for this one by itself.
      { ...lost, platform_type: "instagram", ask_at },
      // Nothing is known of it that could be looked for.
      { ...lost, platform_type: "instagram", committing_at: null },
      { ...lost, platform_type: "bluesky" },
    ]);
    const { message } = await world.call(performanceApi.refreshInstagram, request());
    expect(message).toMatch(/\. Looking for 1 post whose result is unknown\.$/);
  });

  test("is refused without an Instagram account", async () => {
    await world.addAccount(group);
    expect(await world.said(performanceApi.refreshInstagram, request())).toBe(
      "409 This group has no Instagram account.",
    );
  });
});

describe("a metrics source that fails", () => {
  const read = vi.fn<World["ports"]["metrics"]["read"]>();
  let world: World;
  beforeEach(async () => {
    world = await createWorld({ ports: { metrics: { read } }, log: silence });
    const group = await world.addGroup();
    await world.addAccount(group);
    const [id = 0] = await world.generate(await world.addCategory(group));
    await world.approve(id);
    world.clock.advance(61_000);
    read.mockReset().mockRejectedValue(new Error("The source is down."));
    return () => world.close();
  });

  const figures = { impressions: 100, video_views: null, likes: 5, comments: 0, shares: 0 };
  const works = () =>
    read.mockImplementation(async (_, posts) => new Map(posts.map(({ id }) => [id, figures])));
  const post = async () => (await world.posts())[0];

  /** Runs all due jobs until they are given up. */
  async function giveUp() {
    for (let tries = 0; tries < 4; tries++) {
      world.clock.advance(60_000);
      await world.runJobs().catch(() => undefined);
    }
  }

  test("loses the rounds that failed, and not those that follow", async () => {
    await world.runJobs();
    expect(await post()).toMatchObject({ status: "published", measurements: 0 });
    await giveUp();
    expect(read).toHaveBeenCalled();
    expect(await post()).toMatchObject({ measured_at: null });

    works();
    world.clock.advance(3_600_000);
    await world.runJobs();
    expect(await post()).toMatchObject({ likes: 5, engagement_rate: 0.05 });
    const { measurements } = (await post()) ?? {};
    expect(measurements).toBeGreaterThan(0);
    world.clock.advance(86_400_000);
    await world.runJobs();
    expect((await post())?.measurements).toBeGreaterThan(measurements ?? 0);
  });

  test("leaves one job for all rounds that failed, not one for each", async () => {
    await world.runJobs();
    await giveUp();
    works();
    world.clock.advance(3_600_000);
    await world.runJobs();
    const waiting = await world.database.query(
      "select count(*)::int as jobs from pgboss.job where name = 'measure' and state = 'created'",
    );
    expect(waiting.rows).toEqual([{ jobs: 1 }]);
  });
});
