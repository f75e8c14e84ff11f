import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { groupsApi } from "@/features/groups/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { accounts, scheduledPosts } from "../../../../server/db/schema.ts";
import { countOverdue, enqueueDue } from "../../../../server/features/scheduler/due.ts";
import { recoverInterrupted } from "../../../../server/features/scheduler/unknown-posts.ts";
import { NotSentError } from "../../../../server/ports/outcome.ts";
import { committed } from "../../../support/publisher.ts";
import {
  due,
  group,
  inMinutes,
  later,
  minute,
  onlyPost,
  publish,
  refusal,
  statuses,
  world,
} from "../support.ts";
import { locate, lose, out, platformsForEach, taken, waiting } from "./support.ts";

platformsForEach();

/** Returns the only post as the console shows it. */
const shown = async () => {
  const { id } = await onlyPost();
  return world.call(schedulerApi.detail, { params: { id } });
};

describe("before the call that makes a post visible", () => {
  test("whatever was prepared is there for the next try, and the post is not unknown", async () => {
    await due();
    publish.mockImplementationOnce(async (_, attempt) => {
      await attempt.prepared({ media: "71" });
      throw new Error("socket hang up, Bearer secret");
    });
    await world.runJobs();
    expect(await onlyPost()).toMatchObject({ status: "scheduled", committing_at: null });
    expect(await shown()).toMatchObject({
      waits_for: "The platform did not answer. Nothing of the post has been published yet.",
    });
    await later(minute);
    expect(publish.mock.lastCall?.[1].trace).toEqual({ media: "71" });
    expect(await onlyPost()).toMatchObject({ status: "published", error: null });
  });

  test("a process that was killed leaves a post that is published once", async () => {
    await due();
    await world.database.db
      .update(scheduledPosts)
      .set({ status: "publishing", started_at: world.clock.now(), trace: { media: "71" } });
    expect(await world.transaction(recoverInterrupted)).toBe(1);
    await world.runJobs();
    expect(publish.mock.lastCall?.[1].trace).toEqual({ media: "71" });
    expect(await onlyPost()).toMatchObject({ status: "published" });
  });

  test("a platform that is not reached is tried five times, with growing pauses, then the post fails", async () => {
    await due();
    publish.mockRejectedValue(new NotSentError("bsky.social could not be reached (ENOTFOUND)."));
    await world.runJobs();
    const pauses: number[] = [];
    for (let n = 0; n < 40; n++) {
      if ((await onlyPost()).status !== "scheduled") break;
      const calls = publish.mock.calls.length;
      await later(minute);
      if (publish.mock.calls.length > calls) pauses.push(n);
    }
    expect(pauses).toEqual([0, 2, 6, 14]);
    expect(await onlyPost()).toMatchObject({
      status: "failed",
      error: "bsky.social could not be reached (ENOTFOUND).",
    });
  });
});

test("a full quota of the account is waited for, however long, and is no try", async () => {
  await due();
  const error = "Instagram takes 50 posts of this account in 24 hours, and has them.";
  publish.mockImplementation(async () => ({
    ...{ ok: false, why: "later", error, retryAt: inMinutes(360), isQuota: true },
  }));
  await world.runJobs();
  for (let n = 0; n < 8; n++) {
    await later(6 * 60 * minute);
    expect(await onlyPost()).toMatchObject({ status: "scheduled", tries: 0 });
  }
  expect(publish).toHaveBeenCalledTimes(9);
  const { ask_at } = await onlyPost();
  expect(await shown()).toMatchObject({ waits_for: error, waits_until: ask_at?.toISOString() });
  publish.mockImplementation(taken);
  await later(6 * 60 * minute);
  expect(await onlyPost()).toMatchObject({ status: "published" });
});

describe("a job that was left for a later time", () => {
  const leave = async () => {
    const { id } = await onlyPost();
    await world.database.query(
      "update pgboss.job set start_after = '2199-01-01' where singleton_key = $1 and state < 'active'",
      [`publish:${id}`],
    );
  };

  test("does not hold up a post that is due", async () => {
    await due();
    await leave();
    await world.runJobs();
    expect(await onlyPost()).toMatchObject({ status: "scheduled" });
    await later(minute);
    expect(await onlyPost()).toMatchObject({ status: "published" });
  });

  test("does not hold up a post that waits for its platform", async () => {
    await due();
    publish.mockImplementationOnce(async () => waiting());
    await world.runJobs();
    expect(await onlyPost()).toMatchObject({ status: "publishing" });
    await leave();
    await later(2 * minute);
    expect(await onlyPost()).toMatchObject({ status: "published" });
  });
});

