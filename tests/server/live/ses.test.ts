import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { AwsV4Signer } from "aws4fetch";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { textOfMail } from "../../../server/adapters/live/mail-text.ts";
import { createPace } from "../../../server/adapters/live/pace.ts";
import { sesAddress } from "../../../server/adapters/live/ses/call.ts";
import { createSesMailer } from "../../../server/adapters/live/ses/mailer.ts";
import { sesError, sesKeys, startSes } from "../../peers/ses/peer.ts";
import { createTime } from "../../peers/support/publishing.ts";
import { closedPort } from "../../peers/support/raw-server.ts";
import { mail, signal, textOfThatMail } from "./mail-support.ts";

const sendCall = "POST /v2/email/outbound-emails";
const accountCall = "GET /v2/email/account";
const { from } = mail;

let time: ReturnType<typeof createTime>;
let ses: Awaited<ReturnType<typeof startSes>>;
beforeEach(async () => {
  time = createTime();
  ses = await startSes(time);
  ses.state.identities["zima.example.com"] = {
    VerifiedForSendingStatus: true,
    DkimAttributes: { Status: "SUCCESS" },
  };
});
afterEach(() => ses.close());

const optionsAt = (address: string) => ({
  ...{ http: createHttp({ proxy: null }), clock: time, addressOf: () => address },
});
const mailerAt = (address: string) => createSesMailer(optionsAt(address));
const mailer = () => mailerAt(ses.origin);
const send = (keys: Partial<typeof sesKeys> = {}) =>
  mailer().send({ ...sesKeys, ...keys }, mail, signal);
const at = (ms: number) => new Date(time.now().getTime() + ms);

