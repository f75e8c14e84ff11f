import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type PlatformType, platforms } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import { contentApi } from "@/features/content/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import type { RequestOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { accounts } from "../../../../server/db/schema.ts";
import { enqueueDue } from "../../../../server/features/scheduler/due.ts";
import type { Publisher } from "../../../../server/ports/publisher.ts";
import { liveWorld } from "../../../../server/ports/world.ts";
import { committed } from "../../../support/publisher.ts";
import { createWorld, type World } from "../../world.ts";

const publish = vi.fn<Publisher["publish"]>();
let world: World;
let group: number;
let category: number;
beforeEach(async () => {
  publish.mockReset().mockImplementation(sandboxPublisher.publish);
  world = await createWorld({ ports: { publisher: { ...sandboxPublisher, publish } } });
  group = await world.addGroup();
  category = await world.addCategory(group);
});
afterEach(() => world.close());

const text = "Sutra radimo do 22 h. Dođite na čaj!";
const image = "/media/sandbox/31.svg";
type NewItem = RequestOf<typeof contentApi.add>["body"];

const addItem = (more: Partial<NewItem> = {}) =>
  world.call(contentApi.add, {
    params: { id: category },
    body: { text_content: text, image_url: image, ...more },
  });

async function addAccountOn(platform_type: PlatformType, platform_username: string) {
  const fields = platforms[platform_type].fields.map(({ name }) => [name, "good"]);
  const { id } = await world.call(accountsApi.add, {
    params: { id: group },
    body: { platform_type, platform_username, credentials: Object.fromEntries(fields) },
  });
  return Number(id);
}

const now = (id: Id, ids: readonly Id[]) => ({
  params: { id },
  body: { social_account_ids: [...ids] },
});
const post = (id: Id, ids: readonly Id[]) => world.call(contentApi.postNow, now(id, ids));
const refused = (id: Id, ids: readonly Id[]) => world.refusal(contentApi.postNow, now(id, ids));
const send = (path: string, json: unknown, key: string) =>
  world.request(path, { method: "POST", json, headers: { "Idempotency-Key": key } });

const setAccount = (id: number, values: Partial<typeof accounts.$inferInsert>) =>
  world.database.db.update(accounts).set(values).where(eq(accounts.id, id));
const scheduler = () => world.call(schedulerApi.status, {});
const statuses = async () => (await world.posts()).map(({ status }) => status);

/** Makes the next call to a platform wait until the test answers it. */
function openCall() {
  let answer: (given: Awaited<ReturnType<Publisher["publish"]>>) => void = () => undefined;
  const answered = new Promise<Awaited<ReturnType<Publisher["publish"]>>>((resolve) => {
    answer = resolve;
  });
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  publish.mockImplementationOnce(
    committed(() => {
      begin();
      return answered;
    }),
  );
  return { begun, answer };
}

const live = { ok: true, externalId: "x-1", url: "/sandbox/posts/1" } as const;
const minute = 60_000;

