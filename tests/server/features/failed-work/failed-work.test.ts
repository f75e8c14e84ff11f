import { eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { failedWorkApi } from "@/features/failed-work/contract";
import { generationApi } from "@/features/generation/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { sandboxTextModel } from "../../../../server/adapters/sandbox/text-model.ts";
import { settleRestored } from "../../../../server/db/backup/restored.ts";
import {
  categories,
  failedWork,
  groups,
  integrations,
  newsletterSettings,
  sandboxMails,
} from "../../../../server/db/schema.ts";
import {
  deleteOldFailedWork,
  recordFailedWork,
} from "../../../../server/features/failed-work/failed-work.ts";
import type { Jobs } from "../../../../server/kernel/context.ts";
import type { TextModel } from "../../../../server/ports/text-model.ts";
import { createWorld, type World } from "../../world.ts";
import { addMailService, addSubscribers, mjml, saveNewsletter } from "../newsletter/support.ts";
import { day, minute, refusal } from "../support.ts";

const write = vi.fn<TextModel["write"]>();
let world: World;
let group: number;
beforeAll(async () => {
  world = await createWorld({ ports: { textModel: { write } } });
});
beforeEach(async () => {
  for (const table of ["groups", "failed_work", "sandbox_mails", "pgboss.job"]) {
    await world.database.query(`delete from ${table}`);
  }
  write.mockReset().mockImplementation((...order) => sandboxTextModel.write(...order));
  group = await world.addGroup();
});
afterAll(() => world.close());

const list = () => world.call(failedWorkApi.list, {});
const runAgain = (id: number) => world.call(failedWorkApi.runAgain, { params: { id } });
const refusedAgain = (id: number) => world.refusal(failedWorkApi.runAgain, { params: { id } });
const enqueue = <Name extends keyof Jobs>(name: Name, work: Jobs[Name]) =>
  world.transaction((context) => context.enqueue(name, work));
/** Returns the job of a newsletter that nobody has got yet. */
const newsletterOf = (groupId: number, due: Date) =>
  ({ groupId, slot: due.toISOString(), after: 0, silences: 0 }) as const;
/** Returns the time a minute ago. */
const slot = () => new Date(world.clock.now().getTime() - minute);

/** Runs what is due and its three retries, all of which fail. */
async function failForGood() {
  // Ahead of the database's clock by more than the longest pause before a retry.
  world.clock.advance(60_000);
  await expect(world.runJobs()).rejects.toThrow();
  const { rows } = await world.database.query(
    "select state from pgboss.job where state not in ('failed', 'completed')",
  );
  expect(rows).toEqual([]);
}

async function theOnlyOne() {
  const [work, ...others] = await list();
  if (!work) throw new Error("No work is listed.");
  expect(others).toEqual([]);
  return { ...work, id: Number(work.id) };
}

const change = (values: Partial<typeof newsletterSettings.$inferInsert>) =>
  world.database.db.update(newsletterSettings).set(values);
const recipients = async () =>
  (await world.database.db.select().from(sandboxMails).orderBy(sandboxMails.id)).map(
    ({ recipient }) => recipient,
  );

describe("A newsletter whose template does not render", () => {
  const inWords = (time: Date) =>
    `Week of ${new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(time)}`;

  /** Sends the newsletter of a slot with a fault in its template, to this number of subscribers. */
  async function failWith(due: Date, subscribers = 3) {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, subscribers);
    await change({ mjml_template: mjml("<mj-text>\n{{ tajna }}</mj-text>") });
    await enqueue("send-newsletter", newsletterOf(group, due));
    await failForGood();
  }
  const repair = () => change({ mjml_template: mjml("<mj-text>Zdravo</mj-text>") });

  test("is listed with its group, the time and the line of the template", async () => {
    const due = slot();
    await failWith(due);
    const work = await theOnlyOne();
    expect(work).toEqual({
      id: work.id,
      kind: "Newsletter",
      about: inWords(due),
      group_name: "Zimska kolekcija",
      failed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      cause: `The newsletter of group ${group} does not render: MJML template, line 6.`,
      why_not_again: null,
    });
    const age = world.clock.now().getTime() - Date.parse(work.failed_at ?? "");
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60_000);
  });

  test("is sent once to everybody when it is repaired and run again", async () => {
    await failWith(slot());
    const { id } = await theOnlyOne();
    await repair();
    expect(await runAgain(id)).toEqual({ message: "The work is queued again." });
    expect(await list()).toEqual([]);
    await world.runJobs();
    const everybody = [0, 1, 2].map((n) => `citalac${n}@example.com`);
    expect(await recipients()).toEqual(everybody);

    expect(await refusedAgain(id)).toEqual(refusal(409, "This work has already been run again."));
    world.clock.advance(60_000);
    await world.runJobs();
    expect(await recipients()).toEqual(everybody);
  });

  test("is run once by two operators who press at the same moment", async () => {
    await failWith(slot());
    const { id } = await theOnlyOne();
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => {
        const path = `admin/failed-work/${id}/run-again`;
        return (await world.request(path, { method: "POST" })).status;
      }),
    );
    expect(statuses.toSorted()).toEqual([202, 409, 409]);
    const { rows } = await world.database.query(
      "select count(*)::int as jobs from pgboss.job where state = 'created'",
    );
    expect(rows).toEqual([{ jobs: 1 }]);
  });

  test("is listed again if it fails again, as other work", async () => {
    await failWith(slot());
    const { id } = await theOnlyOne();
    await runAgain(id);
    await failForGood();
    expect((await theOnlyOne()).id).not.toBe(id);
  });

  test("is not sent any more when its week is over, because the next week has its own", async () => {
    await failWith(new Date(world.clock.now().getTime() - 7 * day));
    const { id, why_not_again } = await theOnlyOne();
    expect(why_not_again).toBe("Its week is over.");
    expect(await refusedAgain(id)).toEqual(refusal(409, "Its week is over."));
    expect(await list()).toHaveLength(1);
  });
});

