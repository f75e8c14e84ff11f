import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { contentApi } from "@/features/content/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import type { Id } from "@/shared/api/id";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { postNow } from "../../../../server/features/direct-publishing/post-now.ts";
import {
  recoverInterrupted,
  releaseReserved,
} from "../../../../server/features/scheduler/unknown-posts.ts";
import type { RequestRun } from "../../../../server/kernel/runs.ts";
import { committed } from "../../../support/publisher.ts";
import {
  group,
  minute,
  openCall,
  publish,
  refusal,
  setAccount,
  silent,
  statuses,
  world,
} from "../support.ts";
import { addItem, directForEach, directly, isUnderWay, live, post, run, send } from "./support.ts";

directForEach();

const mayBeLive = "It may already be live: check the profile.";
/** Longer than publishing can take. */
const longEnough = 6 * minute;

describe("a command that is sent again", () => {
  let account: number;
  let item: Id;
  let path: string;
  beforeEach(async () => {
    account = await world.addAccount(group);
    ({ id: item } = await addItem());
    path = `publishing/content-items/${item}/post-now`;
  });
  const body = () => ({ social_account_ids: [account] });

  test("twenty times at once calls the platform once per account, and all get its answer", async () => {
    const ids = [account, await world.addAccount(group, "two")];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(path, { social_account_ids: ids }, "twins")),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(texts.size).toBe(1);
    expect(publish).toHaveBeenCalledTimes(2);
    expect((await send(path, { social_account_ids: ids }, "twins")).status).toBe(200);
    expect(await statuses()).toEqual(["published", "published"]);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("to several processes at once calls the platform once, and no process makes it unknown", async () => {
    const { begun, answer } = openCall();
    const first = postNow(run(), "command", item, body());
    await begun;
    for (let n = 0; n < 3; n++) {
      await expect(postNow(run(), "command", item, body())).rejects.toMatchObject(isUnderWay);
    }
    expect(await statuses()).toEqual(["publishing"]);
    answer(live);
    const { publishing_results } = await first;
    expect(publishing_results).toMatchObject([{ status: "published", error: null }]);
    expect(await postNow(run(), "command", item, body())).toEqual({ publishing_results });
    expect(publish).toHaveBeenCalledTimes(1);
  });

  // PGlite has one connection. Set TEST_DATABASE_URL to a PostgreSQL to run this.
  test.skipIf(!process.env.TEST_DATABASE_URL)(
    "to two processes in the same millisecond is published by one, and is under way for the other",
    async () => {
      const { begun, answer } = openCall();
      // Both have looked for the order before either inserts it.
      const twins = await world.startBehind(sql`select 1 from content_items for update`, () =>
        [1, 2].map(() => postNow(run(), "command", item, body())),
      );
      // The one is refused before or after the other has called the platform.
      const ends = Promise.allSettled(twins);
      await expect(Promise.race(twins)).rejects.toMatchObject(isUnderWay);
      await begun;
      answer(live);
      const statuses = (await ends).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(publish).toHaveBeenCalledTimes(1);
    },
  );

  test("after the process died in the call finds the post unknown, and calls no platform", async () => {
    const { begun } = openCall();
    void postNow(run(), "command", item, body());
    await begun;
    // The next process has the database to itself, so it knows that the first is gone.
    await world.transaction(recoverInterrupted);
    const { publishing_results } = await postNow(run(), "command", item, body());
    expect(publishing_results).toMatchObject([
      {
        status: "unknown",
        error: expect.stringContaining(mayBeLive),
        social_account_id: account,
      },
    ]);
    await world.runJobs();
    expect(publish).toHaveBeenCalledTimes(1);
    expect(await statuses()).toEqual(["unknown"]);
  });

  test("after the process died before it took its post waits for nobody, and publishes it once", async () => {
    let taken = 0;
    const dying: RequestRun = {
      ...run(),
      transaction: (work) => {
        taken += 1;
        return taken > 1 ? new Promise(() => undefined) : world.transaction(work);
      },
    };
    void postNow(dying, "command", item, body());
    await vi.waitFor(async () => expect(await statuses()).toEqual(["scheduled"]));
    await expect(postNow(run(), "command", item, body())).rejects.toMatchObject(isUnderWay);
    // The next process has the database to itself, so it knows that the first is gone.
    await world.transaction(releaseReserved);
    const { publishing_results } = await postNow(run(), "command", item, body());
    expect(publishing_results).toMatchObject([{ status: "scheduled", error: null }]);
    await world.runJobs();
    expect(await statuses()).toEqual(["published"]);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test.each([1, 2])(
    "after an operator cleared its unknown post as live calls it published, on %i accounts",
    async (many) => {
      const ids = many === 1 ? [account] : [account, await world.addAccount(group, "two")];
      publish.mockImplementationOnce(
        committed(() => Promise.reject(new Error("The answer is lost."))),
      );
      const command = () => postNow(run(), "command", item, { social_account_ids: ids });
      await command();
      expect((await statuses()).toSorted()).toEqual(["published", "unknown"].slice(-many));
      await world.call(schedulerApi.clearFailed, { query: { include_unknown: true } });
      const { publishing_results } = await command();
      expect(publishing_results.map(({ status, error }) => [status, error])).toEqual(
        ids.map(() => ["published", null]),
      );
      expect(publishing_results.map(({ social_account_id }) => social_account_id)).toEqual(ids);
      expect(publish).toHaveBeenCalledTimes(many);
    },
  );

  test("after another process died in the call waits until no process can be in it, and calls no platform", async () => {
    const { begun } = openCall();
    void postNow(run(), "command", item, body());
    await begun;
    await expect(postNow(run(), "command", item, body())).rejects.toMatchObject(isUnderWay);
    world.clock.advance(longEnough);
    const { publishing_results } = await postNow(run(), "command", item, body());
    expect(publishing_results).toMatchObject([
      { status: "unknown", error: expect.stringContaining(mayBeLive) },
    ]);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("is corrected when the first process gets its answer after all", async () => {
    const { begun, answer } = openCall();
    const first = postNow(run(), "command", item, body());
    await begun;
    world.clock.advance(longEnough);
    await postNow(run(), "command", item, body());
    expect(await statuses()).toEqual(["unknown"]);
    answer(live);
    expect((await first).publishing_results).toMatchObject([{ status: "published", error: null }]);
    expect(await world.posts()).toMatchObject([{ status: "published", external_id: "x-1" }]);
  });

  test("finds its results although content and accounts have changed", async () => {
    const first = await postNow(run(), "command", item, body());
    await setAccount(account, { is_active: false });
    expect(await postNow(run(), "command", item, body())).toEqual(first);
    await world.call(contentApi.remove, { params: { id: item } });
    expect(await postNow(run(), "command", item, body())).toEqual(first);
    await world.call(accountsApi.remove, { params: { id: account } });
    expect(await postNow(run(), "command", item, body())).toMatchObject({
      publishing_results: [{ status: "published", social_account_id: null }],
    });
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("after an outcome could not be recorded finds it unknown, and the others unchanged", async () => {
    const second = await world.addAccount(group, "two");
    let answered = 0;
    publish.mockImplementation(async (...asked) => {
      const answer = await sandboxPublisher.publish(...asked);
      answered += 1;
      await vi.waitUntil(() => answered === 2, { timeout: 60_000 });
      return answer;
    });
    let fail = true;
    const failing = {
      ...run(),
      transaction: <T>(work: Parameters<typeof world.transaction<T>>[0]) => {
        // Of the two that record outcomes the first is lost.
        if (answered === 2 && fail) {
          fail = false;
          return Promise.reject(new Error("The database is gone."));
        }
        return world.transaction(work);
      },
    };
    const ids = { social_account_ids: [account, second] };
    await expect(postNow(failing, "command", item, ids)).rejects.toThrow("The database is gone.");
    expect((await statuses()).toSorted()).toEqual(["published", "publishing"]);
    world.clock.advance(longEnough);
    const { publishing_results } = await postNow(run(), "command", item, ids);
    expect(publishing_results.map(({ status }) => status).toSorted()).toEqual([
      "published",
      "unknown",
    ]);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("with another body is refused, also if the first one never got an answer", async () => {
    const second = await world.addAccount(group, "two");
    const direct = directly().body;
    // The process dies before it can record the outcome.
    await world.database.query(`
      create function die() returns trigger language plpgsql as 'begin raise exception ''gone''; end';
      create trigger die before update on scheduled_posts for each row
        when (old.status = 'publishing') execute function die()`);
    expect((await send(path, body(), "now")).status).toBe(500);
    expect((await send("publishing/publish", direct, "directly")).status).toBe(500);
    await world.database.query("drop function die cascade");
    world.clock.advance(longEnough);
    const others = [
      await send(path, { social_account_ids: [second] }, "now"),
      await send("publishing/publish", { ...direct, text_content: "Drugo" }, "directly"),
    ];
    for (const other of others) {
      expect([other.status, await other.json()]).toEqual([
        422,
        { detail: "This Idempotency-Key was used for another request." },
      ]);
    }
    const again = await send(path, body(), "now");
    expect([again.status, await again.json()]).toMatchObject([
      200,
      // It died before the platform was called, so the post is sent by a job.
      { publishing_results: [{ social_account_id: account, status: "scheduled" }] },
    ]);
    // On the first account the direct post waits for the one that may still be under way.
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("is another command for other content, and without a key", async () => {
    const other = await addItem();
    await send(path, body(), "same");
    const answer = await send(`publishing/content-items/${other.id}/post-now`, body(), "same");
    expect(answer.status).toBe(422);
    await postNow(run(), "crashed", item, body());
    await postNow(run(), "crashed", other.id, body());
    await post(item, [account]);
    await post(item, [account]);
    expect(publish).toHaveBeenCalledTimes(5);
  });
});

describe("a post with an unknown outcome", () => {
  let account: number;
  let id: Id;
  beforeEach(async () => {
    account = await world.addAccount(group);
    publish.mockImplementationOnce(silent);
    const { publishing_results } = await post((await addItem()).id, [account]);
    id = publishing_results[0]?.scheduled_post_id ?? 0;
  });

  test("is published again only after a confirmation", async () => {
    expect(await world.refusal(schedulerApi.retry, { params: { id } })).toEqual(
      refusal(409, "This post may already be live: check the profile."),
    );
    await world.runJobs();
    expect(publish).toHaveBeenCalledTimes(1);
    const query = { confirm_unknown: true };
    expect(await world.call(schedulerApi.retry, { params: { id }, query })).toEqual({
      message: "The post is queued again.",
    });
    expect(await world.posts()).toMatchObject([
      { status: "scheduled", retry_count: 1, error: null },
    ]);
    await world.runJobs();
    expect(await world.posts()).toMatchObject([{ status: "published", retry_count: 1 }]);
    expect(publish).toHaveBeenCalledTimes(2);
    expect(await world.refusal(schedulerApi.retry, { params: { id }, query })).toEqual(
      refusal(409, "This post is already published."),
    );
  });

  test("once retried is not decided by the answer to the previous call", async () => {
    const query = { confirm_unknown: true };
    await world.call(schedulerApi.retry, { params: { id }, query });
    const lost = openCall();
    const first = world.runJobs();
    await lost.begun;
    await world.transaction(recoverInterrupted);
    world.clock.advance(1000);
    await world.call(schedulerApi.retry, { params: { id }, query });
    const counts = openCall();
    const second = world.runJobs();
    await counts.begun;
    lost.answer({ ok: false, error: "Refused." });
    await first;
    expect(await world.posts()).toMatchObject([{ status: "publishing", error: null }]);
    counts.answer(live);
    await second;
    expect(await world.posts()).toMatchObject([{ status: "published", external_id: "x-1" }]);
  });

  test("can be retried with the same confirmation when it is a failed one", async () => {
    await world.database.query("update scheduled_posts set status = 'failed'");
    const query = { confirm_unknown: true };
    await world.call(schedulerApi.retry, { params: { id }, query });
    expect(await statuses()).toEqual(["scheduled"]);
  });
});
