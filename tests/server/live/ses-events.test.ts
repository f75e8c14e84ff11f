import { createPrivateKey, sign } from "node:crypto";
import { createRequire } from "node:module";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import type { Http } from "../../../server/adapters/live/http.ts";
import { createSesEvents } from "../../../server/adapters/live/ses/events.ts";
import { integrations } from "../../../server/db/schema.ts";
import { snsCertificate } from "../../peers/ses/sns-certificate.ts";
import { addMailService, addSubscribers, saveNewsletter } from "../features/newsletter/support.ts";
import { createWorld, type World } from "../world.ts";

const topic = "arn:aws:sns:eu-central-1:123456789012:bounces";
const certificateUrl = "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-abc.pem";
const subscribeUrl = `https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}&Token=abc`;

type Fields = Record<string, string>;

const signedNames = (type: string) =>
  type === "Notification"
    ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
    : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];

/** Returns a message as SNS sends it, signed with the certificate of the tests. */
function message(fields: Fields, version = "1"): string {
  const all: Fields = {
    Type: "Notification",
    MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
    TopicArn: topic,
    Timestamp: "2026-11-27T10:00:00.000Z",
    SignatureVersion: version,
    SigningCertURL: certificateUrl,
    ...fields,
  };
  const text = signedNames(all.Type ?? "")
    .flatMap((name) => (all[name] === undefined ? [] : [`${name}\n${all[name]}\n`]))
    .join("");
  const algorithm = version === "1" ? "sha1" : "sha256";
  const signature = sign(algorithm, Buffer.from(text), createPrivateKey(snsCertificate.key));
  return JSON.stringify({ ...all, Signature: signature.toString("base64") });
}

const subscription = (more: Fields = {}) =>
  message({
    Type: "SubscriptionConfirmation",
    Message: "You have chosen to subscribe to the topic.",
    Token: "abc",
    SubscribeURL: subscribeUrl,
    ...more,
  });
const report = (content: object, more: Fields = {}, version = "1") =>
  message({ Message: JSON.stringify(content), ...more }, version);

const bounce = (address: string, bounceType = "Permanent") => ({
  notificationType: "Bounce",
  bounce: {
    bounceType,
    bounceSubType: "General",
    bouncedRecipients: [
      {
        emailAddress: address,
        action: "failed",
        status: "5.1.1",
        diagnosticCode: "smtp; 550 5.1.1 user unknown",
      },
    ],
  },
  mail: { messageId: "0102", destination: [address] },
});
const complaint = (address: string) => ({
  eventType: "Complaint",
  complaint: { complainedRecipients: [{ emailAddress: address }], complaintFeedbackType: "abuse" },
  mail: { messageId: "0102" },
});

let fetched: string[] = [];
let isAway = false;
/** Answers for Amazon; nothing leaves this machine. */
const http: Http = async ({ url, method, reach }) => {
  expect([method, reach]).toEqual(["GET", "public"]);
  fetched.push(url);
  if (isAway) throw new Error("away");
  const text = url.endsWith(".pem") ? snsCertificate.cert : "<ConfirmSubscriptionResponse/>";
  return { status: 200, headers: new Headers(), text, json: undefined };
};

let world: World;
let group: number;
let path: string;
beforeEach(async () => {
  fetched = [];
  isAway = false;
  world = await createWorld({ ports: { mailEvents: createSesEvents(http) } });
  group = await world.addGroup();
  await addMailService(world, group);
  await addSubscribers(world, group, 3);
  const [row] = await world.database.db.select().from(integrations);
  path = `/webhooks/ses/${row?.events_token}`;
});
afterEach(() => world.close());

const post = async (body: string, to = path) =>
  (
    await world.fetch(to, {
      method: "POST",
      headers: { "Content-Type": "text/plain; charset=UTF-8" },
      body,
    })
  ).status;
const list = async (groupId = group) =>
  (await world.call(newsletterApi.subscribers, { params: { groupId } })).map(
    ({ is_active, inactive_reason }) => (is_active ? "active" : inactive_reason),
  );
const all = ["active", "active", "active"];