describe("a post whose media the platform processes", () => {
  test("waits, says for what, holds up no other post, and goes on from its trace", async () => {
    await due();
    publish.mockImplementationOnce(async (_, attempt) => {
      await attempt.prepared({ container: "17" });
      return waiting();
    });
    await world.runJobs();
    expect(await shown()).toMatchObject({
      status: "publishing",
      waits_for: "Instagram is processing the video.",
    });
    const [other = 0] = await world.generate(await world.addCategory(group));
    await world.approve(other);
    const [, second] = await world.posts();
    await world.call(schedulerApi.publishNow, { params: { id: second?.id ?? 0 } });
    await world.runJobs();
    expect(await statuses()).toEqual(["publishing", "published"]);
    await later(minute);
    expect(publish.mock.lastCall?.[1].trace).toEqual({ container: "17" });
    expect(await statuses()).toEqual(["published", "published"]);
  });

  test("fails after 30 minutes if nothing of it is visible", async () => {
    await due();
    publish.mockImplementation(async () => waiting());
    await world.runJobs();
    for (let n = 0; n < 32; n++) await later(minute);
    expect(await onlyPost()).toMatchObject({
      status: "failed",
      error: "Bluesky has not finished within 30 minutes.",
    });
  });

  test("becomes unknown after 30 minutes if it may be visible, and is only ever looked for", async () => {
    await due();
    publish.mockImplementationOnce(committed(async () => waiting()));
    locate.mockImplementation(async () => waiting());
    await world.runJobs();
    for (let n = 0; n < 30; n++) await later(minute);
    expect(await onlyPost()).toMatchObject({ status: "unknown" });
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("survives a restart", async () => {
    await due();
    publish.mockImplementationOnce(async () => waiting());
    await world.runJobs();
    expect(await world.transaction(recoverInterrupted)).toBe(0);
    await later(minute);
    expect(await onlyPost()).toMatchObject({ status: "published" });
  });
});

describe("while a platform works on a post", () => {
  /** The commands of an operator whose post is published all the same. */
  const during = (what: () => Promise<unknown>) =>
    publish.mockImplementationOnce(
      committed(async () => {
        await what();
        return out;
      }),
    );

  test("it is not cancelled, moved or sent once more", async () => {
    await due();
    const { id } = await onlyPost();
    const isPublishing = refusal(409, "This post is being published.");
    during(async () => {
      const at = inMinutes(60).toISOString();
      const params = { id };
      expect(await world.refusal(schedulerApi.cancel, { params })).toEqual(isPublishing);
      expect(await world.refusal(schedulerApi.publishNow, { params })).toEqual(isPublishing);
      expect(await world.refusal(schedulerApi.retry, { params })).toEqual(isPublishing);
      expect(
        await world.refusal(schedulerApi.reschedule, { params, body: { publish_at: at } }),
      ).toEqual(isPublishing);
      await world.call(schedulerApi.clearScheduled, {});
      await world.transaction(enqueueDue);
    });
    await world.runJobs();
    await later(60 * minute);
    expect(await onlyPost()).toMatchObject({ id, status: "published" });
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("its account may be deleted: what became of the post is known all the same", async () => {
    const account = await due();
    during(() => world.call(accountsApi.remove, { params: { id: account } }));
    await world.runJobs();
    expect(await onlyPost()).toMatchObject({
      ...{ status: "published", account_id: null, external_id: "at://1" },
    });
  });

  test.each([
    ["has failed if nothing of it can be live", false, "failed"],
    ["is unknown if it may be live", true, "unknown"],
  ])(
    "and waits for it, a post whose account is deleted %s, and says why",
    async (_, isLive, status) => {
      const account = await due();
      const wait = async () => waiting();
      publish.mockImplementationOnce(isLive ? committed(wait) : wait);
      await world.runJobs();
      await world.call(accountsApi.remove, { params: { id: account } });
      await later(minute);
      expect(await onlyPost()).toMatchObject({ status, error: "The account was removed." });
      // No job looks for it every minute for ever.
      await later(minute);
      expect(await world.transaction(enqueueDue)).toBe(0);
      expect(publish).toHaveBeenCalledTimes(1);
      expect(locate).not.toHaveBeenCalled();
    },
  );

  test("an unknown post is not looked for any more once its account is deleted", async () => {
    const account = await lose();
    await world.call(accountsApi.remove, { params: { id: account } });
    await later(minute);
    await later(minute);
    expect(await world.transaction(enqueueDue)).toBe(0);
    expect(await onlyPost()).toMatchObject({ status: "unknown" });
  });

  test("a changed proxy counts from the next call on", async () => {
    await due();
    const set = (proxy_server: string) =>
      world.call(groupsApi.setProxy, {
        params: { id: group },
        body: { proxy_server, proxy_username: null },
      });
    await set("http://one.example.com:8080");
    publish.mockImplementationOnce(async () => waiting());
    await world.runJobs();
    await set("http://two.example.com:8080");
    await later(minute);
    expect(publish.mock.calls.map(([{ account }]) => account.proxy?.server)).toEqual([
      "http://one.example.com:8080",
      "http://two.example.com:8080",
    ]);
    expect(await onlyPost()).toMatchObject({ status: "published" });
  });
});

describe("an account", () => {
  /** Approves this number of posts of a new account. */
  async function approved(count: number) {
    const account = await world.addAccount(group);
    const ids = await world.generate(await world.addCategory(group), count);
    for (const id of ids) await world.approve(id);
    return account;
  }
  const send = async (post: { readonly id: number } | undefined) => {
    await world.call(schedulerApi.publishNow, { params: { id: post?.id ?? 0 } });
    await world.runJobs();
  };

  test("whose platform asks to wait gets no post until then, and none of them is overdue", async () => {
    await due();
    const until = inMinutes(20);
    publish.mockResolvedValueOnce({
      ok: false,
      error: "Rate limit exceeded.",
      why: "later",
      retryAt: until,
    });
    await world.runJobs();
    expect(await shown()).toMatchObject({
      waits_for: "Rate limit exceeded.",
      waits_until: until.toISOString(),
    });
    await later(19 * minute);
    expect(publish).toHaveBeenCalledTimes(1);
    expect(await countOverdue(world.database.db, world.clock.now())).toBe(0);
    await later(minute);
    expect(await onlyPost()).toMatchObject({ status: "published" });
  });

  test("waits until the latest of two times, whichever its platform named last", async () => {
    const account = await approved(3);
    const [first, second, third] = await world.posts();
    publish.mockImplementationOnce(async () => waiting());
    await send(first);
    const midnight = inMinutes(180);
    publish.mockResolvedValueOnce({ ok: false, error: "429", why: "later", retryAt: midnight });
    await send(second);
    publish.mockRejectedValueOnce(new NotSentError("api.linkedin.com could not be reached."));
    await later(minute);
    expect(publish).toHaveBeenCalledTimes(3);
    const [held] = await world.database.db.select().from(accounts).where(eq(accounts.id, account));
    expect(held).toMatchObject({ held_until: midnight, held_because: "429" });
    await send(third);
    await later(5 * minute);
    expect(publish).toHaveBeenCalledTimes(3);
    await later(175 * minute);
    expect(await statuses()).toEqual(Array(3).fill("published"));
  });

  test("without working credentials keeps its other posts waiting until it works again", async () => {
    const account = await approved(2);
    publish.mockResolvedValueOnce({ ok: false, error: "ExpiredToken", why: "credentials" });
    await later(2 * 60 * minute);
    expect(await statuses()).toEqual(["failed", "scheduled"]);
    expect((await world.accounts(group))[0]).toMatchObject({
      health: "failing",
      last_known_error: "ExpiredToken",
    });
    const [, waiting] = await world.posts();
    const seen = await world.call(schedulerApi.detail, { params: { id: waiting?.id ?? 0 } });
    expect(seen.waits_for).toBe(
      "Its account does not work: test it, or enter its credentials again.",
    );
    await world.call(accountsApi.test, { params: { id: account } });
    await later(minute);
    expect(await statuses()).toEqual(["failed", "published"]);
  });

  test("waits as long as its platform has asked it to, also if its credentials are tested", async () => {
    const account = await approved(2);
    const [first, second] = await world.posts();
    const until = inMinutes(90);
    publish.mockResolvedValueOnce({ ok: false, error: "429", why: "later", retryAt: until });
    await send(first);
    const day = until.toISOString().slice(0, 16).replace("T", " ");
    expect(await world.call(accountsApi.test, { params: { id: account } })).toEqual({
      message: `The credentials work. Its posts wait until ${day} UTC: 429`,
    });
    await send(second);
    await later(89 * minute);
    expect(publish).toHaveBeenCalledTimes(1);
    await later(minute);
    await later(minute);
    expect(await statuses()).toEqual(["published", "published"]);
    expect(await world.call(accountsApi.test, { params: { id: account } })).toEqual({
      message: "The credentials work.",
    });
  });

  describe("whose keys are replaced while a platform is asked", () => {
    const replace = async (account: number) => {
      world.clock.advance(1000);
      const credentials = { identifier: "zima", password: "nova" };
      await world.call(accountsApi.setCredentials, {
        params: { id: account },
        body: { credentials },
      });
    };
    const health = async () => (await world.accounts(group))[0]?.health;

    test("is not proven by a post that was published with the old ones", async () => {
      const account = await due();
      publish.mockImplementationOnce(async (...asked) => {
        await replace(account);
        return taken(...asked);
      });
      await world.runJobs();
      expect(await onlyPost()).toMatchObject({ status: "published" });
      expect(await health()).toBe("untested");
    });
  });

  test("is not held up by a post whose own image did not load", async () => {
    await due();
    publish.mockResolvedValueOnce({
      ok: false,
      error: "The image did not load.",
      why: "later",
      retryAt: inMinutes(1),
      scope: "post",
    });
    await world.runJobs();
    const [account] = await world.database.db.select().from(accounts);
    expect(account?.held_until).toBeNull();
    expect(await shown()).toMatchObject({ waits_for: "The image did not load." });
  });
});
