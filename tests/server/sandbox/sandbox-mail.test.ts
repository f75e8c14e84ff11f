import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import { sandboxMails } from "../../../server/db/schema.ts";
import { seedIfEmpty } from "../../../server/seed/seed.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const keys = {
  aws_access_key_id: "AKIA",
  aws_secret_access_key: "secret",
  aws_region: "eu-central-1",
};
const mail = {
  from: "novosti@example.com",
  to: "milica@example.com",
  subject: 'Ponuda <b>nedelje</b> & "još"',
  html: "<!doctype html><p>Zdravo</p><script>alert(1)</script>",
  unsubscribeUrl: "https://console.example.com/newsletter/unsubscribe?token=x",
};
const send = (given: Partial<typeof keys> = {}, more: Partial<typeof mail> = {}) =>
  world.ports.mailer.send(
    { ...keys, ...given },
    { ...mail, ...more },
    new AbortController().signal,
  );
const open = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await world.fetch(path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const clear = () => world.database.db.delete(sandboxMails);

describe("The mail service refuses", () => {
  test.each([
    [
      { aws_access_key_id: "wrong" },
      {},
      "UnrecognizedClientException: The security token included in the request is invalid.",
      "credentials",
    ],
    [{ aws_secret_access_key: "so-Wrong" }, {}, /^SignatureDoesNotMatch: /, "credentials"],
    [
      { aws_access_key_id: "" },
      {},
      "MissingAuthenticationToken: Missing Authentication Token",
      "credentials",
    ],
    [
      {},
      { from: "wrong@example.com" },
      "MessageRejected: Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: wrong@example.com",
      "credentials",
    ],
    [{}, { to: "wrong@example.com" }, "MessageRejected: Address blacklisted.", undefined],
    [{}, { to: "Bounce@example.com" }, "MessageRejected: Address blacklisted.", undefined],
  ])("%j %j", async (given, more, error, why) => {
    await clear();
    const answer = await send(given, more);
    expect(answer).toEqual({ ok: false, error: expect.stringMatching(error), why });
    expect(await world.database.db.$count(sandboxMails)).toBe(0);
  });
});

describe("The mailbox", () => {
  test("says when it is empty", async () => {
    await clear();
    expect((await open("/sandbox/mail")).text).toContain("No mail has been sent yet.");
    expect((await open("/sandbox/mail?page=2")).text).toContain("There are no more mails.");
  });

  test("lists the newest first, fifty to a page, everything escaped", async () => {
    await clear();
    for (let n = 1; n <= 51; n++)
      expect(await send({}, { to: `a${n}@example.com` })).toEqual({ ok: true });
    const first = await open("/sandbox/mail");
    expect(first.text.match(/a\d+@example\.com/g)?.slice(0, 2)).toEqual([
      "a51@example.com",
      "a50@example.com",
    ]);
    expect(first.text).not.toContain("a1@example.com");
    expect(first.text).toContain("Ponuda &lt;b&gt;nedelje&lt;/b&gt; &amp; &quot;još&quot;");
    expect(first.text).toContain('href="/sandbox/mail?page=2"');
    const second = await open("/sandbox/mail?page=2");
    expect(second.text.match(/a\d+@example\.com/g)).toEqual(["a1@example.com"]);
    for (const odd of ["0", "-1", "1.5", "abc", "1e99"]) {
      expect((await open(`/sandbox/mail?page=${odd}`)).text).toContain("a51@example.com");
    }
    expect((await open("/sandbox/mail.css")).headers.get("Content-Type")).toContain("text/css");
  });

  test("shows a mail in a frame that runs no script", async () => {
    await clear();
    await send();
    const [kept] = await world.database.db.select().from(sandboxMails);
    const page = await open(`/sandbox/mail/${kept?.id}`);
    expect(page.status).toBe(200);
    for (const shown of [mail.from, mail.to, mail.unsubscribeUrl, "Ponuda &lt;b&gt;"]) {
      expect(page.text).toContain(shown);
    }
    expect(page.text).toContain(`<iframe src="/sandbox/mail/${kept?.id}/body"`);
    expect(page.text).not.toContain("<script>");
    expect(page.headers.get("Content-Security-Policy")).toMatch(
      /default-src 'none'.*frame-src 'self'/,
    );

    const body = await open(`/sandbox/mail/${kept?.id}/body`);
    expect(body.text).toBe(mail.html);
    expect(body.headers.get("Content-Type")).toContain("text/html");
    const policy = body.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toMatch(/^sandbox [^;]*; default-src 'none'/);
    expect(policy).not.toMatch(/allow-scripts|allow-forms|allow-top|script-src/);
    expect(policy).toContain("frame-ancestors 'self'");
  });

  test.each(["0", "999999", "abc", "%00", "1.5"])("has no mail %s", async (id) => {
    for (const path of [`/sandbox/mail/${id}`, `/sandbox/mail/${id}/body`]) {
      const { status, text } = await open(path);
      expect([status, text]).toEqual([404, expect.stringContaining("There is no such mail.")]);
    }
  });

  test("is closed to requests from other machines", async () => {
    await clear();
    await send();
    const [kept] = await world.database.db.select().from(sandboxMails);
    for (const path of [
      "/sandbox/mail",
      `/sandbox/mail/${kept?.id}`,
      `/sandbox/mail/${kept?.id}/body`,
    ]) {
      const { status, text } = await open(path, { "X-Forwarded-For": "203.0.113.7" });
      expect(status).toBe(404);
      expect(text).not.toContain("milica");
    }
  });

  test("are not shown through a proxy that hides that it is one", async () => {
    const proxied = await createWorld({ environment: { PUBLIC_ORIGINS: "http://localhost:8080" } });
    onTestFinished(() => proxied.close());
    await proxied.ports.mailer.send(keys, mail, new AbortController().signal);
    const answer = await proxied.fetch("/sandbox/mail");
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.not.stringMatching("milica"),
    ]);
  });
});

test("the seed has a newsletter that is sent", async () => {
  const seeded = await createWorld();
  onTestFinished(() => seeded.close());
  await seeded.transaction(seedIfEmpty);
  const [group] = await seeded.call(groupApi.list, {});
  const of = { params: { groupId: group?.id ?? 0 } };
  expect(await seeded.call(newsletterApi.settings, of)).toMatchObject({
    is_active: true,
    sender_email: "newsletter@zimska-kolekcija.example.com",
  });
  const people = await seeded.call(newsletterApi.subscribers, of);
  expect(people.length).toBeGreaterThanOrEqual(40);
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
  expect(await seeded.call(newsletterApi.sendTest, of)).toMatchObject({
    message: expect.stringMatching(/^Test email sent to /),
  });
  // Runs only this job, not a week of the others.
  await seeded.database.query("delete from pgboss.job where name not in ('sync-products')");
  await seeded.transaction(({ enqueue }) => enqueue("newsletter", {}));
  await seeded.runJobs();
  const sent = await seeded.database.db.$count(sandboxMails);
  expect(sent).toBe(1 + people.filter(({ is_active }) => is_active).length);
});
