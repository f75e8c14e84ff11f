import { beforeEach, describe, expect, test, vi } from "vitest";
import { integrationApi } from "@/entities/integration/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import { sessions } from "../../../../server/db/auth-schema.ts";
import { settleRestored } from "../../../../server/db/backup/restored.ts";
import type { Mailer } from "../../../../server/ports/mail/mailer.ts";
import { address, group, startMailWorld } from "./mail-world.ts";
import { addMailService, sender } from "./support.ts";

const quota = vi.fn<Mailer["quota"]>();
const tested = vi.fn<Mailer["test"]>();
const turn = vi.fn<Mailer["turn"]>();
const world = await startMailWorld({ test: tested, quota, turn });
const { send, sendInSandbox, save, subscribe, week, minutes, recipients } = world;
beforeEach(async () => {
  quota.mockReset().mockResolvedValue({ ok: true, left: null });
  tested.mockReset().mockResolvedValue({ ok: true, takesSender: true, limits: null, notes: [] });
  turn.mockReset().mockResolvedValue();
  await save();
});

type Query = { status?: "waiting" | "sent" | "failed" | "unknown" | "left_out"; after?: number };
const shown = (query: Query = {}) =>
  world.call(newsletterApi.mails, { params: { groupId: group }, query });
const inMinutes = (count: number) => new Date(world.clock.now().getTime() + count * 60_000);
/** Returns the answer of a service that asks to wait with one mail. */
const putOff = (error: string) =>
  ({ ok: false, why: "later", scope: "post", error, retryAt: inMinutes(15) }) as const;
const service = async () =>
  (await world.call(integrationApi.list, { params: { id: group } })).at(-1);

describe("A mail service that asks to wait", () => {
  test("gets the same mail again later, and the rest after it, each once", async () => {
    await subscribe(5);
    const retryAt = inMinutes(10);
    send.mockImplementationOnce(sendInSandbox);
    send.mockResolvedValueOnce({ ok: false, why: "later", error: "Throttled.", retryAt });
    await week();
    expect(await recipients()).toEqual([address(0)]);
    expect(await shown()).toMatchObject({
      wait_until: retryAt.toISOString(),
      why: "Throttled.",
      counts: { sent: 1, waiting: 4 },
    });
    await minutes(5);
    expect(send).toHaveBeenCalledTimes(2);
    await minutes(5);
    expect(await recipients()).toEqual([0, 1, 2, 3, 4].map(address));
    expect(await shown()).toMatchObject({ wait_until: null, why: null, counts: { sent: 5 } });
  });

  test("with one mail alone gets the others at once, and that one when its time has come", async () => {
    await subscribe(3);
    const later = putOff("450 Greylisted");
    send.mockResolvedValueOnce(later);
    await week();
    expect(await recipients()).toEqual([address(1), address(2)]);
    expect((await shown()).mails[0]).toMatchObject({
      recipient: address(0),
      status: "waiting",
      error: "450 Greylisted",
      retry_at: later.retryAt.toISOString(),
    });
    await minutes(16);
    expect(await recipients()).toEqual([1, 2, 0].map(address));
  });

  test("with one recipient for ever counts as its refusal after ten tries", async () => {
    await subscribe(1);
    send.mockImplementation(async () => putOff("450 Full"));
    await week();
    for (let n = 0; n < 12; n++) await minutes(16);
    expect(send).toHaveBeenCalledTimes(10);
    expect((await shown()).mails).toEqual([
      expect.objectContaining({ status: "failed", error: "450 Full", retry_at: null }),
    ]);
  });

  test("with a few recipients gets all others before it gets these again", async () => {
    await subscribe(60);
    const isSlow = new Set([0, 1, 2, 3, 4].map(address));
    send.mockImplementation((keys, mail, signal) =>
      isSlow.has(mail.to)
        ? Promise.resolve(putOff("450 Unknown"))
        : sendInSandbox(keys, mail, signal),
    );
    await week();
    await minutes(16);
    expect(await recipients()).toHaveLength(55);
    expect(await shown()).toMatchObject({ counts: { sent: 55, waiting: 5 } });
  });

  test("because it cannot be reached, however long, uses up no try of a mail", async () => {
    await subscribe(1);
    send.mockImplementation(async () => ({
      ...{ ok: false, why: "later", error: "Not reached.", retryAt: inMinutes(1) },
    }));
    await week();
    for (let n = 0; n < 12; n++) await minutes(2);
    expect(send.mock.calls.length).toBeGreaterThan(10);
    send.mockResolvedValueOnce(putOff("450 Grey"));
    await minutes(2);
    expect(await shown()).toMatchObject({ counts: { waiting: 1 } });
    send.mockImplementation(sendInSandbox);
    await minutes(16);
    expect(await recipients()).toEqual([address(0)]);
  });

  test("with one recipient after the other is left alone", async () => {
    await subscribe(30);
    const later = putOff("450 Rate");
    send.mockResolvedValue(later);
    await week();
    expect(send).toHaveBeenCalledTimes(5);
    expect(await shown()).toMatchObject({
      wait_until: later.retryAt.toISOString(),
      why: "450 Rate",
    });
    send.mockImplementation(sendInSandbox);
    await minutes(16);
    expect((await recipients()).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, n) => address(n)).toSorted(),
    );
  });
});

