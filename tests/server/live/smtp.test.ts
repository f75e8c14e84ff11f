import { afterEach, describe, expect, test } from "vitest";
import { createSmtpMailer, type SmtpServer } from "../../../server/adapters/live/smtp/mailer.ts";
import type { Mail } from "../../../server/ports/mail/mailer.ts";
import { smtpLogin, startSmtp } from "../../peers/smtp/peer.ts";
import { certificate } from "../../peers/support/certificate.ts";
import { createTime, shownOf } from "../../peers/support/publishing.ts";
import { closedPort, startRawServer } from "../../peers/support/raw-server.ts";
import { mail, openMailerAt, signal, textOfThatMail } from "./mail-support.ts";

const time = createTime();
const at = (minutes: number) => new Date(time.now().getTime() + minutes * 60_000);

type Peer = Awaited<ReturnType<typeof startSmtp>>;
let running: Peer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});
async function start(options: Parameters<typeof startSmtp>[0] = {}): Promise<Peer> {
  running = await startSmtp(options);
  return running;
}

const mailerAt = (port: number, more: Partial<SmtpServer> = {}) =>
  createSmtpMailer({
    server: { host: "127.0.0.1", port, isEncrypted: false, login: smtpLogin, ...more },
    ...{ clock: time, ca: certificate.cert },
  });
const send = ({ port }: { readonly port: number }, more: Partial<Mail> = {}) =>
  mailerAt(port).send({}, { ...mail, ...more }, signal);

describe("A mail that an SMTP server takes", () => {
  test.each([
    ["with TLS from the first byte", true],
    ["with STARTTLS", false],
  ])("arrives whole, after a login: %s", async (_, isEncrypted) => {
    const server = await start({ isEncrypted });
    expect(await mailerAt(server.port, { isEncrypted }).send({}, mail, signal)).toEqual({
      ok: true,
    });
    const [got] = server.received;
    expect(got?.subject).toBe("Čao, 50 % popusta");
    expect(got?.html).toContain("Zdravo, Đorđe!");
    expect(got?.text?.trim()).toBe(textOfThatMail);
    expect(got?.from?.text).toBe("novosti@zima.example.com");
    const header = (name: string) => got?.headerLines.find(({ key }) => key === name)?.line;
    expect(header("list-unsubscribe")).toBe(`List-Unsubscribe: <${mail.unsubscribeUrl}>`);
    expect(header("list-unsubscribe-post")).toBe(
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    );
  });

  test("has a connection of its own, also after an error", async () => {
    const server = await start();
    server.state.refuse = (step, address) =>
      step === "to" && address.startsWith("bounce") ? { code: 550, words: "No" } : undefined;
    await send(server);
    await send(server, { to: "bounce@primer.example.com" });
    expect(await send(server)).toEqual({ ok: true });
    expect(server.state.connections).toBe(3);
    expect(server.received).toHaveLength(2);
  });

  test("goes to a server that asks for no login", async () => {
    const server = await start({ isOpen: true });
    expect(await openMailerAt(server.port, time).send({}, mail, signal)).toEqual({ ok: true });
  });
});

describe("What an SMTP server refuses", () => {
  const credentials = { why: "credentials" };
  const undecided = { why: "credentials", scope: "post" };
  const refused = { why: undefined };
  const later = { why: "later", retryAt: at(1) };
  test.each([
    ["to", 550, "5.1.1 No such user", refused],
    ["to", 553, "5.1.3 Bad address", refused],
    ["to", 552, "5.2.2 Mailbox full", refused],
    ["to", 550, "No such user", refused],
    ["to", 550, "5.1.1 <relay@primer.example.com>: User unknown", refused],
    ["to", 550, "5.7.1 Sender not allowed", undecided],
    ["to", 554, "5.7.1 <milica@primer.example.com>: Relay access denied", undecided],
    ["to", 550, "relay not permitted", undecided],
    ["to", 450, "4.2.1 Greylisted", { why: "later", scope: "post", retryAt: at(15) }],
    ["to", 421, "4.7.0 Too many", later],
    ["to", 530, "5.7.0 Authentication required", credentials],
    ["auth", 535, "5.7.8 Bad password", credentials],
    ["auth", 454, "4.7.0 Temporary failure", later],
    ["from", 550, "5.7.1 Sender not allowed", credentials],
    ["from", 451, "4.3.0 Try again", later],
    ["data", 554, "5.7.1 Looks like spam", undecided],
    ["data", 550, "5.7.60 Not permitted to send as this sender", undecided],
    ["data", 554, "5.6.0 Bad content", refused],
    ["data", 452, "4.3.1 No space", later],
    ["connect", 554, "5.7.1 Blocked", credentials],
    ["connect", 421, "4.7.0 Not now", later],
  ] as const)("at %s: %i %s", async (step, code, words, expected) => {
    const server = await start();
    server.state.refuse = (now) => (now === step ? { code, words } : undefined);
    expect(await send(server)).toEqual({
      ...{ ok: false, error: `${code} ${words}` },
      ...expected,
    });
    expect(server.received).toEqual([]);
  });

  test("does not show the login, even if the server repeats it", async () => {
    const server = await start();
    const sent = Buffer.from(`\0${smtpLogin.user}\0${smtpLogin.pass}`).toString("base64");
    const words = `5.7.8 ${smtpLogin.user} ${smtpLogin.pass} ${sent}`;
    server.state.refuse = (step) => (step === "auth" ? { code: 535, words } : undefined);
    const answer = await send(server);
    expect(answer).toMatchObject({ error: "535 5.7.8 … … …" });
    expect(shownOf(answer)).not.toMatch(/canary/);
  });

  test("an address that SMTP cannot carry is refused before anything is sent", async () => {
    const server = await start();
    expect(await send(server, { to: "ana@\r\nRCPT TO:<other@example.com>" })).toMatchObject({
      ok: false,
    });
    expect(server.received).toEqual([]);
  });
});

