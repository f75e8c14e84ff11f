import { eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { integrationApi } from "@/entities/integration/contract";
import { failedWorkApi } from "@/features/failed-work/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import { createSandboxMailer } from "../../../../server/adapters/sandbox/mailer.ts";
import {
  integrations,
  mails,
  newsletterSettings,
  sandboxMails,
  subscribers,
} from "../../../../server/db/schema.ts";
import { recoverMails } from "../../../../server/features/newsletter/newsletter-mails.ts";
import { jobs } from "../../../../server/jobs/jobs.ts";
import type { Jobs } from "../../../../server/kernel/context.ts";
import { lastSlot } from "../../../../server/kernel/timetable.ts";
import type { Mailer } from "../../../../server/ports/mail/mailer.ts";
import { createWorld, type World } from "../../world.ts";
import { addMailService, addSubscribers, mailerThat, mjml, saveNewsletter } from "./support.ts";

const send = vi.fn<Mailer["send"]>();
let world: World;
let group: number;
let sandbox: Mailer;
beforeAll(async () => {
  world = await createWorld({ ports: { mailer: mailerThat(send) } });
  sandbox = createSandboxMailer(world.database, world.clock);
});
beforeEach(async () => {
  for (const table of ["groups", "products", "sandbox_mails", "pgboss.job"]) {
    await world.database.query(`delete from ${table}`);
  }
  send.mockReset().mockImplementation((...mail) => sandbox.send(...mail));
  group = await world.addGroup();
});
afterAll(() => world.close());

/** Runs the weekly job, delivered so many times. */
async function week(deliveries = 1) {
  for (let n = 0; n < deliveries; n++) {
    await world.transaction(({ enqueue }) => enqueue("newsletter", {}));
  }
  await world.runJobs();
}
const mailbox = () => world.database.db.select().from(sandboxMails).orderBy(sandboxMails.id);
const recipients = async () => (await mailbox()).map(({ recipient }) => recipient);
/** The mails that were tried or left out. */
const kept = () =>
  world.database.db.select().from(mails).where(ne(mails.status, "waiting")).orderBy(mails.id);
const waiting = async () =>
  (await world.database.db.select().from(mails).where(eq(mails.status, "waiting"))).length;
const statuses = async () => (await kept()).map(({ status }) => status);
const change = (values: Partial<typeof newsletterSettings.$inferInsert>) =>
  world.database.db.update(newsletterSettings).set(values);
const address = (n: number) => `citalac${n}@example.com`;

describe("A failure", () => {
  const refusedAddress = (n: number) =>
    world.database.db
      .update(subscribers)
      .set({ email: `bounce@${n}.example.com` })
      .where(eq(subscribers.email, address(n)));

  test("a refused mail is stored with the mail service's message, and the others are sent", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 3);
    await refusedAddress(1);
    await week();
    expect(await recipients()).toEqual([address(0), address(2)]);
    expect((await kept())[1]).toMatchObject({
      status: "failed",
      error: "MessageRejected: Address blacklisted.",
    });
  });

  test("a template that does not render mails nobody, and the failure names the line", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 3);
    await change({ mjml_template: mjml("<mj-text>\n{{ tajna }}</mj-text>") });
    await expect(week()).rejects.toThrow(
      `The newsletter of group ${group} does not render: MJML template, line 6.`,
    );
    expect(send).not.toHaveBeenCalled();
    expect(await kept()).toEqual([]);
  });

  test("a newsletter without its mail service mails nobody", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 1);
    await world.database.db.delete(integrations);
    await expect(week()).rejects.toThrow(
      `The newsletter of group ${group} cannot be sent. Select an integration`,
    );
    expect(send).not.toHaveBeenCalled();
  });

  test("keys that can no longer be opened mail nobody", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 1);
    await world.database.db.update(integrations).set({ credentials: "v1.AAAA" });
    await expect(week()).rejects.toThrow("The keys of this integration cannot be read");
    expect(await world.refusal(newsletterApi.sendTest, { params: { groupId: group } })).toEqual({
      status: 409,
      detail: "The keys of this integration cannot be read: remove it and add it again.",
    });
    expect(send).not.toHaveBeenCalled();
    expect(await kept()).toEqual([]);
  });

  test("a newsletter that breaks does not stop those of other groups", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 1);
    await change({ subject_template: "{{ nista }}" });
    const other = await world.addGroup("Druga");
    await saveNewsletter(world, other);
    await addSubscribers(world, other, 1);
    await expect(week()).rejects.toThrow(
      `group ${group} does not render: Subject template, line 1.`,
    );
    expect((await kept()).map(({ group_id }) => group_id)).toEqual([other]);
  });

  test("a mail service that refuses its keys is called once, and everybody waits", async () => {
    const integration_id = await addMailService(world, group, "wrong-secret");
    await saveNewsletter(world, group, { integration_id });
    await addSubscribers(world, group, 40);
    await expect(week()).rejects.toThrow("refuses every newsletter");
    expect(send).toHaveBeenCalledTimes(1);
    expect(await kept()).toEqual([]);
    expect(await waiting()).toBe(40);
  });

  test("however many addresses are refused one after the other, everybody else gets it", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 70);
    for (let n = 0; n < 60; n++) await refusedAddress(n);
    await week();
    expect(await recipients()).toEqual(Array.from({ length: 10 }, (_, n) => address(60 + n)));
  });

  test("a mail service that begins to refuse its keys in the middle stops the newsletter", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 40);
    await refusedAddress(8);
    const paused = { ok: false, error: "Sending is paused.", why: "credentials" } as const;
    let asked = 0;
    send.mockImplementation(async (...mail) => {
      asked += 1;
      return asked > 5 && !mail[1].to.startsWith("bounce@") ? paused : sandbox.send(...mail);
    });
    await expect(week()).rejects.toThrow("refuses every newsletter");
    expect(send).toHaveBeenCalledTimes(6);
    expect(await statuses()).toEqual(Array(5).fill("sent"));
    expect(await waiting()).toBe(35);
  });

  test("goes on with new keys where it was refused, to each once, without who unsubscribed meanwhile", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 6);
    const revoked = { ok: false, error: "The key is revoked.", why: "credentials" } as const;
    let asked = 0;
    send.mockImplementation(async (...mail) => {
      asked += 1;
      return asked > 2 ? revoked : sandbox.send(...mail);
    });
    // Ahead of the queue's clock, so that the retries are due as well.
    world.clock.advance(3_600_000);
    await expect(week()).rejects.toThrow("refuses every newsletter");
    send.mockReset().mockImplementation((...mail) => sandbox.send(...mail));

    const [old] = await world.call(integrationApi.list, { params: { id: group } });
    await world.call(integrationsApi.remove, { params: { id: old?.id ?? 0 } });
    await world.database.db
      .update(subscribers)
      .set({ is_active: false })
      .where(eq(subscribers.email, address(4)));
    await saveNewsletter(world, group);
    const [work] = await world.call(failedWorkApi.list, {});
    await world.call(failedWorkApi.runAgain, { params: { id: work?.id ?? 0 } });
    await world.runJobs();
    expect((await recipients()).toSorted()).toEqual([0, 1, 2, 3, 5].map(address));
    expect((await kept()).map(({ recipient, status }) => `${recipient} ${status}`)).toContain(
      `${address(4)} left_out`,
    );
    expect(await waiting()).toBe(0);
  });

  test("a mail without an answer is unknown, never sent again, and the rest goes out later", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 4);
    send.mockRejectedValueOnce(new Error("socket hang up, Authorization: AWS4 secret"));
    await week();
    expect(await statuses()).toEqual(["unknown"]);
    expect((await kept())[0]?.error).not.toContain("secret");
    await world.runJobs();
    expect(send).toHaveBeenCalledTimes(1);
    world.clock.advance(61_000);
    await world.runJobs();
    expect(await recipients()).toEqual([address(1), address(2), address(3)]);
    await week();
    expect(send).toHaveBeenCalledTimes(4);
  });

  test("a mail service that does not answer is called seven times, and then given up", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 20);
    send.mockRejectedValue(new Error("connect ETIMEDOUT"));
    await week();
    for (let n = 0; n < 5; n++) {
      world.clock.advance(33 * 60_000);
      await world.runJobs();
    }
    world.clock.advance(33 * 60_000);
    await expect(world.runJobs()).rejects.toThrow("does not answer");
    expect(send).toHaveBeenCalledTimes(7);
    expect(await statuses()).toEqual(Array(7).fill("unknown"));
  });

  test("a mail service that misses every second answer is called to the end", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 20);
    let asked = 0;
    send.mockImplementation((...mail) => {
      asked += 1;
      return asked % 2 === 0 ? Promise.reject(new Error("ETIMEDOUT")) : sandbox.send(...mail);
    });
    await week();
    for (let n = 0; n < 10; n++) {
      world.clock.advance(61_000);
      await world.runJobs();
    }
    expect((await statuses()).toSorted()).toEqual([
      ...Array(10).fill("sent"),
      ...Array(10).fill("unknown"),
    ]);
  });

  test("a clock that is some seconds slow takes the week that has begun, and no week twice", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 3);
    const last = lastSlot("newsletter", world.clock.now()).getTime();
    const next = last + 7 * 86_400_000;
    world.clock.advance(next - 5000 - world.clock.now().getTime());
    await week();
    world.clock.advance(3_600_000);
    await week();
    expect(await mailbox()).toHaveLength(3);
  });

  test("a process that dies in the middle mails the rest when it is back, and nobody twice", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 5);
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
      return sandbox.send(...mail);
    });
    await expect(jobs["send-newsletter"](work, dying)).rejects.toThrow("killed");
    expect(await statuses()).toEqual(["sent", "sent", "sending"]);
    expect(await world.transaction(recoverMails)).toBe(1);

    await jobs["send-newsletter"](work, world.run);
    expect(await recipients()).toEqual([0, 1, 2, 3, 4].map(address));
    expect(await statuses()).toEqual(["sent", "sent", "unknown", "sent", "sent"]);
  });

  test("a mail that another process took for lost is sent all the same", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 1);
    send.mockImplementation(async (...mail) => {
      await world.transaction(recoverMails);
      return sandbox.send(...mail);
    });
    await week();
    expect(await kept()).toEqual([expect.objectContaining({ status: "sent", error: null })]);
  });
});

describe("Sending can still be stopped", () => {
  test("by switching the newsletter off", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 60);
    send.mockImplementation(async (...mail) => {
      if (send.mock.calls.length === 3) await change({ is_active: false });
      return sandbox.send(...mail);
    });
    await week();
    expect(await mailbox()).toHaveLength(3);
  });

  test("by each subscriber for themselves", async () => {
    await saveNewsletter(world, group);
    const ids = await addSubscribers(world, group, 3);
    send.mockImplementationOnce(async (...mail) => {
      await world.database.db
        .update(subscribers)
        .set({ is_active: false })
        .where(eq(subscribers.id, ids[1] ?? 0));
      return sandbox.send(...mail);
    });
    await week();
    expect(await recipients()).toEqual([address(0), address(2)]);
  });

  test("by deleting the group", async () => {
    await saveNewsletter(world, group);
    await addSubscribers(world, group, 1);
    await world.transaction(({ enqueue }) => enqueue("newsletter", {}));
    await world.database.query("delete from groups");
    await world.runJobs();
    expect(send).not.toHaveBeenCalled();
  });
});
