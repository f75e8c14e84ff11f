import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import { deleteOldSandboxMails } from "../../../../server/adapters/sandbox/mailer.ts";
import {
  integrations,
  mails,
  products,
  sandboxMails,
  shopProducts,
} from "../../../../server/db/schema.ts";
import {
  deleteOldMails,
  recoverAbandonedMails,
} from "../../../../server/features/newsletter/newsletter-mails.ts";
import { sendNewsletter } from "../../../../server/features/newsletter/send-job.ts";
import { address, group, startMailWorld } from "./mail-world.ts";
import { mjml, sender } from "./support.ts";

const world = await startMailWorld();
const { send, save, subscribe, activeFor, week, mailbox, recipients, kept } = world;
const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000);

describe("The weekly newsletter", () => {
  test("goes to every active subscriber of the group, from its sender", async () => {
    await activeFor(3);
    await world.changeSubscriber(1, { is_active: false });
    const other = await world.addGroup("Bez njuzletera");
    await subscribe(2, other);
    await week();
    expect(await recipients()).toEqual([address(0), address(2)]);
    const [mail] = await mailbox();
    expect(mail).toMatchObject({ sender, subject: "Zdravo Čitalac 0" });
    expect(mail?.html).toContain("Čitalac 0, evo:");
    expect(await kept()).toEqual([
      expect.objectContaining({ status: "sent", recipient: address(0), group_id: group }),
      expect.objectContaining({ status: "sent", recipient: address(2), group_id: group }),
    ]);
  });

  test("goes to nobody while it is not active", async () => {
    await save({ is_active: false });
    await subscribe(3);
    await week();
    expect(send).not.toHaveBeenCalled();
  });

  test("is sent once a week however often its job is delivered, and again the next week", async () => {
    // A job sends 50 mails.
    await activeFor(51);
    await week(2);
    await week();
    expect((await recipients()).toSorted()).toEqual(
      Array.from({ length: 51 }, (_, n) => address(n)).toSorted(),
    );
    world.clock.advance(7 * 86_400_000);
    await week();
    expect(await mailbox()).toHaveLength(102);
  });

  test("is sent once when two processes work on the same job at once", async () => {
    await activeFor(20);
    const work = { groupId: group, slot: "2026-11-23T08:00:00.000Z", after: 0, silences: 0 };
    await Promise.all(Array.from({ length: 4 }, () => sendNewsletter(work, world.run)));
    expect(await mailbox()).toHaveLength(20);
    expect(new Set(await recipients()).size).toBe(20);
  });

  test("returns how many mails it sent, for the log", async () => {
    await activeFor(2);
    await world.changeSubscriber(1, { email: "bounce@example.com" });
    const work = { groupId: group, slot: "2026-11-23T08:00:00.000Z", after: 0, silences: 0 };
    expect(await sendNewsletter(work, world.run)).toEqual({ sent: 1, refused: 1, unknown: 0 });
  });
});

describe("The list of products", () => {
  const evo = async () => {
    const [mail] = await mailbox();
    return /evo: (.*?) ?<a/.exec(mail?.html ?? "")?.[1]?.trim();
  };
  const template = mjml(
    '<mj-text>evo: {% for p in products %}{{ p.name }}|{{ p.price }}|{{ p.old_price }}|{{ p.image_url }}|{{ p.url }} {% endfor %}<a href="{{ unsubscribe_url }}">x</a></mj-text>',
  );
  async function addShop(rows: Partial<typeof shopProducts.$inferInsert>[], groupId = group) {
    const [shop] = await world.database.db
      .insert(integrations)
      .values({
        group_id: groupId,
        platform: "shopify",
        store_name: `s${groupId}`,
        credentials: "",
      })
      .returning();
    await world.database.db.insert(shopProducts).values(
      rows.map((row, n) => ({
        integration_id: shop?.id ?? 0,
        product_id: String(n),
        title: `Proizvod ${n}`,
        price: 1990,
        tags: [],
        units_sold: n,
        ...row,
      })),
    );
  }
  beforeEach(async () => {
    await save({ mjml_template: template });
    await subscribe(1);
  });

  test("has the products on sale in the group's shops, the best sellers first", async () => {
    await addShop([
      { title: "Pun", units_sold: 99 },
      {
        title: "Šal",
        compare_at_price: 2490.5,
        image_url: "/media/sal.svg",
        product_url: "https://shop.example.com/sal?a=1&b='2'",
      },
      {
        title: "Duks",
        price: 3590.5,
        compare_at_price: 4990,
        image_url: "javascript:alert(1)",
        product_url: "//zla.example.com",
      },
      { title: "Skuplji", compare_at_price: 1000 },
    ]);
    await addShop([{ title: "Tuđ", compare_at_price: 9999 }], await world.addGroup("Druga"));
    await week();
    expect(await evo()).toBe(
      "Duks|3.590,50|4.990||http://zla.example.com/ Šal|1.990|2.490,50|http://localhost:4100/media/sal.svg|https://shop.example.com/sal?a=1&amp;b=%272%27",
    );
  });

  test("has the best sellers if nothing is on sale", async () => {
    await addShop(Array.from({ length: 9 }, () => ({})));
    await week();
    expect((await evo())?.match(/Proizvod \d/g)).toEqual(
      [8, 7, 6, 5, 4, 3].map((n) => `Proizvod ${n}`),
    );
  });

  test("has the catalog if there is no shop", async () => {
    await world.database.db.insert(products).values([
      {
        name: "Šolja",
        product_image_url: "/media/solja.svg",
        description: "Šolja.",
        call_to_action_url: "https://shop.example.com/solja",
      },
      { name: "Sklonjena", product_image_url: "/x.svg", description: "x", is_active: false },
    ]);
    await week();
    expect(await evo()).toBe(
      "Šolja|||http://localhost:4100/media/solja.svg|https://shop.example.com/solja",
    );
  });
});

