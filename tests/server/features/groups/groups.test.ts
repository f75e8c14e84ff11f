import { afterAll, beforeAll, expect, test } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { groupsApi } from "@/features/groups/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { createWorld, type World } from "../../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const names = async () => (await world.call(groupApi.list, {})).map(({ name }) => name);

test("a second group of the same name is refused, however it is written", async () => {
  await world.addGroup("Kafeterija Šoljica");
  for (const name of ["Kafeterija Šoljica", "  kafeterija šoljica ", "KAFETERIJA ŠOLJICA"]) {
    expect(await world.refusal(groupsApi.create, { body: { name } })).toEqual({
      status: 409,
      detail: `A group named “${name.trim()}” already exists.`,
    });
  }
  expect(await names()).toEqual(["Kafeterija Šoljica"]);
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
  const zima = await world.addGroup("Zimska kolekcija");
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
  await shop(zima, "zima.myshopify.com");
  await shop(leto, "leto.myshopify.com");
  await shop(zima, "sneg.myshopify.com");
  const listed = await world.call(groupApi.list, {});
  const ofGroup = (group: number) => listed.find(({ id }) => id === group)?.integrations;
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
  expect(ofGroup(zima)).toEqual([
    saved(zima, "zima.myshopify.com"),
    saved(zima, "sneg.myshopify.com"),
  ]);
  expect(ofGroup(leto)).toEqual([saved(leto, "leto.myshopify.com")]);
  expect(JSON.stringify(listed)).not.toContain("good-");
  const changed = await world.call(groupsApi.change, {
    params: { id: leto },
    body: { focus_media_type: "video" },
  });
  expect(changed.integrations).toEqual(ofGroup(leto));
});