describe("The account's quota and rate", () => {
  test("no more is sent than the quota allows, and the rest an hour later", async () => {
    await subscribe(5);
    quota.mockResolvedValueOnce({ ok: true, left: 2 });
    await week();
    expect(await recipients()).toEqual([address(0), address(1)]);
    const { wait_until, why, counts } = await shown();
    expect(why).toBe("The account's quota of mails in 24 hours is used up.");
    expect(Date.parse(wait_until ?? "") - world.clock.now().getTime()).toBeGreaterThan(59 * 60_000);
    expect(counts).toEqual({ sent: 2, waiting: 3 });
    quota.mockResolvedValueOnce({ ok: true, left: 0 });
    await minutes(61);
    expect(send).toHaveBeenCalledTimes(2);
    await minutes(61);
    expect(await recipients()).toEqual([0, 1, 2, 3, 4].map(address));
  });

  test("each mail waits for its turn before it counts as being sent", async () => {
    await subscribe(2);
    turn.mockImplementation(async () => {
      expect((await shown()).counts.sending).toBeUndefined();
    });
    await week();
    expect(turn).toHaveBeenCalledTimes(2);
    expect(await recipients()).toHaveLength(2);
  });

  test("a quota that cannot be read is asked for again, and nobody is lost", async () => {
    await subscribe(2);
    quota.mockRejectedValueOnce(new Error("cut"));
    await week();
    expect(send).not.toHaveBeenCalled();
    expect(await shown()).toMatchObject({ why: "The mail service does not answer." });
    const later = { ok: false, why: "later", error: "Throttled.", retryAt: inMinutes(5) } as const;
    quota.mockResolvedValueOnce(later);
    await minutes(1);
    await minutes(5);
    expect(await recipients()).toHaveLength(2);
  });
});

describe("A mail service that refuses its keys", () => {
  const refusal = { ok: false, why: "credentials", error: "AccountSuspended: No." } as const;

  test("stops the newsletter, and its card says why until a mail is taken", async () => {
    await subscribe(2);
    send.mockResolvedValueOnce(refusal);
    await expect(week()).rejects.toThrow(
      `The mail service refuses every newsletter of group ${group}: AccountSuspended: No.`,
    );
    expect(await shown()).toMatchObject({
      ...{ wait_until: null, why: "AccountSuspended: No.", counts: { waiting: 2 } },
    });
    expect(await service()).toMatchObject({ last_known_error: "AccountSuspended: No." });
    await week();
    expect(await recipients()).toHaveLength(2);
    expect(await service()).toMatchObject({ last_known_error: null });
    expect(await shown()).toMatchObject({ why: null, counts: { sent: 2 } });
  });

  test("already when its quota is read sends nothing", async () => {
    await subscribe(2);
    quota.mockResolvedValueOnce(refusal);
    await expect(week()).rejects.toThrow("AccountSuspended: No.");
    expect(send).not.toHaveBeenCalled();
  });
});

