import { eq, ne } from "drizzle-orm";
import { beforeEach, vi } from "vitest";
import { createSandboxMailer } from "../../../../server/adapters/sandbox/mailer.ts";
import { mails, sandboxMails, subscribers } from "../../../../server/db/schema.ts";
import type { Mailer } from "../../../../server/ports/mail/mailer.ts";
import { startWorld } from "../start-world.ts";
import { addSubscribers, mailerThat, saveNewsletter } from "./support.ts";

/** The group of the running test. */
export let group: number;

export const address = (n: number) => `citalac${n}@example.com`;

/**
 * Returns the world of a file of tests, with `send` between the server and the sandbox's mail
 * service. Each test begins with one group, and without the mails and jobs of the tests before it.
 */
export async function startMailWorld(mailer: Partial<Mailer> = {}) {
  const send = vi.fn<Mailer["send"]>();
  const world = await startWorld({ ports: { mailer: { ...mailerThat(send), ...mailer } } });
  const { db, query } = world.database;
  const sandbox = createSandboxMailer(world.database, world.clock);
  const sendInSandbox: Mailer["send"] = (...mail) => sandbox.send(...mail);
  beforeEach(async () => {
    for (const table of ["groups", "products", "sandbox_mails", "pgboss.job", "failed_work"]) {
      await query(`delete from ${table}`);
    }
    send.mockReset().mockImplementation(sendInSandbox);
    group = await world.addGroup();
  });

  const mailbox = () => db.select().from(sandboxMails).orderBy(sandboxMails.id);
  const save = (more: Parameters<typeof saveNewsletter>[2] = {}, groupId = group) =>
    saveNewsletter(world, groupId, more);
  const subscribe = (count: number, groupId = group) => addSubscribers(world, groupId, count);
  /** Returns the mails that were tried or left out. */
  const kept = () => db.select().from(mails).where(ne(mails.status, "waiting")).orderBy(mails.id);
  return {
    ...world,
    send,
    sendInSandbox,
    mailbox,
    kept,
    recipients: async () => (await mailbox()).map(({ recipient }) => recipient),
    statuses: async () => (await kept()).map(({ status }) => status),
    waiting: () => db.$count(mails, eq(mails.status, "waiting")),

    save,
    /** Adds this number of subscribers and returns their ids. */
    subscribe,
    /** Switches the newsletter on, for this number of subscribers. */
    activeFor: async (count: number, groupId = group) => {
      await save({}, groupId);
      await subscribe(count, groupId);
    },
    changeSubscriber: (n: number, values: Partial<typeof subscribers.$inferInsert>) =>
      db
        .update(subscribers)
        .set(values)
        .where(eq(subscribers.email, address(n))),

    /** Runs the weekly job, delivered this number of times. */
    week: async (deliveries = 1) => {
      for (let n = 0; n < deliveries; n++) {
        await world.transaction(({ enqueue }) => enqueue("newsletter", {}));
      }
      await world.runJobs();
    },
    /** Advances the clock, and runs the jobs that are due then. */
    minutes: async (count: number) => {
      world.clock.advance(count * 60_000 + 1000);
      await world.runJobs();
    },
  };
}
