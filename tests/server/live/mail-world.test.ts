import { describe, expect, onTestFinished, test } from "vitest";
import { integrationsApi } from "@/features/integrations/contract";
import { checkLive } from "../../../server/checks/live-check.ts";
import { readConfig } from "../../../server/config.ts";
import { integrations } from "../../../server/db/schema.ts";
import { openKeys } from "../../../server/features/integrations/integration-keys.ts";
import { liveWorld } from "../../../server/ports/world.ts";
import { smtpLogin, startSmtp } from "../../peers/smtp/peer.ts";
import { addMailService, addSubscribers, saveNewsletter } from "../features/newsletter/support.ts";
import { createWorld } from "../world.ts";
import { livePortsOf } from "./live-ports.ts";
import { mail, openMailerAt, signal } from "./mail-support.ts";

const origin = { PUBLIC_ORIGINS: "https://console.example.com" };

async function portsOf(environment: Record<string, string>) {
  const world = await createWorld();
  const ports = await livePortsOf(world, environment);
  await world.close();
  return ports;
}

const linksLead =
  "For LIVE=amazon_ses set PUBLIC_ORIGINS to the https address of the console: the links to unsubscribe lead there.";

describe("A server does not start", () => {
  test.each([
    [{ LIVE: "smtp", ...origin }, "For LIVE=smtp set SMTP_URL."],
    [
      { LIVE: "smtp,amazon_ses", SMTP_URL: "smtp://mail.example.com", ...origin },
      "LIVE names amazon_ses and smtp: mail goes out by one.",
    ],
    [{ LIVE: "amazon_ses" }, linksLead],
    [{ LIVE: "amazon_ses", PUBLIC_ORIGINS: "http://console.example.com" }, linksLead],
  ])("with %j", (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
  });

  test.each([
    ...["mail.example.com", "https://mail.example.com", "smtp://user@mail.example.com"],
    ...[
      "smtp://u:p@mail.example.com/inbox",
      "smtp://u:p@mail.example.com?tls=no",
      "smtp://u:%@m.rs",
    ],
  ])("with an SMTP_URL that is none, and does not repeat it: %s", (SMTP_URL) => {
    const read = () => readConfig({ LIVE: "smtp", SMTP_URL, ...origin });
    expect(read).toThrow(/^SMTP_URL must look like smtps:\/\/user:password@smtp\.example\.com:465/);
    expect(read).not.toThrow(SMTP_URL);
  });
});

test.each([
  [
    "smtps://ana%40zima.rs:p%2Fw@smtp.example.com",
    { host: "smtp.example.com", port: 465, isEncrypted: true },
    { user: "ana@zima.rs", pass: "p/w" },
  ],
  [
    "smtp://smtp.example.com",
    { host: "smtp.example.com", port: 587, isEncrypted: false },
    undefined,
  ],
  ["smtp://[::1]:2525", { host: "::1", port: 2525, isEncrypted: false }, undefined],
])("SMTP_URL=%s names the server", (SMTP_URL, server, login) => {
  expect(readConfig({ LIVE: "smtp", SMTP_URL, ...origin }).live?.smtp).toEqual({
    ...server,
    login,
  });
});

describe("Mail in a live world", () => {
  test("that LIVE does not name is off, in one sentence, and is not reported about", async () => {
    const { mailer, mailEvents, world } = await portsOf({ LIVE: "bluesky" });
    const off = {
      ok: false,
      why: "credentials",
      error: "Mail is switched off on this server: LIVE does not name amazon_ses or smtp.",
    };
    expect(await mailer.send({}, mail, signal)).toEqual(off);
    expect(await mailer.test({}, mail.from, signal)).toEqual(off);
    expect(await mailer.quota({}, signal)).toEqual(off);
    expect(mailEvents).toBeUndefined();
    expect([world.outside.amazon_ses, world.outside.smtp]).toEqual(["off", "off"]);
  });

  test("that is held is not sent, and no topic is confirmed", async () => {
    const error = "Held: no mail is sent while HOLD is set.";
    for (const LIVE of ["amazon_ses", "smtp"]) {
      const server = await portsOf({ HOLD: "1", LIVE, SMTP_URL: "smtp://127.0.0.1:1" });
      const sent = await server.mailer.send({}, mail, signal);
      expect(sent).toEqual({ ok: false, why: "credentials", error });
      expect(server.mailEvents).toBeUndefined();
      // It is tested all the same.
      const why = LIVE === "smtp" ? "later" : "credentials";
      expect(await server.mailer.test({}, mail.from, signal)).toMatchObject({ why });
    }
  });

  test("by Amazon SES asks for keys, and hears of bounces", async () => {
    const { mailer, mailEvents, world } = await portsOf({ LIVE: "amazon_ses", ...origin });
    expect(await mailer.send({}, mail, signal)).toEqual({
      ok: false,
      why: "credentials",
      error: "Amazon SES needs an access key ID, a secret access key and a region.",
    });
    expect(mailEvents).toBeDefined();
    expect([world.outside.amazon_ses, world.outside.smtp]).toEqual(["real", "off"]);
  });
});