describe("A refusal that may be of the sender or of the recipient", () => {
  const error = "550 5.7.1 Not allowed";
  const refuse = (isRefused: (to: string) => boolean) =>
    send.mockImplementation((keys, mail, signal) =>
      isRefused(mail.to)
        ? Promise.resolve({ ok: false, why: "credentials", scope: "post", error } as const)
        : sendInSandbox(keys, mail, signal),
    );

  test("of the first mail stops the newsletter: nobody counts as refused, all get it afterwards", async () => {
    await subscribe(3);
    refuse(() => true);
    await expect(week()).rejects.toThrow(`refuses every newsletter of group ${group}: ${error}`);
    expect(send).toHaveBeenCalledTimes(1);
    const { why, counts, mails } = await shown();
    expect([why, counts]).toEqual([error, { waiting: 3 }]);
    expect(mails[0]).toMatchObject({ recipient: address(0), error });
    expect(await service()).toMatchObject({ last_known_error: error });
    refuse(() => false);
    await week();
    expect((await recipients()).toSorted()).toEqual([0, 1, 2].map(address));
  });

  test("just after a mail that was taken is the recipient's own, and the others get theirs", async () => {
    await subscribe(103);
    // The 51st is the first of its batch.
    refuse((to) => [1, 50].map(address).includes(to));
    await week();
    expect((await shown()).counts).toEqual({ sent: 101, failed: 2 });
    expect((await shown({ status: "failed" })).mails[0]).toMatchObject({ error, retry_at: null });
  });

  test("twice in a row stops the newsletter in the middle", async () => {
    await subscribe(10);
    let isBroken = false;
    refuse((to) => {
      isBroken ||= to === address(4);
      return isBroken;
    });
    await expect(week()).rejects.toThrow(error);
    expect((await shown()).counts).toEqual({ sent: 4, failed: 1, waiting: 5 });
  });

  test("by the first recipient for ever does not keep the newsletter from the others", async () => {
    await subscribe(3);
    refuse((to) => to === address(0));
    await expect(week()).rejects.toThrow(error);
    await week();
    expect(await recipients()).toEqual([1, 2].map(address));
    expect((await shown()).counts).toEqual({ sent: 2, failed: 1 });
  });
});

describe("A newsletter that goes on after it was stopped", () => {
  test("reaches nobody twice who was removed and added again meanwhile", async () => {
    const [first = 0] = await subscribe(2);
    send.mockImplementationOnce(sendInSandbox);
    send.mockResolvedValueOnce({ ok: false, why: "credentials", error: "No." });
    await expect(week()).rejects.toThrow("No.");
    await world.call(newsletterApi.removeSubscriber, { params: { id: first } });
    const body = { email: address(0).toUpperCase(), name: null };
    await world.call(newsletterApi.addSubscriber, { params: { groupId: group }, body });
    await week();
    expect(await recipients()).toEqual([0, 1].map(address));
  });
});

describe("What is not wanted any more is left out, with the reason", () => {
  const leftOut = async () =>
    (await shown({ status: "left_out" })).mails.map(({ recipient, error }) => [recipient, error]);

  test("because the subscriber left while the newsletter waited", async () => {
    const [first = 0] = await subscribe(3);
    quota.mockResolvedValueOnce({ ok: true, left: 0 });
    await week();
    await world.call(newsletterApi.removeSubscriber, { params: { id: first } });
    await world.changeSubscriber(1, { is_active: false });
    await minutes(61);
    expect(await recipients()).toEqual([address(2)]);
    const error = "Unsubscribed before it was sent.";
    expect(await leftOut()).toEqual([
      [address(0), error],
      [address(1), error],
    ]);
  });

  test("because the newsletter was switched off", async () => {
    await subscribe(2);
    quota.mockResolvedValueOnce({ ok: true, left: 0 });
    await week();
    await save({ is_active: false });
    await minutes(61);
    expect(send).not.toHaveBeenCalled();
    expect(await leftOut()).toEqual([
      [address(0), "The newsletter was switched off."],
      [address(1), "The newsletter was switched off."],
    ]);
    expect(await shown()).toMatchObject({ wait_until: null, why: null });
  });

  test("because the next one begins: nobody gets two at once", async () => {
    await subscribe(2);
    quota.mockResolvedValueOnce({ ok: true, left: 1 });
    await week();
    const before = await shown();
    world.clock.advance(7 * 86_400_000);
    await week();
    expect(await recipients()).toEqual([0, 0, 1].map(address));
    const now = await shown();
    expect(now.slot).not.toBe(before.slot);
    expect(now.counts).toEqual({ sent: 2 });
    const { rows } = await world.database.query(
      "select error from mails where status = 'left_out'",
    );
    expect(rows).toEqual([{ error: "The next newsletter began before this one could be sent." }]);
  });
});

describe("The list of a newsletter's mails", () => {
  test("is empty before the first", async () => {
    expect(await shown()).toEqual({
      ...{ slot: null, wait_until: null, why: null, counts: {}, mails: [], next: null },
    });
  });

  test("has a row for each recipient, 50 to a page, and by status", async () => {
    await subscribe(103);
    send.mockResolvedValueOnce({ ok: false, error: "550 No such user" });
    await week();
    const first = await shown();
    expect(first.counts).toEqual({ sent: 102, failed: 1 });
    expect(first.mails).toHaveLength(50);
    expect(first.mails[0]).toMatchObject({ status: "failed", error: "550 No such user" });
    const second = await shown({ after: Number(first.next) });
    const third = await shown({ after: Number(second.next) });
    expect(third.mails).toHaveLength(3);
    expect(third.next).toBeNull();
    const all = [...first.mails, ...second.mails, ...third.mails];
    expect(all.map(({ recipient }) => recipient)).toEqual(
      Array.from({ length: 103 }, (_, n) => address(n)),
    );
    const refused = await shown({ status: "failed" });
    expect(refused.mails).toHaveLength(1);
    expect(refused.next).toBeNull();
  });

  test("is complete before the first mail is sent, however long it is", async () => {
    // The list is made in parts of 2,000.
    await subscribe(2001);
    quota.mockResolvedValueOnce({ ok: true, left: 0 });
    await week();
    expect((await shown()).counts).toEqual({ waiting: 2001 });
  });
});

