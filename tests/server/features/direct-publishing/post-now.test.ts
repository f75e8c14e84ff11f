import { describe, expect, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import type { Id } from "@/shared/api/id";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { accounts, contentItems } from "../../../../server/db/schema.ts";
import { postNow } from "../../../../server/features/direct-publishing/post-now.ts";
import { publishDirectly } from "../../../../server/features/direct-publishing/publish-directly.ts";
import {
  addAccountOn,
  group,
  inMinutes,
  later,
  minute,
  openCall,
  pool,
  publish,
  refusal,
  setAccount,
  silent,
  statuses,
  world,
} from "../support.ts";
import {
  addItem,
  category,
  directForEach,
  directly,
  image,
  isUnderWay,
  live,
  post,
  refused,
  run,
  text,
} from "./support.ts";

directForEach();

const scheduler = () => world.call(schedulerApi.status, {});

describe("posting now", () => {
  test("says why a platform put the post off, and until when", async () => {
    const account = await world.addAccount(group, "one.bsky.social");
    const until = inMinutes(20);
    publish.mockResolvedValueOnce({
      ...{ ok: false, error: "Rate limit exceeded.", why: "later", retryAt: until },
    });
    const { publishing_results } = await post((await addItem()).id, [account]);
    expect(publishing_results).toMatchObject([
      {
        ...{ status: "scheduled", error: null },
        ...{ waits_for: "Rate limit exceeded.", waits_until: until.toISOString() },
      },
    ]);
  });

  test("publishes on every chosen account and reports each result", async () => {
    const [first, second, third] = [
      await world.addAccount(group, "one.bsky.social"),
      await world.addAccount(group, "two.bsky.social"),
      await addAccountOn("instagram", "zimska"),
    ];
    const item = await addItem({ title: "Čaj", reddit_title: "Čaj?" });
    const { publishing_results } = await post(item.id, [third, first]);
    const posts = await world.posts();
    const of = (account: number) => posts.find(({ account_id }) => account_id === account);
    expect(publishing_results).toEqual([
      {
        social_account_id: third,
        platform_type: "instagram",
        platform_username: "zimska",
        status: "published",
        error: null,
        waits_for: null,
        waits_until: null,
        published_post_url: `/sandbox/posts/${of(third)?.id}`,
        scheduled_post_id: of(third)?.id,
      },
      expect.objectContaining({ social_account_id: first, platform_username: "one.bsky.social" }),
    ]);
    expect(of(second)).toBeUndefined();
    expect(publish).toHaveBeenCalledTimes(2);
    expect(publish.mock.calls[0]?.[0].post).toMatchObject({
      text,
      title: "Čaj?",
      imageUrl: image,
    });
    expect(await world.queue()).toMatchObject([
      { status: "approved", category_id: category, content_item_id: item.id, text_content: text },
    ]);
    // Both are published side by side.
    const times = [of(first)?.published_at, of(third)?.published_at];
    expect(times).toContainEqual((await pool())[0]?.last_used_at);
  });

  test("that fails in part says so, and the content counts as used", async () => {
    const good = await world.addAccount(group, "good.bsky.social");
    const wrong = await world.addAccount(group, "wrong.bsky.social");
    const mute = await world.addAccount(group, "mute.bsky.social");
    const sealed = await world.addAccount(group, "sealed.bsky.social");
    await setAccount(sealed, { credentials: "sealed with another key" });
    publish.mockImplementation(async (...asked) => {
      if (asked[0].account.username?.startsWith("mute")) return silent(...asked);
      return sandboxPublisher.publish(...asked);
    });
    const item = await addItem();
    const { publishing_results } = await post(item.id, [good, wrong, mute, sealed]);
    expect(publishing_results).toMatchObject([
      { status: "published", error: null },
      { status: "failed", error: "AuthenticationRequired: Invalid identifier or password" },
      { status: "unknown", error: expect.stringContaining("may already be live") },
      { status: "failed", error: expect.stringContaining("cannot be read") },
    ]);
    expect(JSON.stringify(publishing_results)).not.toContain("secret");
    expect(publish).toHaveBeenCalledTimes(3);
    expect((await pool())[0]?.last_used_at).not.toBeNull();
    const { failed_posts, recently_published } = await scheduler();
    expect([failed_posts.length, recently_published.length]).toEqual([3, 1]);
    expect(await world.accounts(group)).toMatchObject([
      { last_known_error: null },
      { last_known_error: "AuthenticationRequired: Invalid identifier or password" },
      { last_known_error: expect.stringContaining("did not answer") },
      { last_known_error: null },
    ]);
  });

  test("that fails everywhere still gets an answer, and the content stays unused", async () => {
    const wrong = await world.addAccount(group, "wrong.bsky.social");
    const { publishing_results } = await post((await addItem()).id, [wrong]);
    expect(publishing_results).toMatchObject([{ status: "failed" }]);
    expect((await pool())[0]?.last_used_at).toBeNull();
  });

  test("takes each account once, however often it is chosen", async () => {
    const account = await world.addAccount(group);
    const { publishing_results } = await post((await addItem()).id, [account, account]);
    expect(publishing_results).toHaveLength(1);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("works for inactive content and for text only too", async () => {
    const account = await world.addAccount(group);
    const item = await addItem({ image_url: null });
    await world.database.db.update(contentItems).set({ is_active: false });
    const { publishing_results } = await post(item.id, [account]);
    expect(publishing_results).toMatchObject([{ status: "published" }]);
  });

  test("needs an account", async () => {
    const { id } = await addItem();
    const issue = (msg: string) => ({
      status: 422,
      detail: [expect.objectContaining({ loc: ["body", "social_account_ids"], msg })],
    });
    expect(await refused(id, [])).toEqual(issue("Please select at least one account to post to."));
    const stranger = await world.addAccount(await world.addGroup("Druga grupa"), "other");
    const known = await world.addAccount(group);
    const says = issue("One of these accounts is not among the accounts of this content's group.");
    for (const other of [stranger, 999, "none"])
      expect(await refused(id, [known, other])).toEqual(says);
    expect(await refused(999, [known])).toEqual(refusal(404, "No such content item."));
    expect(await world.posts()).toEqual([]);
    expect(publish).not.toHaveBeenCalled();
  });

  test("on an inactive account is refused, and then nothing is published", async () => {
    const active = await world.addAccount(group, "one.bsky.social");
    const ids = [active];
    for (const name of ["two.bsky.social", "three.bsky.social"]) {
      const id = await world.addAccount(group, name);
      await setAccount(id, { is_active: false });
      ids.push(id);
    }
    const { id } = await addItem();
    expect(await refused(id, ids)).toEqual(
      refusal(409, "Not active: two.bsky.social on Bluesky, three.bsky.social on Bluesky."),
    );
    expect(await world.queue()).toEqual([]);
    expect(publish).not.toHaveBeenCalled();
  });

  test("text only is refused if a platform needs media", async () => {
    const ids = [await world.addAccount(group), await addAccountOn("instagram", "zimska")];
    const { id } = await addItem({ image_url: null });
    expect(await refused(id, ids)).toEqual(
      refusal(409, "This content needs an image or video for zimska on Instagram."),
    );
    expect(publish).not.toHaveBeenCalled();
  });

  test("calls the platforms at the same time, with no transaction open", async () => {
    const ids = [await world.addAccount(group, "one"), await world.addAccount(group, "two")];
    let begun = 0;
    publish.mockImplementation(async (...asked) => {
      begun += 1;
      // The outer handle refuses this inside a transaction.
      await world.database.db.select().from(accounts);
      // Neither call is answered before both have begun.
      await expect.poll(() => begun).toBe(2);
      return sandboxPublisher.publish(...asked);
    });
    await post((await addItem()).id, ids);
    expect(await statuses()).toEqual(["published", "published"]);
  });
});

describe("a process that dies between taking an order and calling the platform", () => {
  /** Commits the order, and nothing after it. */
  const dying = () => {
    let transactions = 0;
    return {
      ...run(),
      transaction: <T>(work: Parameters<typeof world.transaction<T>>[0]) =>
        ++transactions > 1
          ? Promise.reject(new Error("The process is gone."))
          : world.transaction(work),
    };
  };

  test("leaves a post that nobody else takes meanwhile, and that is published once", async () => {
    const account = await world.addAccount(group);
    const { id } = await addItem();
    const order = { social_account_ids: [account] };
    await expect(postNow(dying(), "command", id, order)).rejects.toThrow("The process is gone.");
    await later(0);
    expect(publish).not.toHaveBeenCalled();
    await expect(postNow(run(), "command", id, order)).rejects.toMatchObject(isUnderWay);
    await later(minute);
    expect(await postNow(run(), "command", id, order)).toMatchObject({
      publishing_results: [{ status: "published" }],
    });
    expect(publish).toHaveBeenCalledTimes(1);
  });
});

describe.each(["Post now", "Direct publishing"])("%s", (name) => {
  const give = (context: ReturnType<typeof run>, id: Id, social_account_ids: number[]) =>
    name === "Post now"
      ? postNow(context, "command", id, { social_account_ids })
      : publishDirectly(context, "command", { ...directly().body, image_url: null });

  /** Accounts of which one stays; the post of another is cancelled, and the third is removed. */
  async function three() {
    const stays = await world.addAccount(group, "stays.bsky.social");
    const cancelled = await world.addAccount(group, "cancelled.bsky.social");
    const removed = await world.addAccount(group, "removed.bsky.social");
    const gone = { status: "cancelled", error: "This post was cancelled meanwhile." };
    return {
      ids: [stays, cancelled, removed],
      cancel: async () => {
        const one = (await world.posts()).find(({ account_id }) => account_id === cancelled);
        await world.call(schedulerApi.cancel, { params: { id: one?.id ?? 0 } });
        await world.call(accountsApi.remove, { params: { id: removed } });
      },
      wanted: {
        ...(name === "Direct publishing" && {
          message: "Published on 1 of 3 accounts. 2 cancelled.",
        }),
        publishing_results: [
          { social_account_id: stays, status: "published" },
          { ...gone, social_account_id: cancelled, platform_username: "cancelled.bsky.social" },
          { ...gone, social_account_id: null, platform_username: "removed.bsky.social" },
        ],
      },
    };
  }

  test("says that its post was cancelled before a platform was called", async () => {
    const account = await world.addAccount(group);
    const { id } = await addItem();
    let transactions = 0;
    const overtaken = {
      ...run(),
      transaction: async <T>(work: Parameters<typeof world.transaction<T>>[0]) => {
        if (++transactions === 2) await world.call(schedulerApi.clearScheduled, {});
        return world.transaction(work);
      },
    };
    await expect(give(overtaken, id, [account])).rejects.toMatchObject(
      refusal(409, "This post was cancelled meanwhile."),
    );
    expect(publish).not.toHaveBeenCalled();
  });

  test("names the account whose post was cancelled before it was sent, and not as one that may be live", async () => {
    const { ids, cancel, wanted } = await three();
    const { id } = await addItem();
    let isOrdered = false;
    let cancelling: Promise<void> | undefined;
    const overtaken = {
      ...run(),
      transaction: async <T>(work: Parameters<typeof world.transaction<T>>[0]) => {
        if (isOrdered) {
          cancelling ??= cancel();
          await cancelling;
        }
        isOrdered = true;
        return world.transaction(work);
      },
    };
    expect(await give(overtaken, id, ids)).toMatchObject(wanted);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("that is sent again after a 503 names the accounts whose posts were cancelled meanwhile", async () => {
    const { ids, cancel, wanted } = await three();
    for (const id of ids.slice(1)) {
      await setAccount(id, { held_until: inMinutes(60), held_because: "429: slow down." });
    }
    const { id } = await addItem();
    const { begun, answer } = openCall();
    const first = give(run(), id, ids);
    await begun;
    await expect(give(run(), id, ids)).rejects.toMatchObject(isUnderWay);
    await cancel();
    answer(live);
    expect((await first).publishing_results).toMatchObject(wanted.publishing_results);
    expect(await give(run(), id, ids)).toMatchObject(wanted);
    expect(publish).toHaveBeenCalledTimes(1);
  });
});