test("a newsletter that the mail service refused goes to everybody when it is run again", async () => {
  const wrong = await addMailService(world, group, "wrong-secret");
  await saveNewsletter(world, group, { integration_id: wrong });
  await addSubscribers(world, group, 12);
  await enqueue("send-newsletter", newsletterOf(group, slot()));
  await failForGood();
  const { id, cause } = await theOnlyOne();
  expect(cause).toMatch(
    `The mail service refuses every newsletter of group ${group}: SignatureDoesNotMatch: `,
  );

  await world.database.db.delete(integrations);
  await change({ integration_id: await addMailService(world, group) });
  await runAgain(id);
  await world.runJobs();
  expect(await recipients()).toEqual(
    Array.from({ length: 12 }, (_, n) => `citalac${n}@example.com`),
  );
});

describe("A generation that fails for good", () => {
  const order = async (count = 2) => {
    const category = await world.addCategory(group, { name: "Zimski saveti" });
    await world.call(generationApi.trigger, {
      params: { categoryId: category },
      query: { num_posts: count, type: "image" },
    });
    return category;
  };

  test("is listed, without the words of an error that may quote a secret", async () => {
    write.mockRejectedValue(new TypeError("401 for key sk-12345"));
    await order();
    await failForGood();
    expect(await theOnlyOne()).toMatchObject({
      kind: "Content generation",
      about: "2 image posts for Zimski saveti",
      group_name: "Zimska kolekcija",
      cause: "An unexpected error (TypeError). The server's log has the details.",
      why_not_again: null,
    });
    expect(JSON.stringify(await world.database.db.select().from(failedWork))).not.toContain("sk-1");
  });

  test("is not listed while it is retried", async () => {
    const listed: number[] = [];
    write.mockImplementation(async () => {
      listed.push((await list()).length);
      throw new TypeError("down");
    });
    await order();
    await failForGood();
    expect(listed).toEqual([0, 0, 0, 0]);
    expect(await list()).toHaveLength(1);
  });

  test("says that a model did not answer in time", async () => {
    write.mockRejectedValue(new DOMException("The operation timed out.", "TimeoutError"));
    await order();
    await failForGood();
    expect((await theOnlyOne()).cause).toBe("There was no answer in time.");
  });

  test("is listed after ten waits in vain, and waits as long when it is run again", async () => {
    write.mockImplementation(async () => {
      const retryAt = world.clock.now();
      return { ok: false, why: "later", error: "The model takes no more calls.", retryAt };
    });
    await order();
    await failForGood();
    expect(write).toHaveBeenCalledTimes(11);
    const { id, cause } = await theOnlyOne();
    expect(cause).toBe("The model takes no more calls.");
    await runAgain(id);
    await failForGood();
    expect(write).toHaveBeenCalledTimes(22);
    expect(await list()).toHaveLength(1);
  });

  test("makes only the posts that are missing when it is run again", async () => {
    write
      .mockImplementationOnce((...first) => sandboxTextModel.write(...first))
      .mockRejectedValue(new TypeError("down"));
    await order(3);
    await failForGood();
    expect(await world.queue()).toHaveLength(1);

    write.mockImplementation((...rest) => sandboxTextModel.write(...rest));
    await runAgain((await theOnlyOne()).id);
    await world.runJobs();
    expect(await world.queue()).toHaveLength(3);
    expect(await list()).toEqual([]);
  });

  test("is listed for 14 days, and deleted then", async () => {
    write.mockRejectedValue(new TypeError("down"));
    await order();
    await failForGood();
    world.clock.advance(14 * day - 60_000);
    await deleteOldFailedWork(world.database, world.clock.now());
    expect(await list()).toHaveLength(1);
    world.clock.advance(120_000);
    expect(await list()).toEqual([]);
    await deleteOldFailedWork(world.database, world.clock.now());
    expect(await world.database.db.select().from(failedWork)).toEqual([]);
  });

  test("is not listed again after weeks without a server, although the queue still has its job", async () => {
    write.mockRejectedValue(new TypeError("down"));
    await order();
    await failForGood();
    await world.database.query(
      `update pgboss.job set completed_on = completed_on - interval '15 days';
       update failed_work set failed_at = failed_at - interval '15 days'`,
    );
    await deleteOldFailedWork(world.database, world.clock.now());
    expect(await world.transaction(recordFailedWork)).toBe(0);
    expect(await list()).toEqual([]);
  });

  test("is not listed if its category or its group is gone", async () => {
    const category = await order();
    write.mockImplementation(async () => {
      if (write.mock.calls.length === 4) {
        await world.database.db.delete(categories).where(eq(categories.id, category));
      }
      throw new TypeError("down");
    });
    await failForGood();
    expect(write).toHaveBeenCalledTimes(4);
    expect(await list()).toEqual([]);

    write.mockRejectedValue(new TypeError("down"));
    await order();
    await failForGood();
    expect(await list()).toHaveLength(1);
    await world.database.db.delete(groups);
    expect(await list()).toEqual([]);
  });

  test("is listed although its server was killed each time, so that nobody saw it fail", async () => {
    await order();
    // As the queue's own maintenance leaves a job whose time was over at its last attempt.
    await world.database.query(
      `update pgboss.job set state = 'failed', completed_on = now(),
         output = '{"value": {"message": "job failed by timeout in active state"}}'`,
    );
    const counts = await Promise.all([
      world.transaction(recordFailedWork),
      world.transaction(recordFailedWork),
    ]);
    expect(counts.toSorted()).toEqual([0, 1]);
    expect((await theOnlyOne()).cause).toBe(
      "It took too long, or the server that ran it was stopped.",
    );
  });
});