describe("What certainly was not sent is sent later", () => {
  test("if the server cannot be reached, or its name is not known", async () => {
    expect(await mailerAt(await closedPort()).send({}, mail, signal)).toEqual({
      ...{ ok: false, why: "later", retryAt: at(1) },
      error: "127.0.0.1 could not be reached (ESOCKET).",
    });
    const nowhere = mailerAt(25, { host: "mail.nowhere.invalid" });
    expect(await nowhere.send({}, mail, signal)).toMatchObject({ why: "later", retryAt: at(1) });
  });

  test("if its certificate is not known: neither login nor mail leave", async () => {
    const server = await start();
    const mailer = createSmtpMailer({
      server: { host: "127.0.0.1", port: server.port, isEncrypted: false, login: smtpLogin },
      clock: time,
    });
    expect(await mailer.send({}, mail, signal)).toMatchObject({ ok: false, why: "later" });
    expect(server.received).toEqual([]);
  });

  test("if somebody on the way takes STARTTLS away", async () => {
    const server = await start({ isOpen: true });
    expect(await send(server)).toMatchObject({ ok: false });
    expect(server.received).toEqual([]);
  });

  test("if the connection ends before the mail was handed over", async () => {
    const raw = await startRawServer({ answer: () => undefined });
    const abort = new AbortController();
    const sending = mailerAt(raw.port).send({}, mail, abort.signal);
    await expect.poll(() => raw.connections()).toBe(1);
    abort.abort();
    expect(await sending).toMatchObject({ why: "later" });
  });
});

describe("A mail that was handed over and got no answer", () => {
  test("is thrown if the connection is cut: it may have been sent", async () => {
    const server = await start();
    server.state.atEnd = (socket) => socket.destroy().destroyed;
    await expect(send(server)).rejects.toThrow("127.0.0.1 did not answer.");
    expect(server.received).toHaveLength(1);
    expect(server.state.connections).toBe(1);
  });

  test("is thrown when the time is over", async () => {
    const server = await start();
    const abort = new AbortController();
    server.state.atEnd = () => {
      abort.abort();
      return true;
    };
    const sending = mailerAt(server.port).send({}, mail, abort.signal);
    await expect(sending).rejects.toThrow("127.0.0.1 did not answer.");
  });
});

describe("The test of a server", () => {
  const test_ = ({ port }: { readonly port: number }, from = mail.from) =>
    mailerAt(port).test({}, from, signal);

  test("offers it a mail of the sender to the sender, and sends none", async () => {
    const server = await start({ isEncrypted: true });
    const asked: string[] = [];
    server.state.refuse = (step, address) => {
      asked.push([step, address].join(" ").trim());
      return undefined;
    };
    const mailer = mailerAt(server.port, { isEncrypted: true });
    expect(await mailer.test({}, mail.from, signal)).toEqual({
      ...{ ok: true, takesSender: true, limits: null },
      notes: ["Mails go out by 127.0.0.1."],
    });
    expect(asked).toEqual(["connect", "auth canary-user", `from ${mail.from}`, `to ${mail.from}`]);
    await expect.poll(() => server.state.open()).toBe(0);
    expect(server.received).toEqual([]);
  });

  test.each([
    ["connect", 554, "5.7.1 Blocked", "credentials"],
    ["auth", 535, "5.7.8 No", "credentials"],
    ["from", 550, "5.7.1 Sender not allowed", "credentials"],
    ["from", 553, "5.1.8 Sender's domain not found", "credentials"],
    ["from", 451, "4.3.0 Try again", "later"],
    // Postfix says what it has against a sender when it hears of the recipient.
    ["to", 553, "5.7.1 Sender address rejected: not owned by user", "credentials"],
    ["to", 550, "relay not permitted", "credentials"],
    ["to", 530, "5.7.0 Authentication required", "credentials"],
    ["to", 421, "4.7.0 Too many", "later"],
  ] as const)("fails with the server's words, at %s: %i %s", async (step, code, words, why) => {
    const server = await start();
    server.state.refuse = (now) => (now === step ? { code, words } : undefined);
    expect(await test_(server)).toMatchObject({ ok: false, why, error: `${code} ${words}` });
    expect(server.received).toEqual([]);
  });

  test.each([
    [550, "5.1.1 No such user"],
    [450, "4.2.1 Greylisted"],
  ])("does not know if the sender gets no mail itself: %i %s", async (code, words) => {
    const server = await start();
    server.state.refuse = (step) => (step === "to" ? { code, words } : undefined);
    expect(await test_(server)).toEqual({
      ...{ ok: true, takesSender: false, limits: null },
      notes: [
        `Mails go out by 127.0.0.1; send a test email to check that novosti@zima.example.com may send, because it takes no mail to that address: ${code} ${words}`,
      ],
    });
  });

  test("fails for an address that SMTP cannot carry", async () => {
    const server = await start();
    expect(await test_(server, "novosti>@zima.example.com")).toMatchObject({ ok: false });
  });
});