describe("A mail that Amazon SES takes", () => {
  test("has both bodies, and headers by which a mail program unsubscribes with one click", async () => {
    expect(await send()).toEqual({ ok: true });
    expect(ses.sent).toEqual([
      {
        FromEmailAddress: "novosti@zima.example.com",
        Destination: { ToAddresses: ["milica@primer.example.com"] },
        Content: {
          Simple: {
            Subject: { Data: "Čao, 50 % popusta", Charset: "UTF-8" },
            Body: {
              Html: { Data: mail.html, Charset: "UTF-8" },
              Text: { Data: textOfThatMail, Charset: "UTF-8" },
            },
            Headers: [
              { Name: "List-Unsubscribe", Value: `<${mail.unsubscribeUrl}>` },
              { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
            ],
          },
        },
      },
    ]);
    expect(ses.calls()).toEqual([sendCall]);
  });

  test("goes to the region's own address, which nothing but a region can change", async () => {
    expect(sesAddress("eu-central-1")).toBe("https://email.eu-central-1.amazonaws.com");
    expect(sesAddress("cn-north-1")).toBe("https://email.cn-north-1.amazonaws.com.cn");
    for (const aws_region of ["", "evil.example.com/", "us-east-1.evil.example.com", "US-EAST-1"]) {
      expect(await send({ aws_region })).toMatchObject({ ok: false, why: "credentials" });
    }
    expect(ses.calls()).toEqual([]);
  });
});

describe("What Amazon SES refuses", () => {
  // Every error that is not of the mail itself concerns the account.
  const credentials = { why: "credentials" };
  const refused = { why: undefined };
  test.each([
    [403, "UnrecognizedClientException", "The security token included is invalid.", credentials],
    [403, "AccessDeniedException", "User is not authorized to perform ses:SendEmail", credentials],
    [400, "AccountSuspendedException", "The account is suspended.", credentials],
    [404, "NotFoundException", "Configuration set <news> does not exist.", credentials],
    [
      400,
      "MessageRejected",
      "Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: novosti@zima.example.com",
      credentials,
    ],
    [400, "MessageRejected", "Address blacklisted.", refused],
    [400, "BadRequestException", "Missing final '@domain'", refused],
    [400, "BadRequestException", "Local address contains control or whitespace", refused],
    [400, "BadRequestException", "Unknown parameter Foo", credentials],
  ])("%i %s: %s", async (status, name, message, expected) => {
    ses.disturb(sendCall, { answer: sesError(status, name, message) });
    const answer = await send();
    expect(answer).toEqual({ ok: false, error: `${name}: ${message}`, ...expected });
    expect(ses.sent).toEqual([]);
  });

  test.each([
    [429, "TooManyRequestsException", "Too many requests.", 2000],
    [400, "ThrottlingException", "Maximum sending rate exceeded.", 2000],
    [454, "ThrottlingException", "Daily message quota exceeded.", 3_600_000],
    [400, "LimitExceededException", "Rate exceeded", 2000],
  ])("for now, the same mail may be sent later: %i %s %s", async (status, name, message, wait) => {
    ses.disturb(sendCall, { answer: sesError(status, name, message) });
    expect(await send()).toEqual({
      ...{ ok: false, why: "later", error: `${name}: ${message}`, retryAt: at(wait) },
    });
  });

  test("is named in the body alone by some of its servers", async () => {
    const json = { __type: "com.amazonaws.ses#MessageRejected", Message: "Address blacklisted." };
    ses.disturb(sendCall, { answer: { status: 400, json } });
    expect(await send()).toEqual({ ok: false, error: "MessageRejected: Address blacklisted." });
    ses.disturb(sendCall, { answer: { status: 403, text: "<html>Forbidden" } });
    expect(await send()).toEqual({ ok: false, why: "credentials", error: "Status 403" });
  });

  test("because the clock of this server is wrong", async () => {
    time.pass(600_000);
    const late = { now: () => new Date(time.now().getTime() - 600_000) };
    const behind = createSesMailer({ ...optionsAt(ses.origin), clock: late });
    expect(await behind.send(sesKeys, mail, signal)).toMatchObject({
      why: "credentials",
      error: expect.stringMatching(
        /^SignatureDoesNotMatch: .*The clock of this server is wrong\.$/,
      ),
    });
  });

  test("because of other keys, without naming a secret", async () => {
    expect(await send({ aws_access_key_id: "AKIAOTHER" })).toMatchObject({
      why: "credentials",
      error: expect.stringMatching(/^UnrecognizedClientException: /),
    });
    expect(await send({ aws_secret_access_key: "other" })).toMatchObject({
      why: "credentials",
      error: expect.stringMatching(/^SignatureDoesNotMatch: /),
    });
    const message = `Secret ${sesKeys.aws_secret_access_key} of ${sesKeys.aws_access_key_id}`;
    ses.disturb(sendCall, { answer: sesError(403, "AccessDeniedException", message) });
    expect(await send()).toMatchObject({ error: "AccessDeniedException: Secret … of …" });
  });
});

describe("A mail without a certain answer", () => {
  test.each([
    ["its server fails", { answer: { status: 500, json: { message: "Internal" } } }],
    ["its server is away", { answer: { status: 503, text: "" } }],
    ["it took too long there", { answer: { status: 408, text: "" } }],
    ["the connection is cut before it took effect", { cut: "before" as const }],
    ["the connection is cut after it took effect", { cut: "after" as const }],
  ])("is thrown, because it may have been sent: %s", async (_, disturbance) => {
    ses.disturb(sendCall, disturbance);
    await expect(send()).rejects.toThrow();
    expect(ses.calls()).toEqual([sendCall]);
  });

  test("is thrown when the time is over", async () => {
    const abort = new AbortController();
    ses.disturb(sendCall, { hang: "after", hung: () => abort.abort() });
    await expect(mailer().send(sesKeys, mail, abort.signal)).rejects.toThrow();
  });

  test("is certainly not sent, and is sent later, if nothing could be reached", async () => {
    const port = await closedPort();
    for (const address of [`http://127.0.0.1:${port}`, "http://mail.nowhere.invalid"]) {
      expect(await mailerAt(address).send(sesKeys, mail, signal)).toMatchObject({
        ...{ ok: false, why: "later", retryAt: at(60_000) },
      });
    }
    // No TLS at the other end.
    const secure = ses.origin.replace("http:", "https:");
    expect(await mailerAt(secure).send(sesKeys, mail, signal)).toMatchObject({ why: "later" });
  });
});

describe("The test of an account", () => {
  const tested = () => mailer().test(sesKeys, from, signal);

  test("says what it may send, and sends nothing", async () => {
    expect(await tested()).toEqual({
      ok: true,
      takesSender: true,
      limits: "14 a second, 50,000 in 24 hours, of which 49,000 are left",
      notes: [],
    });
    expect(ses.calls()).toEqual([
      accountCall,
      "GET /v2/email/identities/novosti%40zima.example.com",
      "GET /v2/email/identities/zima.example.com",
    ]);
    expect(ses.sent).toEqual([]);
  });

  test("prefers the address's own identity to its domain's", async () => {
    ses.state.identities[from] = { VerifiedForSendingStatus: true };
    expect(await tested()).toMatchObject({
      ok: true,
      notes: [
        "Mails from novosti@zima.example.com are not signed (DKIM): without it, large mail providers show no button to unsubscribe.",
      ],
    });
  });

  test("says that the account is in Amazon's sandbox, or on probation", async () => {
    Object.assign(ses.state.account, {
      ...{ ProductionAccessEnabled: false, EnforcementStatus: "PROBATION" },
      SendQuota: { Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: 0 },
    });
    expect(await tested()).toEqual({
      ok: true,
      takesSender: true,
      limits: "1 a second, 200 in 24 hours, of which 200 are left",
      notes: [
        "This account is in Amazon's sandbox: it mails verified addresses only. Ask for production access in the console of Amazon SES.",
        "Amazon has put this account on probation.",
      ],
    });
  });

  test.each([{ SendingEnabled: false }, { EnforcementStatus: "SHUTDOWN" }])(
    "refuses an account that may not send: %j",
    async (state) => {
      Object.assign(ses.state.account, state);
      const error = "Amazon has switched off the sending of this account.";
      const refused = { ok: false, why: "credentials", error };
      expect(await tested()).toEqual(refused);
      expect(await mailer().quota(sesKeys, signal)).toEqual(refused);
    },
  );

  test("refuses a sender that is not verified", async () => {
    ses.state.identities = { "zima.example.com": { VerifiedForSendingStatus: false } };
    expect(await tested()).toEqual({
      ok: false,
      why: "credentials",
      error:
        "Amazon SES may not send from novosti@zima.example.com: neither the address nor zima.example.com is a verified identity in this region.",
    });
  });

  test("accepts a key that may send alone, with a note of what is not known", async () => {
    const denied = sesError(403, "AccessDeniedException", "not authorized");
    ses.disturb(accountCall, { answer: denied });
    ses.disturb("GET /v2/email/identities/novosti%40zima.example.com", { answer: denied });
    expect(await tested()).toEqual({
      ok: true,
      takesSender: false,
      limits: null,
      notes: [
        "The key may not read the account (ses:GetAccount): one mail a second is sent, and the daily quota is not watched.",
        "The key may not read identities (ses:GetEmailIdentity): send a test email to check that the sender is verified.",
      ],
    });
  });

  test("throws if Amazon SES does not answer, and refuses keys in its words", async () => {
    ses.disturb(accountCall, { cut: "before" });
    await expect(tested()).rejects.toThrow();
    expect(
      await mailer().test({ ...sesKeys, aws_access_key_id: "AKIAOTHER" }, from, signal),
    ).toMatchObject({ why: "credentials", error: expect.stringMatching(/^UnrecognizedClient/) });
  });
});

describe("The quota", () => {
  test.each([
    [{ Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: 150 }, 50],
    [{ Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: 200.5 }, 0],
    [{ Max24HourSend: -1, MaxSendRate: 14, SentLast24Hours: 10 }, null],
  ])("%j leaves %s", async (SendQuota, left) => {
    Object.assign(ses.state.account, { SendQuota });
    expect(await mailer().quota(sesKeys, signal)).toEqual({ ok: true, left });
  });

  test("is not known to a key that may send alone", async () => {
    ses.disturb(accountCall, { answer: sesError(403, "AccessDeniedException", "no") });
    expect(await mailer().quota(sesKeys, signal)).toEqual({ ok: true, left: null });
  });
});

describe("The rate of an account", () => {
  /** Creates a pace whose time passes only while somebody waits. */
  function pacing() {
    let now = 0;
    const waits: number[] = [];
    const pace = createPace(1, {
      now: () => now,
      sleep: async (ms) => {
        waits.push(ms);
        now += ms;
      },
    });
    return { pace, waits };
  }

  test("is read from Amazon, and its mails are spaced by it", async () => {
    const { pace, waits } = pacing();
    const paced = createSesMailer(optionsAt(ses.origin), pace);
    const SendQuota = { Max24HourSend: 50000, MaxSendRate: 4, SentLast24Hours: 0 };
    Object.assign(ses.state.account, { SendQuota });
    await paced.quota(sesKeys, signal);
    for (let n = 0; n < 3; n++) await paced.turn(sesKeys);
    expect(waits).toEqual([250, 250]);
    // Another account has a rate of its own.
    await paced.turn({ ...sesKeys, aws_region: "us-east-1" });
    expect(waits).toEqual([250, 250]);
  });

  test("holds for all newsletters that are sent at the same time", async () => {
    const { pace, waits } = pacing();
    pace.set("zima", 2);
    await Promise.all(Array.from({ length: 4 }, () => pace.turn("zima")));
    expect(waits).toHaveLength(3);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(1500);
  });
});

test("the text of a mail has its words, links and descriptions of images, and no style", () => {
  const html =
    "<html><head><title>x</title><style>a{}</style></head><body><h1>Zima</h1><table><tr><td>Šal</td></tr><tr><td>1.990</td></tr></table><img alt='Slika' src='x'><br><a href='https://a.example'>https://a.example</a></body></html>";
  expect(textOfMail(html)).toBe("Zima\nŠal\n1.990\n\nSlika\nhttps://a.example");
});

/** Loads packages of a folder in tests/peers. */
const requireOf = (peer: string) =>
  createRequire(fileURLToPath(new URL(`../../peers/${peer}/package.json`, import.meta.url)));

describe.skipIf(!isPeerInstalled("aws"))("Amazon's own SDK", { tags: ["peers"] }, () => {
  type Captured = {
    readonly method: string;
    readonly protocol: string;
    readonly hostname: string;
    readonly path: string;
    readonly headers: Record<string, string>;
    readonly body: string | undefined;
  };
  type Sdk = {
    SESv2Client: new (options: object) => { send: (command: object) => Promise<unknown> };
    SendEmailCommand: new (input: object) => object;
    GetEmailIdentityCommand: new (input: object) => object;
  };

  /** Returns the request that the SDK would send. */
  async function captured(
    name: "SendEmailCommand" | "GetEmailIdentityCommand",
    input: object,
  ): Promise<Captured> {
    const { SESv2Client, ...commands } = requireOf("aws")("@aws-sdk/client-sesv2") as Sdk;
    let seen: Captured | undefined;
    const client = new SESv2Client({
      region: sesKeys.aws_region,
      credentials: {
        accessKeyId: sesKeys.aws_access_key_id,
        secretAccessKey: sesKeys.aws_secret_access_key,
      },
      maxAttempts: 1,
      requestHandler: {
        handle: async (request: Captured) => {
          seen = request;
          throw new Error("captured");
        },
      },
    });
    await client.send(new commands[name](input)).catch(() => undefined);
    if (!seen) throw new Error("The SDK sent nothing.");
    return seen;
  }

  test("sends the same body to the same address", async () => {
    await send();
    const request = await captured("SendEmailCommand", ses.sent[0] ?? {});
    expect(`${request.protocol}//${request.hostname}${request.path}`).toBe(
      `${sesAddress(sesKeys.aws_region)}/v2/email/outbound-emails`,
    );
    expect(request.method).toBe("POST");
    expect(JSON.parse(request.body ?? "")).toEqual(ses.requests[0]?.json());
  });

  test.each([
    ["SendEmailCommand", { Content: { Raw: { Data: Buffer.from("x") } } }],
    ["GetEmailIdentityCommand", { EmailIdentity: from }],
  ] as const)("signs a request as our signer does: %s", async (name, input) => {
    const request = await captured(name, input);
    const authorization = request.headers.authorization ?? "";
    const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(";") ?? [];
    const signer = new AwsV4Signer({
      method: request.method,
      url: `https://${request.hostname}${request.path}`,
      headers: Object.fromEntries(
        names
          .filter((name) => !["host", "x-amz-date"].includes(name))
          .map((name) => [name, request.headers[name] ?? ""]),
      ),
      ...(request.body !== undefined && { body: request.body }),
      accessKeyId: sesKeys.aws_access_key_id,
      secretAccessKey: sesKeys.aws_secret_access_key,
      region: sesKeys.aws_region,
      service: "ses",
      datetime: request.headers["x-amz-date"] ?? "",
      allHeaders: true,
    });
    const signed = await signer.sign();
    expect(signed.headers.get("authorization")).toBe(authorization);
  });
});

describe.skipIf(!isPeerInstalled("ses-local"))("aws-ses-v2-local", { tags: ["peers"] }, () => {
  async function start() {
    const { default: serve } = requireOf("ses-local")("aws-ses-v2-local") as {
      default: (options: { host: string; port: number }) => Promise<Server>;
    };
    const server = await serve({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => void server.close());
    // A server on TCP has an address object.
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    // All servers of a process share their store.
    await fetch(`${origin}/clear-store`, { method: "POST" });
    const stored = async () => (await (await fetch(`${origin}/store`)).json()) as object;
    return { mailer: mailerAt(origin), stored };
  }

  test("takes a mail, with both bodies and the headers for one click", async () => {
    const { mailer, stored } = await start();
    expect(await mailer.send(sesKeys, mail, signal)).toEqual({ ok: true });
    expect(await stored()).toMatchObject({
      emails: [
        {
          from,
          destination: { to: ["milica@primer.example.com"], cc: [], bcc: [] },
          subject: "Čao, 50 % popusta",
          body: { html: mail.html, text: textOfThatMail },
          headers: [
            { name: "List-Unsubscribe", value: `<${mail.unsubscribeUrl}>` },
            { name: "List-Unsubscribe-Post", value: "List-Unsubscribe=One-Click" },
          ],
        },
      ],
    });
  });
});
