import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { accounts, activity, groups, scheduledPosts } from "../../../server/db/schema.ts";
import type { Db } from "../../../server/kernel/context.ts";
import {
  keepGroupOfItem,
  lockAccounts,
  lockGroup,
  lockName,
  lockPosts,
} from "../../../server/kernel/locks.ts";
import { createWorld } from "../world.ts";

async function open() {
  const world = await createWorld();
  onTestFinished(() => world.close());
  const group = await world.addGroup();
  const account = await world.addAccount(group);
  return { ...world, group, account };
}

describe("A transaction of the server's tests", () => {
  it("fails if it locks an account after its group", async () => {
    const { run, group, account } = await open();
    const wrong = run.transaction(async ({ db }) => {
      await lockGroup(db, group);
      await lockAccounts(db, eq(accounts.id, account));
    });
    await expect(wrong).rejects.toThrow("A transaction locks accounts after groups.");
  });

  it.each<[string, string, (db: Db, ids: { group: number; account: number }) => Promise<unknown>]>([
    [
      "changes an account after its group",
      "accounts after groups",
      async (db, { group, account }) => {
        await db.update(groups).set({ description: "Zima" }).where(eq(groups.id, group));
        await db.update(accounts).set({ is_active: false }).where(eq(accounts.id, account));
      },
    ],
    [
      "adds to a group's activity after it has changed posts",
      "groups after posts",
      async (db, { group }) => {
        await db.update(scheduledPosts).set({ tries: 1 });
        await db.insert(activity).values({
          ...{ at: new Date(0), kind: "settings", group_id: group, about: "Zima", subject: null },
        });
      },
    ],
    [
      "deletes posts without a lock on their queue items, which change with them",
      "queue items after posts",
      (db) => db.delete(scheduledPosts),
    ],
    [
      "locks a command after a group",
      "commands after groups",
      async (db, { group }) => {
        await lockGroup(db, group);
        await lockName(db, "command", "Zima");
      },
    ],
  ])("fails if it %s", async (_, why, work) => {
    const { run, ...ids } = await open();
    const wrong = run.transaction(({ db }) => work(db, ids));
    await expect(wrong).rejects.toThrow(`A transaction locks ${why}.`);
  });

  it("may add an entry about all groups at any time", async () => {
    const { run } = await open();
    const entry = { at: new Date(0), kind: "settings", group_id: null, about: "Zima" } as const;
    await run.transaction(async ({ db }) => {
      await lockPosts(db, undefined);
      await db.update(scheduledPosts).set({ tries: 1 });
      await db.insert(activity).values(entry);
    });
  });

  it("may lock what it has locked already, and the next transaction starts without locks", async () => {
    const { run, group, account } = await open();
    const right = () =>
      run.transaction(async ({ db }) => {
        await lockAccounts(db, eq(accounts.id, account));
        await lockGroup(db, group);
        await lockAccounts(db, eq(accounts.id, account), "key share");
        await keepGroupOfItem(db, 0);
        return "done";
      });
    expect(await right()).toBe("done");
    expect(await right()).toBe("done");
  });
});