describe("A topic of Amazon SNS", () => {
  test("is confirmed at Amazon, and from then on its reports are taken", async () => {
    expect(await post(subscription())).toBe(200);
    expect(fetched).toEqual([certificateUrl, subscribeUrl]);
    expect(await post(report(bounce("citalac1@example.com")))).toBe(200);
    expect(await list()).toEqual(["active", "Bounced: smtp; 550 5.1.1 user unknown", "active"]);
    // The certificate is fetched once.
    expect(fetched).toHaveLength(2);
  });

  test("must have been subscribed before", async () => {
    expect(await post(report(bounce("citalac1@example.com")))).toBe(403);
    expect(await list()).toEqual(all);
  });

  test("that was subscribed first is the only one: another one is neither confirmed nor heard", async () => {
    await post(subscription());
    const TopicArn = "arn:aws:sns:eu-central-1:999999999999:evil";
    expect(await post(subscription({ TopicArn }))).toBe(403);
    expect(await post(report(complaint("citalac1@example.com"), { TopicArn }))).toBe(403);
    expect(fetched).toEqual([certificateUrl, subscribeUrl]);
    expect(await list()).toEqual(all);
  });

  test("is not confirmed anywhere but at Amazon", async () => {
    for (const SubscribeURL of [
      "https://evil.example.com/?x=sns.eu-central-1.amazonaws.com",
      "http://sns.eu-central-1.amazonaws.com/",
      "https://sns.eu-central-1.amazonaws.com.evil.example.com/",
      "https://sns.eu-central-1.amazonaws.com:8443/",
      "https://x@sns.eu-central-1.amazonaws.com/",
      "https://s3.eu-central-1.amazonaws.com/",
    ]) {
      expect(await post(subscription({ SubscribeURL }))).toBe(403);
    }
    expect(fetched).toEqual([certificateUrl]);
  });

  test("is confirmed later if Amazon does not answer", async () => {
    isAway = true;
    expect(await post(subscription())).toBe(503);
    isAway = false;
    expect(await post(subscription())).toBe(200);
  });
});

