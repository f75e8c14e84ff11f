import { eq } from "drizzle-orm";
import { NoopLogger } from "drizzle-orm/logger";
import { describe, expect, test, vi } from "vitest";
import { queueApi } from "@/features/queue/contract";
import { queueItems } from "../../../../server/db/schema.ts";
import { group, setAccount, world, worldForEach } from "../support.ts";

worldForEach();

type Status = "pending_approval" | "approved" | "rejected";

const list = (status: Status = "pending_approval", limit = 5) =>
  world.call(queueApi.list, { query: { status, limit } });

describe("The destinations of a pending post", () => {
  test("is where and when an approval then schedules it", async () => {
    await world.addAccount(group, "one.bsky.social");
    await world.addAccount(group, "two.bsky.social");
    const [id = 0] = await world.generate(await world.addCategory(group), 2);
    const [post] = await list();
    const { posts } = await world.call(queueApi.approve, { params: { id } });
    const slots = post?.goes_out_on ?? [];
    expect(slots.map((one) => one.social_account_id)).toEqual(
      posts?.map((one) => one.social_account_id),
    );
    for (const [index, one] of (posts ?? []).entries()) {
      const late = Date.parse(one.publish_at ?? "") - Date.parse(slots[index]?.publish_at ?? "");
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(120_000);
    }
    // The next post of the same accounts gets the slot after it.
    const [next] = await list();
    const [first, second] = [post, next].map((one) =>
      Date.parse(one?.goes_out_on?.[0]?.publish_at ?? ""),
    );
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(29 * 60_000);
  });

  test("asks the database as often for many accounts as for one", async () => {
    const category = await world.addCategory(group);
    await world.generate(category, 2);
    const asked = async () => {
      const query = vi.spyOn(NoopLogger.prototype, "logQuery");
      await list();
      const { length } = query.mock.calls;
      query.mockRestore();
      return length;
    };
    await world.addAccount(group, "one.bsky.social");
    const before = await asked();
    expect(before).toBeGreaterThan(0);
    for (const name of ["two", "three", "four"]) {
      await world.addAccount(group, `${name}.bsky.social`);
    }
    expect(await asked()).toBe(before);
    const [post] = await list();
    expect(post?.goes_out_on).toHaveLength(4);
  });

  test("names the accounts that are left out, and why", async () => {
    const failing = await world.addAccount(group, "failing.bsky.social");
    await setAccount(failing, { last_test: "failed" });
    await world.generate(await world.addCategory(group));
    expect(await list()).toMatchObject([
      {
        goes_out_on: [
          { social_account_id: failing, why: "its last test failed", publish_at: null },
        ],
      },
    ]);
  });

  test("is empty without an active account of the category's platforms", async () => {
    await world.addAccount(group);
    await world.generate(await world.addCategory(group, { enabled_platforms: ["instagram"] }));
    expect(await list()).toMatchObject([{ goes_out_on: [] }]);
  });

  test("leaves out an account that the content is on its way to", async () => {
    const account = await world.addAccount(group);
    const [id = 0] = await world.generate(await world.addCategory(group));
    await world.call(queueApi.approve, { params: { id } });
    const [item] = await world.database.db.select().from(queueItems).where(eq(queueItems.id, id));
    if (!item) throw new Error("The item is gone.");
    const { id: _, origin: __, ...copy } = item;
    await world.database.db.insert(queueItems).values({ ...copy, status: "pending_approval" });
    expect(await list()).toMatchObject([
      {
        goes_out_on: [{ social_account_id: account, why: "it already has this content" }],
      },
    ]);
  });

  test("is not computed for decided posts and long lists", async () => {
    await world.addAccount(group);
    const category_id = await world.addCategory(group);
    const post = { category_id, status: "pending_approval", text_content: "Čaj." } as const;
    const rows = Array.from({ length: 21 }, () => post);
    await world.database.db.insert(queueItems).values(rows);
    const long = await list("pending_approval", 21);
    expect(long.filter(({ goes_out_on }) => goes_out_on)).toEqual([]);
    expect((await list("pending_approval", 20)).every((one) => one.goes_out_on)).toBe(true);
    await world.approve(Number(long[0]?.id));
    expect((await list("approved")).map((one) => one.goes_out_on)).toEqual([undefined]);
  });
});

test("Decided posts are listed newest first, pending ones oldest first", async () => {
  const ids = await world.generate(await world.addCategory(group), 4);
  expect((await list()).map(({ id }) => id)).toEqual(ids);
  for (const id of ids.slice(0, 2)) await world.call(queueApi.reject, { params: { id } });
  expect((await list("rejected")).map(({ id }) => id)).toEqual(ids.slice(0, 2).toReversed());
});