describe("The test of a mail service", () => {
  const request = async () => ({ params: { id: (await service())?.id ?? 0 } });
  const pass = async () => world.call(integrationsApi.test, await request());
  const refused = async () => world.refusal(integrationsApi.test, await request());

  test("says what the account may send, and keeps what an operator should know", async () => {
    tested.mockResolvedValueOnce({
      ...{ ok: true, takesSender: true },
      ...{ limits: "14 a second", notes: ["One.", "Two."] },
    });
    expect(await pass()).toEqual({ message: `Mail can be sent from ${sender}. 14 a second.` });
    expect(await service()).toMatchObject({ note: "One. Two.", last_known_error: null });
    expect(send).not.toHaveBeenCalled();
  });

  test("does not say that mail can be sent while only a mail would show that", async () => {
    tested.mockResolvedValueOnce({
      ...{ ok: true, takesSender: false },
      ...{ limits: null, notes: ["One."] },
    });
    expect(await pass()).toEqual({
      message: `The mail service answers. Send a test email to check that ${sender} may send.`,
    });
    expect(await service()).toMatchObject({ note: "One.", last_known_error: null });
  });

  test("tries the sender of the newsletter that is sent by it, and names it if it is refused", async () => {
    const own = String((await service())?.store_name);
    await pass();
    expect(tested.mock.lastCall?.[1]).toBe(sender);
    const other = "akcije@zima.example.com";
    await save({ sender_email: other });
    expect(await pass()).toEqual({ message: `Mail can be sent from ${other}.` });
    expect(tested.mock.lastCall?.[1]).toBe(other);
    tested.mockResolvedValueOnce({ ok: false, why: "credentials", error: "Not verified." });
    const detail = `As ${other}, the newsletter's sender: Not verified.`;
    expect(await refused()).toEqual({ status: 400, detail });
    expect(await service()).toMatchObject({ last_known_error: detail });
    // A newsletter that is sent by nothing has no sender of this service.
    const none = { is_active: false, integration_id: null };
    await save({ ...none, sender_email: other });
    await pass();
    expect(tested.mock.lastCall?.[1]).toBe(own);
    expect(await service()).toMatchObject({ last_known_error: null });
  });

  test("that does not answer, or asks to wait, changes nothing", async () => {
    tested.mockRejectedValueOnce(new Error("secret"));
    const silent = "The mail service did not answer. Try again.";
    expect(await refused()).toEqual({ status: 503, detail: silent });
    const retryAt = inMinutes(1);
    tested.mockResolvedValueOnce({ ok: false, why: "later", error: "Throttled.", retryAt });
    expect(await refused()).toEqual({ status: 503, detail: "Throttled." });
    expect(await service()).toMatchObject({ last_known_error: null });
  });

  test("is done before the keys are stored", async () => {
    const other = await world.addGroup("Druga");
    tested.mockResolvedValueOnce({ ok: false, why: "credentials", error: "Not verified." });
    await expect(addMailService(world, other)).rejects.toThrow();
    expect(await world.call(integrationApi.list, { params: { id: other } })).toEqual([]);
  });

  test("is for mail services alone", async () => {
    const { id } = await world.call(integrationsApi.add, {
      params: { id: group },
      body: {
        platform: "shopify",
        store_name: "zima.myshopify.com",
        credentials: { api_key: "a", password: "b", webhook_secret: "c" },
      },
    });
    expect(await world.said(integrationsApi.test, { params: { id } })).toBe(
      "409 Shopify has no test here.",
    );
  });
});

test("mails that waited when a backup was made are unknown after its restore, and not sent again", async () => {
  await subscribe(2);
  quota.mockResolvedValueOnce({ ok: true, left: 1 });
  await week();
  const { db } = world.database;
  // A restore ends all sessions; the operator signs in again.
  const open = await db.select().from(sessions);
  await settleRestored(db, world.clock.now());
  await db.insert(sessions).overridingSystemValue().values(open);
  await minutes(61);
  expect(send).toHaveBeenCalledTimes(1);
  expect(await shown()).toMatchObject({ why: null, counts: { sent: 1, unknown: 1 } });
});