describe("A report", () => {
  beforeEach(() => post(subscription()));

  test("of a complaint takes the subscriber off at once", async () => {
    expect(await post(report(complaint("Citalac0@example.com")))).toBe(200);
    expect(await list()).toEqual(["Complained: abuse", "active", "active"]);
  });

  test("of both spellings and both versions of the signature is read", async () => {
    const { bounce: content } = bounce("citalac2@example.com");
    const event = report({ eventType: "Bounce", bounce: content }, { Subject: "Amazon SES" }, "2");
    expect(await post(event)).toBe(200);
    expect(await list()).toEqual(["active", "active", "Bounced: smtp; 550 5.1.1 user unknown"]);
  });

  test.each([
    ["a bounce that is not for good", bounce("citalac1@example.com", "Transient")],
    ["a delivery", { notificationType: "Delivery", mail: {} }],
    ["something that is no report", ["x"]],
  ])("changes nobody: %s", async (_, content) => {
    expect(await post(report(content))).toBe(200);
    expect(await list()).toEqual(all);
  });

  test("is counted, also a bounce that is not for good; a refused one is not", async () => {
    const [email, other] = ["citalac0@example.com", "citalac1@example.com"];
    await post(report(bounce(email, "Transient")));
    await post(report(bounce(email, "Undetermined")));
    await post(report(bounce(email)));
    await post(report(complaint(other)));
    await post(report({ notificationType: "Delivery", mail: {} }));
    await post(report(bounce(other, "Transient")).replace(other, email));
    const metrics = await (await world.fetch("/metrics")).text();
    expect(metrics.split("\n").filter((line) => line.startsWith("mail_reports_total{"))).toEqual([
      'mail_reports_total{kind="temporary_bounce"} 2',
      'mail_reports_total{kind="bounce"} 1',
      'mail_reports_total{kind="complaint"} 1',
    ]);
    expect(await list()).toEqual([
      "Bounced: smtp; 550 5.1.1 user unknown",
      "Complained: abuse",
      "active",
    ]);
  });

  test("keeps the first reason, however often it comes", async () => {
    for (let n = 0; n < 2; n++) await post(report(bounce("citalac1@example.com")));
    await post(report(complaint("citalac1@example.com")));
    expect(await list()).toEqual(["active", "Bounced: smtp; 550 5.1.1 user unknown", "active"]);
  });

  test("is about the list of its own integration alone", async () => {
    const other = await world.addGroup("Druga");
    await addSubscribers(world, other, 1);
    await post(report(bounce("citalac0@example.com")));
    expect(await list(other)).toEqual(["active"]);
  });

  test("takes its subscriber out of a newsletter that is being sent", async () => {
    await saveNewsletter(world, group);
    await world.transaction(({ enqueue }) => enqueue("newsletter", {}));
    await post(report(complaint("citalac0@example.com")));
    await world.runJobs();
    const { counts } = await world.call(newsletterApi.mails, {
      params: { groupId: group },
      query: {},
    });
    expect(counts).toEqual({ sent: 2 });
  });

  test.each([
    ["that was changed", (body: string) => body.replace("citalac1@", "citalac2@")],
    [
      "without a signature",
      (body: string) => body.replace(/"Signature":"[^"]+"/, '"Signature":""'),
    ],
    ["of another version", (body: string) => body.replace('Version":"1"', 'Version":"2"')],
    ["of another kind", (body: string) => body.replace("Notification", "Other")],
    ["that is no message", () => "{}"],
    ["that is no JSON", () => "<x>"],
  ])("%s is refused", async (_, change) => {
    expect(await post(change(report(bounce("citalac1@example.com"))))).toBe(403);
    expect(await list()).toEqual(all);
  });

  test("whose certificate is not Amazon's is refused, and that is not fetched", async () => {
    fetched = [];
    for (const SigningCertURL of [
      "https://evil.example.com/a.pem",
      "https://sns.eu-central-1.amazonaws.com/a.txt",
      "https://sns.eu-central-1.amazonaws.com/?Action=x&x=.pem",
      "https://sns.eu-central-1.amazonaws.com/a.pem?x=.pem",
    ]) {
      expect(await post(report(bounce("citalac1@example.com"), { SigningCertURL }))).toBe(403);
    }
    expect(fetched).toEqual([]);
  });

  test("to an address that nobody was given is not found", async () => {
    const body = report(bounce("citalac1@example.com"));
    for (const token of ["x", crypto.randomUUID(), "1"]) {
      const answer = await world.fetch(`/webhooks/ses/${token}`, { method: "POST", body });
      expect([answer.status, await answer.text()]).toEqual([404, ""]);
    }
    expect((await world.fetch(path)).status).toBe(404);
  });

  test("of up to 256 KB is read, and a larger one is refused, also without its length", async () => {
    const text = report(bounce("citalac1@example.com"));
    const of = (bytes: number) => text + " ".repeat(bytes - Buffer.byteLength(text));
    const announced = (body: string) =>
      world.fetch(path, {
        ...{ method: "POST", body },
        headers: { "Content-Length": String(Buffer.byteLength(body)) },
      });
    expect(await post(of(262_145))).toBe(413);
    expect((await announced(of(262_145))).status).toBe(413);
    expect(await list()).toEqual(all);
    expect(await post(of(262_144))).toBe(200);
    expect((await announced(of(262_144))).status).toBe(200);
    expect(await list()).toEqual(["active", "Bounced: smtp; 550 5.1.1 user unknown", "active"]);
  });
});

test("a server without Amazon SES has no such address", async () => {
  const other = await createWorld();
  await addMailService(other, await other.addGroup());
  const [row] = await other.database.db.select().from(integrations);
  const answer = await other.fetch(`/webhooks/ses/${row?.events_token}`, {
    method: "POST",
    body: subscription(),
  });
  expect(answer.status).toBe(404);
  await other.close();
});

test("Amazon's own validator takes the messages that these tests sign, and refuses a changed one", async () => {
  type Validator = new () => {
    validate: (text: string, done: (error: Error | null) => void) => void;
  };
  const require = createRequire(import.meta.url);
  // It fetches the certificate by https; here, from the test.
  const https = require("node:https") as { get: unknown };
  const { get } = https;
  https.get = (_options: unknown, answer: (response: unknown) => void) => {
    const response = Object.assign(new (require("node:events").EventEmitter)(), {
      statusCode: 200,
    });
    setImmediate(() => {
      answer(response);
      response.emit("data", snsCertificate.cert);
      response.emit("end");
    });
    return { on: () => undefined };
  };
  try {
    const validator = new (require("sns-validator") as Validator)();
    const isValid = (text: string) =>
      new Promise<boolean>((resolve) => validator.validate(text, (error) => resolve(!error)));
    for (const version of ["1", "2"]) {
      const text = report(bounce("citalac1@example.com"), { Subject: "x" }, version);
      expect(await isValid(text)).toBe(true);
      expect(await isValid(text.replace("citalac1", "citalac2"))).toBe(false);
    }
    expect(await isValid(subscription())).toBe(true);
  } finally {
    https.get = get;
  }
});
