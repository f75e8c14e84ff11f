import { describe, expect, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { contentApi } from "@/features/content/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { accounts } from "../../../../server/db/schema.ts";
import {
  group,
  inMinutes,
  later,
  minute,
  openCall,
  postNowOn,
  publish,
  setAccount,
  statuses,
  world,
} from "../support.ts";
import {
  addItem,
  category,
  directForEach,
  directly,
  live,
  post,
  refused,
  send,
  text,
} from "./support.ts";

directForEach();

describe("an account that must not be called yet", () => {
  const limited = "Rate limit exceeded.";
  const busy =
    "Another post of this account is being published: this one is published right after it.";
  const hold = async (account: number, minutes: number) => {
    const held_until = inMinutes(minutes);
    await setAccount(account, { held_until, held_because: limited });
    return held_until.toISOString();
  };
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
    expect((await world.call(schedulerApi.status, {})).upcoming_posts).toMatchObject([
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
    await world.call(contentApi.postNow, { ...postNowOn(id, [account]), query });
    await later(20 * minute);
    expect(await statuses()).toEqual(["published"]);
    expect(publish).toHaveBeenCalledTimes(1);
  });
});
