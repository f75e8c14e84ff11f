import { afterAll, beforeAll, expect, test } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { groupsApi } from "@/features/groups/contract";
import { createWorld, type World } from "./world.ts";

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