describe("The daily planner", () => {
  /** The planner does nothing in the evening. */
  const morning = () => {
    const now = world.clock.now().getTime();
    const nine = 9 * 3_600_000;
    world.clock.advance(Math.ceil((now - nine) / day) * day + nine - now);
  };
  const breakIt = () =>
    world.database.query("alter table categories rename column category_prompt to prompt_gone");
  const repairIt = () =>
    world.database.query("alter table categories rename column prompt_gone to category_prompt");

  test("is listed once however many days it fails, and no more when it has planned a day", async () => {
    await breakIt();
    try {
      for (let days = 0; days < 2; days += 1) {
        morning();
        await enqueue("plan-day", {});
        await failForGood();
      }
    } finally {
      await repairIt();
    }
    const { id, ...work } = await theOnlyOne();
    expect(work).toMatchObject({
      kind: "Daily planner",
      about: "Daily posts, all groups",
      group_name: null,
      cause: "An unexpected error (Error 42703). The server's log has the details.",
    });
    await world.call(schedulerApi.runDailyPlanner, {});
    await world.runJobs();
    expect(await list()).toEqual([]);
    expect(await refusedAgain(id)).toMatchObject({ status: 409 });
  });
});

describe("Work whose failure is seen elsewhere", () => {
  test("is not listed: a sync that the card of its shop reports, also when a later one has succeeded", async () => {
    const products = vi.spyOn(world.ports.shop, "page");
    products.mockRejectedValue(new Error("ECONNRESET"));
    const { id } = await world.call(integrationsApi.add, {
      params: { id: group },
      body: {
        platform: "shopify",
        store_name: "zima.myshopify.com",
        credentials: { api_key: "a", password: "b", webhook_secret: "c" },
      },
    });
    world.clock.advance(60_000);
    await expect(world.runJobs()).rejects.toThrow();
    const { rows } = await world.database.query(
      "select name, state from pgboss.job where state <> 'completed' order by state",
    );
    // It goes on by itself an hour later.
    expect(rows).toEqual([
      { name: "sync-products", state: "created" },
      { name: "sync-products", state: "failed" },
    ]);
    expect(await list()).toEqual([]);

    products.mockRestore();
    await world.call(integrationsApi.syncProducts, { params: { id } });
    await world.runJobs();
    expect(await world.transaction(recordFailedWork)).toBe(0);
    expect(await list()).toEqual([]);
  });

  test("is not listed: a publish or a measurement, which the server takes up again by itself", async () => {
    await enqueue("publish", { postId: 1 });
    await enqueue("measure", { accountId: 1 });
    await world.database.query("update pgboss.job set state = 'failed', completed_on = now()");
    expect(await world.transaction(recordFailedWork)).toBe(0);
  });
});

test("a newsletter is not offered again after a restore, since it may have been sent after the backup", async () => {
  // A world of its own: a restore ends all sessions.
  const restored = await createWorld();
  try {
    const { db } = restored.database;
    const id = await restored.addGroup();
    const categoryId = await restored.addCategory(id);
    await restored.transaction((context) =>
      context.enqueue("send-newsletter", newsletterOf(id, restored.clock.now())),
    );
    await restored.transaction((context) =>
      context.enqueue("generate", { taskId: "t", categoryId, count: 1, type: "text" }),
    );
    await restored.database.query("update pgboss.job set state = 'failed', completed_on = now()");
    expect(await restored.transaction(recordFailedWork)).toBe(2);
    await restored.transaction((context) => settleRestored(context.db, restored.clock.now()));
    const listed = await db.select().from(failedWork).where(isNull(failedWork.settled_at));
    expect(listed.map(({ job }) => job)).toEqual(["generate"]);
    expect(await restored.transaction(recordFailedWork)).toBe(0);
  } finally {
    await restored.close();
  }
});

test("failed work that does not exist cannot be run", async () => {
  expect(await refusedAgain(999)).toEqual(refusal(404, "No such failed work."));
});