describe("The stored mails", () => {
  test("one whose process was killed is unknown once no process can be sending it", async () => {
    await activeFor(2);
    await week();
    const [first] = await kept();
    await world.database.db
      .update(mails)
      .set({ status: "sending", sent_at: null })
      .where(eq(mails.id, first?.id ?? 0));
    expect(await world.transaction(recoverAbandonedMails)).toBe(0);
    world.clock.advance(6 * 60_000);
    expect(await world.transaction(recoverAbandonedMails)).toBe(1);
    expect(await kept()).toEqual([
      expect.objectContaining({ status: "unknown", error: expect.stringContaining("may have") }),
      expect.objectContaining({ status: "sent", error: null }),
    ]);
    await week();
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("are kept for 90 days, and those in the sandbox for 30", async () => {
    await activeFor(3);
    await week();
    await world.database.db.update(mails).set({ created_at: daysAgo(89) });
    await world.database.db.update(sandboxMails).set({ sent_at: daysAgo(29) });
    const [first] = await kept();
    const [page] = await mailbox();
    await world.database.db
      .update(mails)
      .set({ created_at: daysAgo(91) })
      .where(eq(mails.id, first?.id ?? 0));
    await world.database.db
      .update(sandboxMails)
      .set({ sent_at: daysAgo(31) })
      .where(eq(sandboxMails.id, page?.id ?? 0));
    await deleteOldMails(world.database, world.clock.now());
    await deleteOldSandboxMails(world.database, world.clock.now());
    expect((await kept()).map(({ recipient }) => recipient)).toEqual([address(1), address(2)]);
    expect(await recipients()).toEqual([address(1), address(2)]);
  });
});

describe("The link to unsubscribe", () => {
  async function link() {
    await activeFor(2);
    await week();
    const [mail] = await mailbox();
    expect(mail?.html).toContain(`href="${mail?.unsubscribe_url}"`);
    return new URL(mail?.unsubscribe_url ?? "");
  }
  const activity = async (groupId = group) =>
    (await world.call(newsletterApi.subscribers, { params: { groupId } })).map(
      ({ is_active }) => is_active,
    );

  test("asks first, and then unsubscribes that one subscriber", async () => {
    const url = await link();
    expect(url.origin).toBe("http://localhost:4100");
    const page = await world.fetch(url);
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
    expect(text).toContain('<form method="post"');
    expect(await activity()).toEqual([true, true]);

    const action = /action="([^"]+)"/.exec(text)?.[1] ?? "";
    const done = await world.fetch(action, { method: "POST", headers: { Origin: url.origin } });
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining("You are unsubscribed"),
    ]);
    expect(await activity()).toEqual([false, true]);
  });

  test("accepts a mail program's own button, once or more", async () => {
    const url = await link();
    for (let n = 0; n < 2; n++) {
      const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
      expect((await world.fetch(url, { method: "POST", body })).status).toBe(200);
    }
    expect(await activity()).toEqual([false, true]);
    await week();
    world.clock.advance(7 * 86_400_000);
    await week();
    expect((await recipients()).filter((one) => one === address(0))).toHaveLength(1);
  });

  test("works for an address that was removed and added again", async () => {
    const url = await link();
    await world.database.query("delete from subscribers");
    await subscribe(2);
    const done = await world.fetch(url, { method: "POST" });
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining("You are unsubscribed"),
    ]);
    expect(await activity()).toEqual([false, true]);
  });

  test("does not touch somebody whose row has the same id after a restore", async () => {
    const url = await link();
    // As a restored database may: its next subscriber gets an id that was given before.
    await world.changeSubscriber(0, { email: "drugi@example.com" });
    await world.fetch(url, { method: "POST" });
    expect(await activity()).toEqual([true, true]);
  });

  test("is of one group: the address stays on the list of another", async () => {
    const url = await link();
    const other = await world.addGroup("Druga grupa");
    await subscribe(2, other);
    await world.fetch(url, { method: "POST" });
    expect(await activity(other)).toEqual([true, true]);
  });

  test("works for a subscriber who has been removed meanwhile", async () => {
    const url = await link();
    await world.database.query("delete from subscribers");
    expect((await world.fetch(url, { method: "POST" })).status).toBe(200);
    expect((await kept())[0]).toMatchObject({ subscriber_id: null, recipient: address(0) });
  });

  test.each(["", "17", "unsubscribe:1", "v1.AAAA"])("cannot be forged: %j", async (token) => {
    await link();
    const forged = `/newsletter/unsubscribe?token=${token}`;
    for (const method of ["GET", "POST"]) {
      const answer = await world.fetch(forged, { method });
      expect([answer.status, await answer.text()]).toEqual([
        404,
        expect.stringContaining("This link is incomplete."),
      ]);
    }
    // Nor from another secret of the server.
    const secret = world.ports.secrets.seal(
      JSON.stringify({ group, email: address(0) }),
      "cookie sign-in",
    );
    const other = await world.fetch(`/newsletter/unsubscribe?token=${secret}`, {
      method: "POST",
    });
    expect(other.status).toBe(404);
    expect(await activity()).toEqual([true, true]);
  });
});
