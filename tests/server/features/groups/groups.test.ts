import { describe, expect, test } from "vitest";
import { categoryApi } from "@/entities/category/contract";
import { groupApi } from "@/entities/group/contract";
import { categoriesApi } from "@/features/categories/contract";
import { groupsApi } from "@/features/groups/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import { contentItems, metricsSnapshots, saleRuns } from "../../../../server/db/schema.ts";
import { group, refusal, setPosts, world, worldForEach } from "../support.ts";

worldForEach();

const names = async () => (await world.call(groupApi.list, {})).map(({ name }) => name);
const rename = (id: number, name: string) => ({ params: { id }, body: { name } });

/** Adds a group with a published, a scheduled and a pending post. Returns the category. */
async function fill(groupId = group) {
  await world.addAccount(groupId, `${crypto.randomUUID().slice(0, 8)}.bsky.social`);
  const category = await world.addCategory(groupId);
  const ids = (await world.generate(category, 3)).slice(-3);
  await world.approve(ids[0] ?? 0);
  await world.approve(ids[1] ?? 0);
  world.clock.advance(61_000);
  await world.runJobs();
  return category;
}

describe("A group", () => {
  test("gets another name, unless another group has it", async () => {
    await world.addGroup("Druga");
    expect(await world.call(groupsApi.rename, rename(group, "  Prolećna "))).toMatchObject({
      id: group,
      name: "Prolećna",
    });
    expect(await world.refusal(groupsApi.rename, rename(group, "DRUGA"))).toEqual(
      refusal(409, "A group named “DRUGA” already exists."),
    );
    expect(await world.refusal(groupsApi.rename, rename(group, " "))).toMatchObject({
      status: 422,
    });
    expect(await world.refusal(groupsApi.rename, rename(999, "Treća"))).toMatchObject({
      status: 404,
    });
    expect(await names()).toEqual(["Prolećna", "Druga"]);
  });

  test("is counted, then deleted with everything that it holds, and nothing of others", async () => {
    const other = await world.addGroup("Druga");
    await fill(other);
    await fill();
    await world.call(newsletterApi.addSubscriber, {
      params: { groupId: group },
      body: { email: "ana@example.com", name: null },
    });
    const mine = (await world.posts()).find(({ group_id }) => group_id === group);
    await world.database.db
      .insert(metricsSnapshots)
      .values({ post_id: mine?.id ?? 0, snapshot_time: world.clock.now(), raw_data: {} });
    expect(await world.call(groupsApi.contents, { params: { id: group } })).toEqual({
      accounts: 1,
      categories: 1,
      content_items: 3,
      pending_approval: 1,
      scheduled_posts: 1,
      published_posts: 1,
      integrations: 0,
      subscribers: 1,
    });

    await world.call(groupsApi.remove, { params: { id: group } });
    expect(await names()).toEqual(["Druga"]);
    expect((await world.posts()).map(({ group_id }) => group_id)).toEqual([other, other]);
    expect(await world.database.db.select().from(contentItems)).toHaveLength(3);
    world.clock.advance(3_600_000);
    await world.runJobs();
    expect((await world.posts()).map(({ status }) => status)).toEqual(["published", "published"]);
    expect(await world.refusal(groupsApi.remove, { params: { id: group } })).toEqual(
      refusal(404, "No such group."),
    );
  });

  test("is not deleted while one of its posts is being published", async () => {
    await fill();
    const post = (await world.posts()).find(({ status }) => status === "scheduled");
    await setPosts({ status: "publishing", started_at: world.clock.now() }, post?.id ?? 0);
    expect(await world.refusal(groupsApi.remove, { params: { id: group } })).toEqual(
      refusal(409, "A post of this group is being published now. Try again in a minute."),
    );
    expect(await names()).toEqual(["Zimska kolekcija"]);
  });

  test("is not deleted while its sale rotation changes the shop", async () => {
    const at = world.clock.now();
    await world.database.db.insert(saleRuns).values({
      group_id: group,
      kind: "live",
      origin: "test",
      status: "running",
      worker: "test",
      started_at: at,
      active_at: at,
    });
    expect(await world.refusal(groupsApi.remove, { params: { id: group } })).toEqual(
      refusal(409, "The sale rotation of this group is running. Stop it first."),
    );
  });
});

