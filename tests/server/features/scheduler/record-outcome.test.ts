import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { activityApi } from "@/features/activity/contract";
import { groupsApi } from "@/features/groups/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { scheduledPosts } from "../../../../server/db/schema.ts";
import { DatabaseUnavailable } from "../../../../server/db/unavailable.ts";
import { recoverInterrupted } from "../../../../server/features/scheduler/unknown-posts.ts";
import { NotSentError } from "../../../../server/ports/outcome.ts";
import type { Publisher } from "../../../../server/ports/publisher.ts";
import { committed } from "../../../support/publisher.ts";
import { due, group, inMinutes, later, minute, onlyPost, publish, world } from "../support.ts";
import { locate, lose, out, platformsForEach, retryOnly, waiting } from "./support.ts";

platformsForEach();

/** A platform that has the text of a post already. */
const duplicate = committed(async () => ({
  ...{ ok: false, error: "403: duplicate content.", isDuplicate: true },
}));

type Found = Awaited<ReturnType<Publisher["locate"]>> | Error;
const unsure = { ok: "unsure", advice: "Look at the profile." } as const;
const answering = (found: Found) => async () => {
  if (found instanceof Error) throw found;
  return found;
};
const failed = (error: string) => ({ status: "failed", error });
const unknown = (error: string) => ({ status: "unknown", error });

