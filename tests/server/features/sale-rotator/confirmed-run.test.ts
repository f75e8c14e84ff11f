import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { integrations } from "../../../../server/db/schema.ts";
import { releaseRuns } from "../../../../server/features/sale-rotator/sale-runs.ts";
import {
  group,
  inGroup,
  listsOf,
  rotated,
  type StepAnswer,
  send,
  startSaleWorld,
  step,
  stock,
  store,
} from "./sale-world.ts";

const world = await startSaleWorld();
const { start, proceed, onlyRun, sendAndDie } = world;
const { triggerStep, stop } = saleRotatorApi;
const minute = 60_000;

describe("A confirmed run", () => {
  test("changes nothing at its start, and one product per step", async () => {
    const before = await world.stockOf(store);
    let answer = await start(group);
    expect(answer).toMatchObject({
      is_complete: false,
      completed_action: null,
      summary: "Planned: 2 updates, 1 removal.",
    });
    expect(listsOf(answer)).toMatchObject({
      updates: [{ product_id: "2", new_price: 800 }, { product_id: "3" }],
      removals: [{ product_id: "1", restored_price: 1000 }],
    });
    expect(await world.stockOf(store)).toEqual(before);

    answer = await proceed(group, answer);
    expect(answer).toMatchObject({
      is_complete: false,
      completed_action: {
        product_name: "Majica 1",
        tags_to_remove: ["sale"],
        price: 1000,
        compare_at_price: null,
      },
      remaining_removals: [],
      next_product_id: "2",
      summary: "Majica 1 is off sale: 800 → 1,000 RSD. Left: 2 updates, 0 removals.",
    });
    expect(await world.stockOf(store)).toEqual(new Map([...before, ["1", rotated.get("1")]]));

    answer = await proceed(group, answer);
    expect(answer.completed_action).toMatchObject({ tags_to_add: ["sale"], price: 800 });
    answer = await proceed(group, answer);
    expect(answer).toMatchObject({
      is_complete: true,
      remaining_updates: [],
      remaining_removals: [],
      next_product_id: null,
      summary: "Majica 3 is on sale: at 1,000 RSD. The rotation is complete.",
    });
    expect(await world.stockOf(store)).toEqual(rotated);
    expect(await onlyRun(group)).toMatchObject({ kind: "confirmed", status: "finished" });
  });

  test("is complete at once if there is nothing to do, and blocks no other run", async () => {
    const { group } = await world.addRotatingGroup([stock("1", ["zima"])]);
    expect(await start(group)).toMatchObject({
      is_complete: true,
      completed_action: null,
      summary: "No actions were needed.",
    });
    expect(await world.runsOf(group)).toEqual([]);
  });

  test("answers a repeated step with the same answer, the last one too, and does nothing twice", async () => {
    let answer = await start(group);
    while (!answer.is_complete) {
      const asked = answer;
      answer = await proceed(group, asked);
      const changes = world.shop.taken.length;
      expect(await proceed(group, asked)).toEqual(answer);
      expect(world.shop.taken).toHaveLength(changes);
    }
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test("does one step for twenty presses at once, under one key and under many", async () => {
    const first = await start(group);
    const same = await Promise.all(
      Array.from({ length: 20 }, () => send(world, triggerStep, step(group, first), `s-${group}`)),
    );
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]));
    const [answered] = same;
    if (!answered) return;
    // It is carried out when all the others have had their answer.
    let others = 0;
    world.shop.beforeChange = () => vi.waitFor(() => expect(others).toBe(19), { timeout: 60_000 });
    const many = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await send(world, triggerStep, step(group, answered.answer));
        others += 1;
        return answer;
      }),
    );
    const statuses = many.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await world.changesOf(store)).toEqual([1, 1, 0]);
  });

  test("accepts only the lists that it has left", async () => {
    const first = await start(group);
    const { updates, removals } = listsOf(first);
    const [cheap] = updates;
    const foreign = [
      { updates: [{ ...cheap, product_id: "2", new_price: 1 }, ...updates.slice(1)], removals },
      { updates: [{ ...cheap, product_id: "99" }, ...updates.slice(1)], removals },
      { updates: updates.toReversed(), removals },
      { updates: updates.slice(1), removals },
      { updates, removals: [] },
      { updates: [], removals: [] },
      { updates: updates.map((one) => ({ ...one, run_id: 1_000_000 })), removals },
      { updates: updates.map((one) => ({ ...one, more: true })), removals },
    ];
    for (const body of foreign) {
      expect(await world.said(triggerStep, { ...inGroup(group), body })).toBe(
        "409 These lists do not match the remaining steps of the run. Another window may have continued it.",
      );
    }
    expect(world.shop.taken).toEqual([]);
    expect(await world.stockOf(store)).not.toEqual(rotated);
    expect((await proceed(group, first)).completed_action).toMatchObject({ product_id: "1" });
  });

  test("refuses malformed lists, and numbers that cannot be represented exactly", async () => {
    await start(group);
    const post = (body: string) =>
      world.fetch(`/api/v1/admin/sale-rotator/trigger-step/${group}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${world.token}`, "Content-Type": "application/json" },
        body,
      });
    for (const body of [
      "",
      "[]",
      "{}",
      '{"updates":[],"removals":null}',
      '{"updates":[7],"removals":[]}',
      '{"updates":[{"product_name":"x"}],"removals":[]}',
      '{"updates":[{"product_id":9007199254740993}],"removals":[]}',
      '{"updates":[{"product_id":"1","variant":{"id":9007199254740993}}],"removals":[]}',
      '{"updates":[],"removals":[],"force":true}',
    ]) {
      expect((await post(body)).status, body).toBe(422);
    }
  });

  test("of thousands of products accepts lists that are larger than other requests may be", async () => {
    const many = Array.from({ length: 6000 }, (_, n) =>
      stock(String(8_500_000_000_000 + n), ["rotator", "Sale"], {
        title: `Majica sa dugim rukavima „Ćirilica“, zimska kolekcija, broj ${n}`,
      }),
    );
    const { group } = await world.addRotatingGroup(many);
    const answer = await start(group);
    expect(JSON.stringify(listsOf(answer)).length).toBeGreaterThan(1024 * 1024);
    expect((await proceed(group, answer)).remaining_removals).toHaveLength(5999);
    const [one] = listsOf(answer).removals;
    const removals = Array.from({ length: 50_000 }, () => one ?? { product_id: 1 });
    expect(
      await world.said(triggerStep, { ...inGroup(group), body: { updates: [], removals } }),
    ).toBe("413 The request is larger than 8 MB.");
  });

  test("keeps ids as they are, however large", async () => {
    const id = "90071992547409931234567";
    const { group } = await world.addRotatingGroup([stock(id, ["rotator"])]);
    const answer = await proceed(group, await start(group));
    expect(answer.completed_action).toMatchObject({ product_id: id });
  });

  test("blocks others while it waits for its operator, for 15 minutes", async () => {
    const other = await world.app.sessions.issue({ id: "other", name: "Jelena" });
    const mine = await start(group);
    const theirs = () =>
      world.request(`admin/sale-rotator/trigger-step/${group}`, {
        method: "POST",
        json: null,
        headers: { Authorization: `Bearer ${other}` },
      });
    world.clock.advance(14 * minute);
    const second = await theirs();
    expect([second.status, await second.json()]).toEqual([
      409,
      {
        detail: expect.stringMatching(
          /^A confirmed run started by Administrator at .* UTC waits for its next step\. It ends when finished, stopped or idle for 15 minutes\.$/,
        ),
      },
    ]);
    const mineNext = await proceed(group, mine);
    world.clock.advance(14 * minute);
    expect((await theirs()).status).toBe(409);
    world.clock.advance(minute + 1000);
    expect((await theirs()).status).toBe(200);
    expect(await world.refusal(triggerStep, step(group, mineNext))).toMatchObject({ status: 409 });
    const runs = await world.runsOf(group);
    expect(runs.map(({ status, started_by }) => [status, started_by])).toEqual([
      ["stopped", "Administrator"],
      ["running", "Jelena"],
    ]);
  });

  test("cannot be continued after 15 minutes without a step", async () => {
    const answer = await proceed(group, await start(group));
    world.clock.advance(15 * minute + 1000);
    expect(await world.said(triggerStep, step(group, answer))).toBe(
      "409 This run was stopped: 1 of 3 products changed.",
    );
    expect(await onlyRun(group)).toMatchObject({ status: "stopped", ended_at: expect.any(Date) });
  });

  test("is stopped by its operator, and keeps the changes made", async () => {
    const answer = await proceed(group, await start(group));
    const run = await onlyRun(group);
    const after = await world.stockOf(store);
    // The id of another run stops nothing.
    expect(await world.call(stop, { ...inGroup(group), query: { run_id: run.id + 1 } })).toEqual({
      message: "No confirmed run is in progress.",
    });
    expect(await world.call(stop, { ...inGroup(group), query: { run_id: run.id } })).toEqual({
      message: "The run is stopped: 1 of 3 products changed.",
    });
    expect(await world.call(stop, inGroup(group))).toEqual({
      message: "No confirmed run is in progress.",
    });
    expect(await world.said(triggerStep, step(group, answer))).toBe(
      "409 This run was stopped: 1 of 3 products changed.",
    );
    expect(await world.stockOf(store)).toEqual(after);
    expect(await start(group)).toMatchObject({ is_complete: false });
    expect(await world.said(stop, inGroup(999_999))).toBe("404 No such group.");
  });

  test("that is stopped during a step ends with that step", async () => {
    const first = await start(group);
    const seen: unknown[] = [];
    world.shop.beforeChange = async () => {
      seen.push(
        await world.call(stop, inGroup(group)),
        await world.refusal(triggerStep, step(group, null)),
        await world.refusal(triggerStep, step(group, first)),
      );
    };
    const answer = await proceed(group, first);
    expect(answer.completed_action).toMatchObject({ product_id: "1" });
    expect(seen).toEqual([
      { message: "The run stops after the current step: 0 of 3 products changed." },
      { status: 409, detail: expect.stringMatching(/^A confirmed run/) },
      { status: 409, detail: "This run was stopped: 0 of 3 products changed." },
    ]);
    expect((await world.refusal(triggerStep, step(group, answer))).status).toBe(409);
    expect(await onlyRun(group)).toMatchObject({ status: "stopped" });
    expect(await world.changesOf(store)).toEqual([1, 0, 0]);
  });

  test("waits if the shop refuses a step, which can be retried", async () => {
    let answer = await start(group);
    world.shop.troubles = ["refused", undefined, "refused"];
    expect(await world.said(triggerStep, step(group, answer))).toBe(
      "400 The shop refused Majica 1: Price is locked. Try again, or stop the run.",
    );
    answer = await proceed(group, answer);
    expect((await world.refusal(triggerStep, step(group, answer))).status).toBe(400);
    while (!answer.is_complete) answer = await proceed(group, answer);
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test.each(["lost before", "lost after"] as const)(
    "whose shop is %s a change does not change it twice",
    async (trouble) => {
      let answer = await start(group);
      world.shop.troubles = [trouble];
      expect(await world.said(triggerStep, step(group, answer))).toBe(
        "503 The shop did not answer for Majica 1: it may have been changed. It is not changed twice. Try again, or stop the run.",
      );
      while (!answer.is_complete) answer = await proceed(group, answer);
      expect(world.shop.taken.map(({ id }) => id)).toEqual(["1", "2", "3"]);
      expect(await world.stockOf(store)).toEqual(rotated);
    },
  );

  test.each([
    ["dies before", "at the next start"],
    ["dies before", "after two minutes"],
    ["dies after", "at the next start"],
    ["dies after", "after two minutes"],
  ] as const)("whose process %s a change continues %s", async (trouble, when) => {
    let answer: StepAnswer = await start(group);
    world.shop.troubles = [trouble];
    await sendAndDie(() => send(world, triggerStep, step(group, answer), `dying-${group}`));
    const next = world.restart();
    expect(await send(next, triggerStep, step(group, answer), `dying-${group}`)).toMatchObject({
      status: 409,
      answer: { detail: "This step is running. Try again shortly." },
    });
    if (when === "at the next start") await world.transaction(releaseRuns);
    else world.clock.advance(2 * minute + 1);
    const again = await send(next, triggerStep, step(group, answer), `dying-${group}`);
    expect(again.status).toBe(200);
    answer = again.answer;
    while (!answer.is_complete) answer = await proceed(group, answer);
    expect(world.shop.taken.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test("that was being stopped when its process died is stopped at the next start", async () => {
    const first = await start(group);
    world.shop.troubles = ["dies before"];
    await sendAndDie(() => send(world, triggerStep, step(group, first)));
    await world.call(stop, inGroup(group));
    await world.transaction(releaseRuns);
    expect(await onlyRun(group)).toMatchObject({ status: "stopped" });
    expect(await start(group)).toMatchObject({ is_complete: false });
  });

  test("does not continue while the rotator is switched off, but can be stopped", async () => {
    const first = await start(group);
    await world.configure(group, { is_active: false });
    expect(await world.said(triggerStep, step(group, first))).toBe(
      "409 The sale rotator is not enabled for this group.",
    );
    await world.configure(group, { rotator_discount_percent: 70 });
    // A run keeps its own plan, whatever the settings are now.
    const second = await proceed(group, first);
    expect((await proceed(group, second)).completed_action).toMatchObject({ price: 800 });
    await world.configure(group, { is_active: false });
    expect(await world.call(stop, inGroup(group))).toEqual({
      message: "The run is stopped: 2 of 3 products changed.",
    });
  });

  test("cannot continue without its shop, nor with a product that somebody else has changed", async () => {
    const { group, store } = await world.addRotatingGroup([stock("31", ["rotator"])]);
    const first = await start(group);
    await world.changeStock("31", { price: 1200 });
    expect(await world.said(triggerStep, step(group, first))).toMatch(
      /^409 The price of Majica 31 was changed in the shop/,
    );
    expect((await world.stockOf(store)).get("31")).toMatchObject({ price: 1200, changes: 0 });
    await world.changeStock("31", { price: 1000 });
    await world.addShop(group, [stock("31", ["rotator"])]);
    await world.database.db.delete(integrations).where(eq(integrations.store_name, store));
    expect(await world.said(triggerStep, step(group, first))).toBe(
      "409 The Shopify integration of this run was removed.",
    );
  });

  test("needs a start before its first step", async () => {
    const body = { updates: [], removals: [] };
    expect(await world.said(triggerStep, { ...inGroup(group), body })).toBe(
      "409 No confirmed run is in progress. Start one.",
    );
  });
});