describe("an account that must not be called yet", () => {
  const limited = "Rate limit exceeded.";
  const busy = "Another post of this account is being published: this one goes out right after it.";
  const hold = async (account: number, minutes: number) => {
    const held_until = new Date(world.clock.now().getTime() + minutes * minute);
    await setAccount(account, { held_until, held_because: limited });
    return held_until.toISOString();
  };
  const later = async (milliseconds: number) => {
    world.clock.advance(milliseconds);
    await world.transaction(enqueueDue);
    await world.runJobs();
  };
  const directly = () => ({ body: { account_group_id: group, text_content: text } });
  /** The texts that reached a platform, in order. */
  const sent = () => publish.mock.calls.map(([publication]) => publication.post.text);

  test("keeps a post waiting, says until when, and then gets it once", async () => {
    const [account, free] = [await world.addAccount(group, "one"), await world.addAccount(group)];
    const until = await hold(account, 20);
    const { publishing_results } = await post((await addItem()).id, [account, free]);
    expect(publishing_results).toMatchObject([
      { status: "scheduled", error: null, waits_for: limited, waits_until: until },
      { status: "published", waits_for: null, waits_until: null },
    ]);
    expect(publish).toHaveBeenCalledTimes(1);
    expect((await scheduler()).upcoming_posts).toMatchObject([
      { status: "scheduled", waits_for: limited, waits_until: until },
    ]);
    await later(19 * minute);
    expect(publish).toHaveBeenCalledTimes(1);
    await later(minute);
    expect(publish).toHaveBeenCalledTimes(2);
    await later(60 * minute);
    expect(await statuses()).toEqual(["published", "published"]);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("keeps a direct post waiting too, and is counted in its message", async () => {
    const account = await world.addAccount(group, "one");
    await world.addAccount(group, "two");
    const until = await hold(account, 20);
    const { message, publishing_results } = await world.call(contentApi.publish, directly());
    expect(message).toBe(
      "Published on 1 of 2 accounts. 1 could not be sent yet and will be tried again.",
    );
    expect(publishing_results).toMatchObject([
      { social_account_id: account, status: "scheduled", waits_for: limited, waits_until: until },
      { status: "published" },
    ]);
    await later(20 * minute);
    expect(await statuses()).toEqual(["published", "published"]);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("is not called by a command that is sent again, which gets the same answer", async () => {
    const account = await world.addAccount(group);
    await hold(account, 20);
    const { id } = await addItem();
    const path = `publishing/content-items/${id}/post-now`;
    const repeat = async () => (await send(path, { social_account_ids: [account] }, "held")).text();
    const first = await repeat();
    expect(first).toContain(limited);
    expect(await repeat()).toBe(first);
    expect(publish).not.toHaveBeenCalled();
    await later(20 * minute);
    expect(await repeat()).toBe(first);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("gets a second post when the first is out, not beside it", async () => {
    const account = await world.addAccount(group);
    const [one, two] = [
      await addItem({ text_content: "Prva." }),
      await addItem({ text_content: "Druga." }),
    ];
    const { begun, answer } = openCall();
    const first = post(one.id, [account]);
    await begun;
    expect((await post(two.id, [account])).publishing_results).toMatchObject([
      { status: "scheduled", error: null, waits_for: busy, waits_until: null },
    ]);
    const direct = await world.call(contentApi.publish, directly());
    expect(direct.publishing_results).toMatchObject([{ status: "scheduled", waits_for: busy }]);
    await later(minute);
    expect(sent()).toEqual(["Prva."]);
    answer(live);
    expect((await first).publishing_results).toMatchObject([{ status: "published" }]);
    await world.runJobs();
    expect(sent()).toEqual(["Prva.", "Druga.", text]);
    expect(await statuses()).toEqual(["published", "published", "published"]);
  });

  test("gets two posts one after the other when both are ordered at the same moment", async () => {
    const account = await world.addAccount(group);
    const ids = [(await addItem()).id, (await addItem()).id];
    let open = 0;
    let most = 0;
    publish.mockImplementation(async (...asked) => {
      most = Math.max(most, ++open);
      await world.database.db.select().from(accounts);
      open -= 1;
      return sandboxPublisher.publish(...asked);
    });
    await Promise.all(ids.map((id) => post(id, [account])));
    await later(minute);
    expect(await statuses()).toEqual(["published", "published"]);
    expect([publish.mock.calls.length, most]).toEqual([2, 1]);
  });

  test("gets the ordered post before those of its schedule that are late", async () => {
    const account = await world.addAccount(group);
    const [late = 0] = await world.generate(category);
    await world.approve(late);
    world.clock.advance(10 * minute);
    const { publishing_results } = await post((await addItem()).id, [account]);
    expect(publishing_results).toMatchObject([{ status: "published" }]);
    expect(sent()).toEqual([text]);
    await world.runJobs();
    expect(await statuses()).toEqual(["published", "published"]);
  });

  test("gets a post that is retried, and not the one that waits for its credentials", async () => {
    const account = await world.addAccount(group);
    publish.mockResolvedValueOnce({ ok: false, error: "invalid_grant", why: "credentials" });
    const retried = await post((await addItem({ text_content: "Retry." })).id, [account]);
    const [waiting = 0] = await world.generate(category);
    // Approved while the account seems to work: else it would be left out.
    await setAccount(account, { last_test: null });
    await world.approve(waiting);
    await setAccount(account, { last_test: "failed" });
    await later(10 * minute);
    expect(sent()).toEqual(["Retry."]);
    publish.mockResolvedValueOnce({ ok: false, error: "invalid_grant", why: "credentials" });
    const id = retried.publishing_results[0]?.scheduled_post_id ?? 0;
    await world.call(schedulerApi.retry, { params: { id } });
    await later(minute);
    expect(sent()).toEqual(["Retry.", "Retry."]);
    expect(await statuses()).toEqual(["failed", "scheduled"]);
  });

  test("has taken all posts that its platform allows, and gets the next when it may", async () => {
    await world.close();
    world = await createWorld({
      ports: {
        world: liveWorld(["instagram"], false),
        publisher: { ...sandboxPublisher, publish, test: async () => ({ ok: true }) },
      },
    });
    group = await world.addGroup();
    category = await world.addCategory(group);
    const account = await addAccountOn("instagram", "zimska");
    // 100 a day: one every 14.4 minutes.
    await setAccount(account, { tokens: 1.5, tokens_at: world.clock.now() });
    const first = await post((await addItem()).id, [account]);
    expect(first.publishing_results).toMatchObject([{ status: "published" }]);
    const { publishing_results } = await post((await addItem()).id, [account]);
    expect(publishing_results).toMatchObject([
      {
        status: "scheduled",
        waits_for: "The platform accepts no more posts from this account for now.",
        waits_until: expect.any(String),
      },
    ]);
    const until = new Date(publishing_results[0]?.waits_until ?? "");
    expect(until.getTime() - world.clock.now().getTime()).toBeLessThan(15 * minute);
    expect(publish).toHaveBeenCalledTimes(1);
    await later(15 * minute);
    expect(await statuses()).toEqual(["published", "published"]);
  });

  test("that does not work either keeps the post until it does, and says so", async () => {
    const account = await world.addAccount(group);
    await hold(account, 20);
    await setAccount(account, { last_test: "failed" });
    const { publishing_results } = await post((await addItem()).id, [account]);
    expect(publishing_results).toMatchObject([
      {
        status: "scheduled",
        waits_for: "Its account does not work: test it, or enter its credentials again.",
        waits_until: null,
      },
    ]);
    await later(30 * minute);
    expect(publish).not.toHaveBeenCalled();
    await world.call(accountsApi.test, { params: { id: account } });
    await later(minute);
    expect(await statuses()).toEqual(["published"]);
  });

  test("is not asked about twice: the waiting post is a duplicate that can be replaced", async () => {
    const account = await world.addAccount(group);
    await hold(account, 20);
    const { id } = await addItem();
    await post(id, [account]);
    expect(await refused(id, [account])).toMatchObject({
      status: 409,
      detail: expect.stringContaining("This content is already scheduled:"),
    });
    const query = { confirm_duplicates: true };
    await world.call(contentApi.postNow, { ...now(id, [account]), query });
    await later(20 * minute);
    expect(await statuses()).toEqual(["published"]);
    expect(publish).toHaveBeenCalledTimes(1);
  });
});
