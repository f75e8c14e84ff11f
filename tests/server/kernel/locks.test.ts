import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { accounts } from "../../../server/db/schema.ts";
import { keepGroupOfItem, lockAccounts, lockGroup } from "../../../server/kernel/locks.ts";
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