describe("after the call that makes a post visible", () => {
  test("the activity says where a published post was left out", async () => {
    await due();
    const note = "but not in r/serbia, which refused it";
    publish.mockImplementationOnce(
      committed(async () => ({ ok: true, externalId: "1", url: "/1", note })),
    );
    await world.runJobs();
    const [entry] = await world.call(activityApi.list, { query: { limit: 1 } });
    expect(entry).toMatchObject({ kind: "published", subject_id: (await onlyPost()).id });
    expect(entry?.detail).toMatch(/ on Bluesky but not in r\/serbia, which refused it$/);
  });

  test.each([
    ["is away", new DatabaseUnavailable(new Error("Connection terminated"))],
    [
      "ends a deadlock",
      new DrizzleQueryError("", [], Object.assign(new Error("deadlock"), { code: "40P01" })),
    ],
  ])(
    "the platform's answer is recorded as soon as it can be if the database %s",
    async (_, why) => {
      await due();
      publish.mockImplementationOnce(
        committed(async () => {
          vi.spyOn(world.database, "transaction")
            .mockRejectedValueOnce(why)
            .mockRejectedValueOnce(why);
          return out;
        }),
      );
      await world.runJobs();
      expect(await onlyPost()).toMatchObject({ status: "published", external_id: out.externalId });
      expect(publish).toHaveBeenCalledTimes(1);
      const entries = await world.call(activityApi.list, { query: { kind: "published" } });
      expect(entries).toHaveLength(1);
    },
  );

  test("a request that certainly never left is tried again", async () => {
    await due();
    publish.mockImplementationOnce(
      committed(async () => {
        throw new NotSentError("bsky.social could not be reached (ECONNREFUSED).");
      }),
    );
    await world.runJobs();
    expect(await onlyPost()).toMatchObject({ status: "scheduled", committing_at: null });
    await later(minute);
    expect(await onlyPost()).toMatchObject({ status: "published" });
    expect(locate).not.toHaveBeenCalled();
  });

  test("a lost answer is looked for a minute later, and the post that is there is published", async () => {
    await lose();
    locate.mockResolvedValue(out);
    const began = (await onlyPost()).committing_at;
    expect(await onlyPost()).toMatchObject({ status: "unknown" });
    expect(locate).not.toHaveBeenCalled();
    await later(minute);
    expect(await onlyPost()).toMatchObject({
      status: "published",
      published_post_url: "https://bsky.app/1",
      error: null,
    });
    expect(locate.mock.lastCall?.[2]).toEqual(began);
    // Not the time at which it was found: it may be of another day.
    expect((await onlyPost()).published_at).toEqual(began);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("a post that the platform certainly does not have is sent again, once", async () => {
    await lose();
    locate.mockResolvedValue({ ok: "absent" });
    await later(minute);
    expect(await onlyPost()).toMatchObject({ status: "published" });
    expect(publish).toHaveBeenCalledTimes(2);
    await later(60 * minute);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("a platform that cannot tell is asked three times, and its advice is shown", async () => {
    await lose();
    for (let n = 0; n < 60; n++) await later(minute);
    expect(locate).toHaveBeenCalledTimes(3);
    expect(await onlyPost()).toMatchObject({ status: "unknown", error: "Look at the profile." });
    expect(publish).toHaveBeenCalledTimes(1);
  });

  const video = "The video could not be processed.";
  const refusedSearch = { ok: false, error: "403: this plan may not read posts." } as const;
  test.each<[string, Found, object]>([
    [
      "refuses it after all has failed, in its words",
      { ok: "rejected", error: video },
      failed(video),
    ],
    [
      "refuses the search stays unknown: it may be live",
      refusedSearch,
      unknown(refusedSearch.error),
    ],
    ["does not answer the search stays unknown", new Error("down"), { status: "unknown" }],
  ])("a post whose platform %s", async (_, found, wanted) => {
    await lose();
    locate.mockImplementation(answering(found));
    await later(minute);
    expect(await onlyPost()).toMatchObject(wanted);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test.each<[string, Found, string, number]>([
    ["has the post: it is not sent again", out, "published", 1],
    ["cannot tell: the person's word counts", unsure, "published", 2],
    ["refuses the search: it may be live", refusedSearch, "unknown", 1],
    ["is not reached: it may be live", new NotSentError("It was not reached."), "unknown", 1],
  ])("a person's retry asks the platform first, which %s", async (_, found, status, sent) => {
    await lose();
    locate.mockImplementation(answering(found));
    await retryOnly();
    expect(await onlyPost()).toMatchObject({ status });
    expect(publish).toHaveBeenCalledTimes(sent);
  });

  test("a process that was killed leaves a post that is looked for at once", async () => {
    await due();
    await world.database.db.update(scheduledPosts).set({
      status: "publishing",
      started_at: world.clock.now(),
      trace: { rkey: "3n35" },
      committing_at: world.clock.now(),
    });
    locate.mockResolvedValue(out);
    await world.transaction(recoverInterrupted);
    await later(0);
    expect(locate.mock.lastCall?.[1]).toEqual({ rkey: "3n35" });
    expect(await onlyPost()).toMatchObject({ status: "published" });
    expect(publish).not.toHaveBeenCalled();
  });

  test("a retry that is refused as a duplicate has not failed: the first try is looked for again", async () => {
    await lose();
    const { committing_at } = await onlyPost();
    world.clock.advance(30 * minute);
    publish.mockImplementationOnce(duplicate);
    await retryOnly();
    expect(await onlyPost()).toMatchObject({
      status: "unknown",
      error:
        "Bluesky says that it has this text already, perhaps from the earlier try. Check the profile.",
    });
    locate.mockResolvedValue(out);
    await later(minute);
    expect(locate.mock.lastCall?.[2]).toEqual(committing_at);
    expect(await onlyPost()).toMatchObject({ status: "published", published_at: committing_at });
  });

  test.each([
    ["moves", () => inMinutes(10)],
    ["publishes now", () => undefined],
  ])(
    "an operator who %s a post that a search did not find has not said that it is not live",
    async (_, at) => {
      await lose();
      await world.call(groupsApi.pause, { params: { id: group } });
      locate.mockResolvedValue({ ok: "absent" });
      await later(minute);
      await world.call(groupsApi.resume, { params: { id: group } });
      const params = { id: (await onlyPost()).id };
      const publish_at = at()?.toISOString();
      locate.mockResolvedValue(unsure);
      if (publish_at) {
        await world.call(schedulerApi.reschedule, { params, body: { publish_at } });
      } else {
        await world.call(schedulerApi.publishNow, { params });
      }
      await later(10 * minute);
      expect(await onlyPost()).toMatchObject({ status: "unknown" });
      expect(publish).toHaveBeenCalledTimes(1);
    },
  );

  test("what its platform calls a duplicate is not sent again without another press", async () => {
    await lose();
    for (let n = 0; n < 60; n++) await later(minute);
    publish.mockImplementationOnce(duplicate);
    await retryOnly();
    expect(publish).toHaveBeenCalledTimes(2);
    // Its search may not see the post: the text may stand there in other letters.
    locate.mockResolvedValue({ ok: "absent" });
    for (let n = 0; n < 60; n++) await later(minute);
    expect(publish).toHaveBeenCalledTimes(2);
    expect(await onlyPost()).toMatchObject({ status: "unknown" });
  });

  const says = "Bluesky says that it has this text already, perhaps from the earlier try.";
  const neither = `${says} A search there does not find the post. Look at the profile. If the post is not there, 'Retry' sends it again; if Bluesky refuses it again, use another text.`;
  test.each<[string, Awaited<ReturnType<Publisher["locate"]>>, string]>([
    ["is not found", { ok: "absent" }, neither],
    [
      "cannot be looked for",
      { ok: "unsure", advice: "Look at the profile on Bluesky." },
      `${says} Look at the profile on Bluesky.`,
    ],
    [
      "may not be looked for",
      { ok: false, error: "403: no right to read." },
      `${says} The search failed: 403: no right to read.`,
    ],
  ])("what its platform calls a duplicate and %s says both", async (_, found, error) => {
    const account = await lose();
    locate.mockResolvedValue({ ok: "absent" });
    publish.mockImplementationOnce(duplicate);
    await later(minute);
    locate.mockResolvedValue(found);
    await later(minute);
    expect(await onlyPost()).toMatchObject({ status: "unknown", error });
    // Once more, asked for by an operator.
    await world.call(accountsApi.backfillPerformance, { params: { accountId: account } });
    await world.runJobs();
    expect(locate).toHaveBeenCalledTimes(4);
    expect(await onlyPost()).toMatchObject({ status: "unknown", error });
    expect(publish).toHaveBeenCalledTimes(2);
  });

  describe("a lost try that its platform does not list, and calls a duplicate later", () => {
    /** @returns when the lost try was made */
    async function given() {
      await lose();
      const { committing_at } = await onlyPost();
      locate.mockResolvedValue({ ok: "absent" });
      return committing_at;
    }
    const putOff = () => ({
      ...{
        ok: false as const,
        error: "429: slow down.",
        why: "later" as const,
        retryAt: inMinutes(1),
      },
    });

    test.each<[string, Publisher["publish"]]>([
      ["the platform puts the next try off", committed(async () => putOff())],
      ["the next try is put off before it is sent", async () => putOff()],
      [
        "the next try never leaves the server",
        committed(async () => {
          throw new NotSentError("graph.facebook.com could not be reached (ENOTFOUND).");
        }),
      ],
      [
        "the media of the next try are processed first",
        async (_, attempt) => {
          await attempt.prepared({ media: "71" });
          return waiting();
        },
      ],
    ])("has not failed if %s", async (_, next) => {
      const lostAt = await given();
      publish.mockImplementationOnce(next);
      await later(minute);
      expect(publish).toHaveBeenCalledTimes(2);
      publish.mockImplementationOnce(duplicate);
      await later(2 * minute);
      expect(publish).toHaveBeenCalledTimes(3);
      expect(await onlyPost()).toMatchObject({ status: "unknown", committing_at: lostAt });
      locate.mockResolvedValue(out);
      await later(minute);
      expect(locate.mock.lastCall?.[2]).toEqual(lostAt);
      expect(await onlyPost()).toMatchObject({ status: "published", published_at: lostAt });
    });

    test("has not failed after a try that failed, and an operator's retry", async () => {
      const lostAt = await given();
      publish.mockImplementationOnce(
        committed(async () => ({ ok: false, error: "The token is dead.", why: "credentials" })),
      );
      await later(minute);
      const { id, status } = await onlyPost();
      expect(status).toBe("failed");
      publish.mockImplementationOnce(duplicate);
      await world.call(schedulerApi.retry, { params: { id }, query: {} });
      await world.runJobs();
      expect(await onlyPost()).toMatchObject({ status: "unknown", committing_at: lostAt });
    });

    test("has not failed after another post of its content took its place, and was cancelled", async () => {
      const lostAt = await given();
      const { id, ...post } = await onlyPost();
      const [other] = await world.database.db
        .insert(scheduledPosts)
        .values({ ...post, status: "scheduled", publish_at: inMinutes(24 * 60), ask_at: null })
        .returning();
      await later(minute);
      expect(await onlyPost()).toMatchObject({
        status: "failed",
        error: "The post was not published: the platform does not have it.",
      });
      await world.call(schedulerApi.cancel, { params: { id: other?.id ?? 0 } });
      publish.mockImplementationOnce(duplicate);
      await world.call(schedulerApi.retry, { params: { id }, query: {} });
      await world.runJobs();
      expect(await onlyPost()).toMatchObject({ status: "unknown", committing_at: lostAt });
    });

    test("has not failed after the server stopped before the next try was sent", async () => {
      const lostAt = await given();
      let stop: () => void = () => undefined;
      const stopped = new Promise<void>((resolve) => {
        stop = resolve;
      });
      publish.mockImplementationOnce(async () => {
        stop();
        return new Promise(() => undefined);
      });
      world.clock.advance(minute);
      void world.runJobs();
      await stopped;
      await world.transaction(recoverInterrupted);
      await world.database.query("update pgboss.job set state = 'retry' where state = 'active'");
      publish.mockImplementationOnce(duplicate);
      await later(0);
      expect(publish).toHaveBeenCalledTimes(3);
      expect(await onlyPost()).toMatchObject({ status: "unknown", committing_at: lostAt });
    });
  });

  test("a first try that is refused as a duplicate has failed", async () => {
    await due();
    publish.mockImplementationOnce(duplicate);
    await world.runJobs();
    expect(await onlyPost()).toMatchObject({ status: "failed", error: "403: duplicate content." });
  });
});

describe("a backfill, once the server looks no longer by itself", () => {
  /** @returns the account of the post, which stays unknown after three searches */
  async function given() {
    const account = await lose();
    for (const minutes of [1, 5, 30]) await later(minutes * minute);
    expect(locate).toHaveBeenCalledTimes(3);
    expect(await onlyPost()).toMatchObject({ status: "unknown", ask_at: null });
    return account;
  }
  async function backfill(account: number) {
    const params = { accountId: account };
    const { message } = await world.call(accountsApi.backfillPerformance, { params });
    await world.runJobs();
    return message;
  }

  test("looks for the post, and one that is on the account is published", async () => {
    const account = await given();
    locate.mockResolvedValue(out);
    expect(await backfill(account)).toBe(
      "Measuring 0 published posts. Looking for 1 post whose result is unknown.",
    );
    expect(await onlyPost()).toMatchObject({
      ...{ status: "published", external_id: "at://1", error: null },
    });
    expect(publish).toHaveBeenCalledTimes(1);
    expect(await backfill(account)).toBe("Measuring 1 published post.");
  });

  test("sends nothing where the platform does not have the post, until a person retries", async () => {
    const account = await given();
    locate.mockResolvedValue({ ok: "absent" });
    await backfill(account);
    await later(60 * minute);
    const { status, error } = await onlyPost();
    expect({ status, error }).toEqual({
      status: "unknown",
      error: "The platform does not have this post. 'Retry' publishes it.",
    });
    expect(publish).toHaveBeenCalledTimes(1);
    await retryOnly();
    expect(await onlyPost()).toMatchObject({ status: "published" });
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("takes no post for this one that is known to be another", async () => {
    const account = await given();
    const { id, ...post } = await onlyPost();
    const { db } = world.database;
    const published = { ...post, status: "published", external_id: "at://1" } as const;
    const [other] = await db.insert(scheduledPosts).values(published).returning();
    locate.mockResolvedValue(out);
    await backfill(account);
    const posts = await world.posts();
    expect(posts.find((one) => one.id === id)).toMatchObject({
      status: "unknown",
      error: `The platform has post #${other?.id} with the same text: check the profile.`,
    });
  });
});
