import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import { groups, subscriberLists, subscribers } from "../../../../server/db/schema.ts";
import { startWorld } from "../start-world.ts";

const world = await startWorld();
let group: number;
beforeEach(async () => {
  group = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
});

const inGroup = (groupId: number) => ({ params: { groupId } });
const list = (groupId = group) => world.call(newsletterApi.subscribers, inGroup(groupId));
const add = (email: string, name?: string | null) =>
  world.call(newsletterApi.addSubscriber, {
    ...inGroup(group),
    body: { email, ...(name !== undefined && { name }) },
  });
const refusalOf = (body: { email: string; name?: string }) =>
  world.refusal(newsletterApi.addSubscriber, { ...inGroup(group), body });

test("subscribers are listed oldest first, only those of the group", async () => {
  expect(await list()).toEqual([]);
  const first = await add("  milica@example.com ", "  Milica Đorđević ");
  expect(first).toEqual({
    id: expect.any(Number),
    inactive_reason: null,
    email: "milica@example.com",
    name: "Milica Đorđević",
    is_active: true,
  });
  const second = await add("ana@example.com");
  const third = await add("Vuk@Example.com", "");
  expect([second.name, third.name]).toEqual([null, null]);
  expect(await list()).toEqual([first, second, third]);
  expect(await list(await world.addGroup(`Druga ${crypto.randomUUID()}`))).toEqual([]);
});

test("an address is on the list once, however it is written", async () => {
  await add("Milica@Example.com");
  const taken = { status: 409, detail: "This address is already subscribed." };
  expect(await refusalOf({ email: "milica@example.com" })).toEqual(taken);
  expect(await refusalOf({ email: "MILICA@EXAMPLE.COM" })).toEqual(taken);
  expect(await list()).toHaveLength(1);
});

test("an address at a domain in other letters is the one that mail servers know", async () => {
  expect(await add("ana@пример.срб")).toMatchObject({ email: "ana@xn--e1afmkfd.xn--90a3ac" });
  expect(await refusalOf({ email: "ana@xn--e1afmkfd.xn--90a3ac" })).toMatchObject({ status: 409 });
  expect(await refusalOf({ email: "x@example-.com" })).toMatchObject({ status: 422 });
  expect(await add("user/dept@example.com")).toMatchObject({ email: "user/dept@example.com" });
  expect(await list()).toHaveLength(2);
});

test("one address may be on the lists of two groups", async () => {
  await add("milica@example.com");
  group = await world.addGroup(`Druga ${crypto.randomUUID()}`);
  expect((await add("milica@example.com")).email).toBe("milica@example.com");
});

test("twenty requests that add an address at once add it once", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      world.request(`admin/newsletter/subscribers/${group}`, {
        method: "POST",
        json: { email: "milica@example.com" },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
  expect(await list()).toHaveLength(1);
});

test("an unsubscribed address is not subscribed again by adding it", async () => {
  const { id } = await add("milica@example.com");
  await world.database.db
    .update(subscribers)
    .set({ is_active: false })
    .where(eq(subscribers.id, Number(id)));
  expect(await list()).toEqual([expect.objectContaining({ id, is_active: false })]);
  expect(await refusalOf({ email: "milica@example.com" })).toEqual({
    status: 409,
    detail: "This address has unsubscribed. Remove it from the list first to subscribe it again.",
  });
  await world.call(newsletterApi.removeSubscriber, { params: { id } });
  expect(await add("milica@example.com")).toMatchObject({ is_active: true });
});

test.each([
  [{ email: "   " }, "email", "Email is required."],
  [
    { email: "milica@example.com\r\nBcc: svi@example.com" },
    "email",
    "Email must be an email address like milica@example.com.",
  ],
  [{ email: `${"m".repeat(250)}@example.com` }, "email", "At most 254 characters."],
])("a wrong subscriber is refused with the field: %j", async (body, field, msg) => {
  const { status, detail } = await refusalOf(body);
  expect(status).toBe(422);
  expect(detail).toContainEqual(expect.objectContaining({ loc: ["body", field], msg }));
  expect(await list()).toEqual([]);
});

test("a removed subscriber is gone, and a second removal is a 404", async () => {
  const { id } = await add("milica@example.com");
  const request = { params: { id } };
  expect(await world.call(newsletterApi.removeSubscriber, request)).toBeUndefined();
  expect(await list()).toEqual([]);
  expect(await world.said(newsletterApi.removeSubscriber, request)).toBe("404 No such subscriber.");
});

describe("the list of a group has another ETag", () => {
  const tagOf = async (groupId = group) =>
    (await world.request(`admin/newsletter/subscribers/${groupId}`)).headers.get("ETag");
  const rows = () => eq(subscribers.group_id, group);

  test("after each change of it, and after no change of another list", async () => {
    const other = await world.addGroup(`Druga ${crypto.randomUUID()}`);
    const otherTag = await tagOf(other);
    const tags = [await tagOf(), await tagOf()];
    expect(tags[1]).toBe(tags[0]);
    const { id } = await add("milica@example.com");
    tags.push(await tagOf());
    await add("ana@example.com");
    tags.push(await tagOf());
    await world.database.db.update(subscribers).set({ is_active: false }).where(rows());
    tags.push(await tagOf());
    await world.call(newsletterApi.removeSubscriber, { params: { id } });
    tags.push(await tagOf());
    await world.database.db.delete(subscribers).where(rows());
    tags.push(await tagOf());
    expect(new Set(tags).size).toBe(tags.length - 1);
    expect(await tagOf(other)).toBe(otherTag);
  });

  test("though a group has one of the same content", async () => {
    expect(await tagOf()).not.toBe(await tagOf(await world.addGroup(crypto.randomUUID())));
  });

  test("and no longer after its group was removed", async () => {
    await add("milica@example.com");
    await world.database.db.delete(groups).where(eq(groups.id, group));
    expect(await world.request(`admin/newsletter/subscribers/${group}`)).toHaveProperty(
      "status",
      404,
    );
    expect(
      await world.database.db.$count(subscriberLists, eq(subscriberLists.group_id, group)),
    ).toBe(0);
  });
});