describe("A category", () => {
  test("is counted, then deleted with everything that it holds", async () => {
    const category = await fill();
    const other = await world.addCategory(group);
    expect(await world.call(categoriesApi.contents, { params: { id: category } })).toEqual({
      content_items: 3,
      pending_approval: 1,
      scheduled_posts: 1,
      published_posts: 1,
    });
    await world.call(categoriesApi.remove, { params: { id: category } });
    const left = await world.call(categoryApi.list, { params: { id: group } });
    expect(left.map(({ id }) => id)).toEqual([other]);
    expect(await world.posts()).toEqual([]);
    expect(await world.queue()).toEqual([]);
    world.clock.advance(3_600_000);
    await world.runJobs();
    expect(await world.posts()).toEqual([]);
  });

  test("is not deleted while one of its posts is being published, or if there is none", async () => {
    const category = await fill();
    await setPosts({ status: "publishing", started_at: world.clock.now() });
    expect(await world.refusal(categoriesApi.remove, { params: { id: category } })).toEqual(
      refusal(409, "A post of this category is being published now. Try again in a minute."),
    );
    expect(await world.refusal(categoriesApi.remove, { params: { id: 999 } })).toEqual(
      refusal(404, "No such category."),
    );
  });
});

test("a second group of the same name is refused, however it is written", async () => {
  await world.addGroup("Kafeterija Šoljica");
  for (const name of ["Kafeterija Šoljica", "  kafeterija šoljica ", "KAFETERIJA ŠOLJICA"]) {
    expect(await world.refusal(groupsApi.create, { body: { name } })).toEqual({
      status: 409,
      detail: `A group named “${name.trim()}” already exists.`,
    });
  }
  expect(await names()).toEqual(["Zimska kolekcija", "Kafeterija Šoljica"]);
  await world.addGroup("Kafeterija Šolja");
});

test("of ten requests that create the same group at once one succeeds", async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => world.addGroup("Planinarski klub")),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await names()).filter((name) => name === "Planinarski klub")).toHaveLength(1);
});

test("a group is answered with its own integrations, and without their keys", async () => {
  const leto = await world.addGroup("Letnja kolekcija");
  const shop = (id: number, store_name: string) =>
    world.call(integrationsApi.add, {
      params: { id },
      body: {
        platform: "shopify",
        store_name,
        credentials: { api_key: "good-1", password: "good-2", webhook_secret: "good-3" },
      },
    });
  await shop(group, "zima.myshopify.com");
  await shop(leto, "leto.myshopify.com");
  await shop(group, "sneg.myshopify.com");
  const listed = await world.call(groupApi.list, {});
  const ofGroup = (groupId: number) => listed.find(({ id }) => id === groupId)?.integrations;
  const saved = (account_group_id: number, store_name: string) => ({
    id: expect.any(Number),
    platform: "shopify",
    store_name,
    account_group_id,
    synced_at: null,
    sync_progress: null,
    last_known_error: null,
    ...{ note: null, events_url: null, last_event_at: null, api_ends_at: null },
  });
  expect(ofGroup(group)).toEqual([
    saved(group, "zima.myshopify.com"),
    saved(group, "sneg.myshopify.com"),
  ]);
  expect(ofGroup(leto)).toEqual([saved(leto, "leto.myshopify.com")]);
  expect(JSON.stringify(listed)).not.toContain("good-");
  const changed = await world.call(groupsApi.change, {
    params: { id: leto },
    body: { focus_media_type: "video" },
  });
  expect(changed.integrations).toEqual(ofGroup(leto));
});
