import { expect, test } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import { mails } from "../../../server/db/schema.ts";
import { recoverMails } from "../../../server/features/newsletter/newsletter-mails.ts";
import type { Mailer } from "../../../server/ports/mail/mailer.ts";
import { startSmtp } from "../../peers/smtp/peer.ts";
import { seededRandom } from "../../support/random.ts";
import { addSubscribers, mailerThat, saveNewsletter } from "../features/newsletter/support.ts";
import { createWorld, type World } from "../world.ts";
import { openMailerAt } from "./mail-support.ts";

const subscribers = 1000;
/** The number of mails that the server takes in a minute. */
const perMinute = 90;
/** The number of mails, of 100, that are cut off after the server has them. */
const cut = 1;
/** The number of calls, of 1,000, before or after which the process dies. */
const deadly = 12;

const isRefused = (address: string) => Number(/\d+/.exec(address)?.[0]) % 20 === 7;

test("a newsletter to 1,000 through a throttled server, with refusals, cuts and crashes: each at most once, all accounted for", async () => {
  const random = seededRandom(Number(process.env.TEST_SEED));
  const smtp = await startSmtp({ isOpen: true });
  let taken = 0;
  smtp.state.refuse = (step, address) => {
    if (step === "from" && taken++ >= perMinute) return { code: 421, words: "4.7.0 Too many" };
    return step === "to" && isRefused(address) ? { code: 550, words: "5.1.1 No user" } : undefined;
  };
  smtp.state.atEnd = (socket) => random.chance(cut / 100) && socket.destroy().destroyed;

  let deaths = 0;
  let onDeath = () => {};
  /** Ends this process at times: the call never returns, and the test goes on as the next process. */
  const mayDie = async () => {
    if (!random.chance(deadly / 1000)) return;
    deaths += 1;
    onDeath();
    await new Promise<never>(() => {});
  };
  const send: Mailer["send"] = async (...mail) => {
    await mayDie();
    const answer = await openMailerAt(smtp.port, world.clock).send(...mail);
    await mayDie();
    return answer;
  };
  const mailer = { ...mailerThat(send), turn: mayDie };
  const world: World = await createWorld({ ports: { mailer } });
  const group = await world.addGroup();
  await saveNewsletter(world, group);
  await addSubscribers(world, group, subscribers);
  await world.transaction(({ enqueue }) => enqueue("newsletter", {}));
  const counts = async () =>
    (await world.call(newsletterApi.mails, { params: { groupId: group }, query: {} })).counts;
  const isOpen = async () => {
    const { waiting, sending } = (await counts()) as Record<string, number>;
    return deaths === 0 || Boolean(waiting) || Boolean(sending);
  };

  for (let round = 0; round < 500 && (await isOpen()); round++) {
    const death = new Promise<"dead">((resolve) => {
      onDeath = () => resolve("dead");
    });
    const ended = await Promise.race([world.runJobs(), death]);
    if (ended === "dead") {
      await world.transaction(recoverMails);
      await world.database.query("update pgboss.job set state = 'retry' where state = 'active'");
    }
    world.clock.advance(61_000);
    taken = 0;
  }

  const rows = await world.database.db.select().from(mails);
  const received = smtp.received.map(({ to }) => [to].flat()[0]?.text ?? "");
  const of = (status: string) =>
    rows.filter((row) => row.status === status).map(({ recipient }) => recipient);
  expect(deaths).toBeGreaterThan(5);
  expect(rows).toHaveLength(subscribers);
  // Nobody has it twice, and nobody waits for ever.
  expect(received).toHaveLength(new Set(received).size);
  expect(of("waiting")).toEqual([]);
  expect(of("sending")).toEqual([]);
  // Mails that count as sent have arrived; those that have arrived are sent, or unknown to the operator.
  expect(of("sent").filter((address) => !received.includes(address))).toEqual([]);
  const known = new Set([...of("sent"), ...of("unknown")]);
  expect(received.filter((address) => !known.has(address))).toEqual([]);
  expect(of("failed").every(isRefused)).toBe(true);
  expect(of("sent").length + of("failed").length + of("unknown").length).toBe(subscribers);
  expect(of("unknown").length).toBeLessThan(subscribers / 20);
  await world.close();
  await smtp.close();
}, 600_000);