describe("The mail service of a group, where mail is sent by SMTP,", () => {
  const body = { platform: "amazon_ses", store_name: mail.from } as const;
  const keys = { aws_access_key_id: "hush-1", aws_secret_access_key: "hush-2" };

  async function open(reached = liveWorld(["smtp"], false)) {
    const server = await startSmtp({ isOpen: true });
    const mailer = openMailerAt(server.port, { now: () => new Date() });
    const world = await createWorld({ ports: { world: reached, mailer } });
    onTestFinished(async () => {
      await world.close();
      await server.close();
    });
    const request = { params: { id: await world.addGroup() } };
    const storedKeys = async () => {
      const [row] = await world.database.db.select().from(integrations);
      return row && openKeys(world.ports.secrets, row);
    };
    return { world, server, request, group: request.params.id, storedKeys };
  }

  test.each([
    ["real", false],
    ["held", true],
  ])("is a sender without keys, and is tested: %s", async (_, isHeld) => {
    const { world, request, storedKeys } = await open(liveWorld(["smtp"], isHeld));
    const { id, note, events_url } = await world.call(integrationsApi.add, { ...request, body });
    expect([note, events_url]).toEqual(["Mails go out by 127.0.0.1.", null]);
    expect(await storedKeys()).toEqual({});
    expect(await world.call(integrationsApi.test, { params: { id } })).toEqual({
      message: "Mail can be sent from novosti@zima.example.com.",
    });
  });

  test("is refused, with the server's words, if the server does not take its sender", async () => {
    const { world, server, request } = await open();
    const { id } = await world.call(integrationsApi.add, { ...request, body });
    const words = "5.7.1 Sender address rejected: not owned by user";
    server.state.refuse = (step) => (step === "to" ? { code: 553, words } : undefined);
    const refusal = { status: 400, detail: `553 ${words}` };
    expect(await world.refusal(integrationsApi.test, { params: { id } })).toEqual(refusal);
    const other = { ...body, store_name: "drugi@zima.example.com" };
    expect(await world.refusal(integrationsApi.add, { ...request, body: other })).toEqual(refusal);
    expect(server.received).toEqual([]);
  });

  test("sends the newsletter of its group", async () => {
    const { world, server, request, group } = await open();
    await world.call(integrationsApi.add, { ...request, body });
    await addSubscribers(world, group, 1);
    await saveNewsletter(world, group);
    await world.transaction(({ enqueue }) => enqueue("newsletter", {}));
    await world.runJobs();
    expect(server.received.map(({ subject }) => subject)).toEqual(["Zdravo Čitalac 0"]);
  });

  test("is there once for each sender, under its own name", async () => {
    const { world, request, storedKeys } = await open();
    await world.call(integrationsApi.add, { ...request, body: { ...body, credentials: keys } });
    // It keeps no keys, even if it gets some.
    expect(await storedKeys()).toEqual({});
    expect(await world.refusal(integrationsApi.add, { ...request, body })).toEqual({
      status: 409,
      detail: "This group already has novosti@zima.example.com on Mail by SMTP.",
    });
  });

  test.each([
    ["Amazon SES", liveWorld(["amazon_ses"], false)],
    ["nothing", liveWorld(["bluesky"], false)],
  ])("needs its keys where mail is sent by %s instead", async (_, reached) => {
    const { world, request } = await open(reached);
    expect(await world.refusal(integrationsApi.add, { ...request, body })).toEqual({
      status: 422,
      detail: [{ loc: ["body", "credentials"], msg: "Field required", type: "missing" }],
    });
  });
});

describe("live:check", () => {
  async function check(environment: Record<string, string>, sender_email?: string) {
    const world = await createWorld();
    const group = await world.addGroup();
    await addMailService(world, group);
    if (sender_email) await saveNewsletter(world, group, { sender_email });
    const said: string[] = [];
    const failed = await checkLive(
      world.database,
      world.ports.secrets,
      readConfig(environment),
      {},
      (line) => {
        // Those of videos have tests of their own.
        if (!line.startsWith("Videos: ")) said.push(line);
      },
    );
    await world.close();
    return { failed, said };
  }
  const name = "Mail from novosti@zimska.example.com (Zimska kolekcija)";

  test("says that mail is switched off", async () => {
    expect(await check({ LIVE: "bluesky" })).toEqual({
      failed: 0,
      said: ["There are no accounts.", `${name}: not checked, mail is switched off`],
    });
  });

  test("counts a mail service that does not pass with the newsletter's sender, and sends nothing", async () => {
    // A certificate that nobody knows: no login is sent.
    const server = await startSmtp();
    const SMTP_URL = `smtp://${smtpLogin.user}:${encodeURIComponent(smtpLogin.pass)}@127.0.0.1:${server.port}`;
    const environment = { LIVE: "smtp", SMTP_URL, ...origin };
    const { failed, said } = await check(environment, "akcije@zima.example.com");
    expect(failed).toBe(1);
    expect(said.at(-1)).toBe(
      `${name}: as akcije@zima.example.com, the newsletter's sender: 127.0.0.1 could not be reached (ESOCKET).`,
    );
    expect(said.join()).not.toContain("canary");
    expect(server.received).toEqual([]);
    await server.close();
  });
});
