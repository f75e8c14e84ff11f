import { describe, expect, test } from "vitest";
import { integrationApi } from "@/entities/integration/contract";
import { failedWorkApi } from "@/features/failed-work/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import { integrations, newsletterSettings } from "../../../../server/db/schema.ts";
import { recoverMails } from "../../../../server/features/newsletter/newsletter-mails.ts";
import { jobs } from "../../../../server/jobs/jobs.ts";
import type { Jobs } from "../../../../server/kernel/context.ts";
import { lastSlot } from "../../../../server/kernel/timetable.ts";
import { address, group, startMailWorld } from "./mail-world.ts";
import { mjml } from "./support.ts";

const world = await startMailWorld();
const { send, sendInSandbox, save, activeFor, week, minutes } = world;
const { mailbox, recipients, kept, statuses, waiting } = world;
const change = (values: Partial<typeof newsletterSettings.$inferInsert>) =>
  world.database.db.update(newsletterSettings).set(values);

describe("A failure", () => {
  const refusedAddress = (n: number) =>
    world.changeSubscriber(n, { email: `bounce@${n}.example.com` });

  test("a refused mail is stored with the mail service's message, and the others are sent", async () => {
    await activeFor(3);
    await refusedAddress(1);
    await week();
    expect(await recipients()).toEqual([address(0), address(2)]);
    expect((await kept())[1]).toMatchObject({
      status: "failed",
      error: "MessageRejected: Address blacklisted.",
    });
  });

  test("a newsletter without its mail service mails nobody", async () => {
    await activeFor(1);
    await world.database.db.delete(integrations);
    await expect(week()).rejects.toThrow(
      `The newsletter of group ${group} cannot be sent. Select an integration`,
    );
    expect(send).not.toHaveBeenCalled();
  });

  test("keys that can no longer be opened mail nobody", async () => {
    await activeFor(1);
    await world.database.db.update(integrations).set({ credentials: "v1.AAAA" });
    await expect(week()).rejects.toThrow("The keys of this integration cannot be read");
    expect(await world.said(newsletterApi.sendTest, { params: { groupId: group } })).toBe(
      "409 The keys of this integration cannot be read: remove it and add it again.",
    );
    expect(send).not.toHaveBeenCalled();
    expect(await kept()).toEqual([]);
  });

  test("a newsletter that breaks does not stop those of other groups", async () => {
    await activeFor(1);
    await change({ mjml_template: mjml("<mj-text>\n{{ tajna }}</mj-text>") });
    const other = await world.addGroup("Druga");
    await activeFor(1, other);
    await expect(week()).rejects.toThrow(`group ${group} does not render: MJML template, line 6.`);
    expect((await kept()).map(({ group_id }) => group_id)).toEqual([other]);
  });

  test("however many addresses are refused one after the other, everybody else gets it", async () => {
    await activeFor(70);
    for (let n = 0; n < 60; n++) await refusedAddress(n);
    await week();
    expect(await recipients()).toEqual(Array.from({ length: 10 }, (_, n) => address(60 + n)));
  });

  test("goes on with new keys where it was refused, to each once, without who unsubscribed meanwhile", async () => {
    await activeFor(6);
    const revoked = { ok: false, error: "The key is revoked.", why: "credentials" } as const;
    let asked = 0;
    send.mockImplementation(async (...mail) => {
      asked += 1;
      return asked > 2 ? revoked : sendInSandbox(...mail);
    });
    // Ahead of the queue's clock, so that the retries are due as well.
    world.clock.advance(3_600_000);
    await expect(week()).rejects.toThrow("refuses every newsletter");
    expect(send).toHaveBeenCalledTimes(3);
    send.mockReset().mockImplementation(sendInSandbox);

    const [old] = await world.call(integrationApi.list, { params: { id: group } });
    await world.call(integrationsApi.remove, { params: { id: old?.id ?? 0 } });
    await world.changeSubscriber(4, { is_active: false });
    await save();
    const [work] = await world.call(failedWorkApi.list, {});
    await world.call(failedWorkApi.runAgain, { params: { id: work?.id ?? 0 } });
    await world.runJobs();
    expect((await recipients()).toSorted()).toEqual([0, 1, 2, 3, 5].map(address));
    expect((await kept()).map(({ recipient, status }) => `${recipient} ${status}`)).toContain(
      `${address(4)} left_out`,
    );
    expect(await waiting()).toBe(0);
  });

  test("a mail without an answer is unknown, never sent again, and the rest is sent later", async () => {
    await activeFor(4);
    send.mockRejectedValueOnce(new Error("socket hang up, Authorization: AWS4 secret"));
    await week();
    expect(await statuses()).toEqual(["unknown"]);
    expect((await kept())[0]?.error).not.toContain("secret");
    await world.runJobs();
    expect(send).toHaveBeenCalledTimes(1);
    await minutes(1);
    expect(await recipients()).toEqual([address(1), address(2), address(3)]);
    await week();
    expect(send).toHaveBeenCalledTimes(4);
  });

  test("a mail service that does not answer is called seven times, and then given up", async () => {
    await activeFor(20);
    send.mockRejectedValue(new Error("connect ETIMEDOUT"));
    await week();
    for (let n = 0; n < 5; n++) await minutes(33);
    await expect(minutes(33)).rejects.toThrow("does not answer");
    expect(send).toHaveBeenCalledTimes(7);
    expect(await statuses()).toEqual(Array(7).fill("unknown"));
  });

  test("a mail service that misses every second answer is called to the end", async () => {
    await activeFor(20);
    let asked = 0;
    send.mockImplementation((...mail) => {
      asked += 1;
      return asked % 2 === 0 ? Promise.reject(new Error("ETIMEDOUT")) : sendInSandbox(...mail);
    });
    await week();
    for (let n = 0; n < 10; n++) await minutes(1);
    expect((await statuses()).toSorted()).toEqual([
      ...Array(10).fill("sent"),
      ...Array(10).fill("unknown"),
    ]);
  });

  test("a clock that is some seconds slow takes the week that has begun, and no week twice", async () => {
    await activeFor(3);
    const last = lastSlot("newsletter", world.clock.now()).getTime();
    const next = last + 7 * 86_400_000;
    world.clock.advance(next - 5000 - world.clock.now().getTime());
    await week();
    world.clock.advance(3_600_000);
    await week();
    expect(await mailbox()).toHaveLength(3);
  });

  test("a process that dies in the middle mails the rest when it is back, and nobody twice", async () => {
    await activeFor(5);
    const work: Jobs["send-newsletter"] = {
      groupId: group,
      slot: "2026-11-23T08:00:00.000Z",
      after: 0,
      silences: 0,
    };
    let calls = 0;
    const dying = {
      ...world.run,
      transaction: async <T>(act: Parameters<typeof world.run.transaction<T>>[0]) => {
        // The process dies after the third mail was handed over, before it can record anything.
        if (calls === 3) throw new Error("killed");
        return world.run.transaction(act);
      },
    };
    send.mockImplementation((...mail) => {
      calls += 1;
      return sendInSandbox(...mail);
    });
    await expect(jobs["send-newsletter"](work, dying)).rejects.toThrow("killed");
    expect(await statuses()).toEqual(["sent", "sent", "sending"]);
    expect(await world.transaction(recoverMails)).toBe(1);

    await jobs["send-newsletter"](work, world.run);
    expect(await recipients()).toEqual([0, 1, 2, 3, 4].map(address));
    expect(await statuses()).toEqual(["sent", "sent", "unknown", "sent", "sent"]);
  });

  test("a mail that another process took for lost is sent all the same", async () => {
    await activeFor(1);
    send.mockImplementation(async (...mail) => {
      await world.transaction(recoverMails);
      return sendInSandbox(...mail);
    });
    await week();
    expect(await kept()).toEqual([expect.objectContaining({ status: "sent", error: null })]);
  });
});

describe("Sending can still be stopped", () => {
  test("by switching the newsletter off", async () => {
    await activeFor(60);
    send.mockImplementation(async (...mail) => {
      if (send.mock.calls.length === 3) await change({ is_active: false });
      return sendInSandbox(...mail);
    });
    await week();
    expect(await mailbox()).toHaveLength(3);
  });

  test("by each subscriber for themselves", async () => {
    await activeFor(3);
    send.mockImplementationOnce(async (...mail) => {
      await world.changeSubscriber(1, { is_active: false });
      return sendInSandbox(...mail);
    });
    await week();
    expect(await recipients()).toEqual([address(0), address(2)]);
  });

  test("by deleting the group", async () => {
    await activeFor(1);
    await world.transaction(({ enqueue }) => enqueue("newsletter", {}));
    await world.database.query("delete from groups");
    await world.runJobs();
    expect(send).not.toHaveBeenCalled();
  });
});
