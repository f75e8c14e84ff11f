import { verify, X509Certificate } from "node:crypto";
import * as z from "zod/mini";
import type { MailEvent, MailEvents } from "../../../ports/mail/mail-events.ts";
import type { Http } from "../http.ts";

/** https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
const messageSchema = z.object({
  Type: z.string(),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  Subject: z.nullish(z.string()),
  Token: z.optional(z.string()),
  SubscribeURL: z.optional(z.string()),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.string(),
  SigningCertURL: z.string(),
});
type Message = z.output<typeof messageSchema>;

const addressed = z.object({ emailAddress: z.string(), diagnosticCode: z.optional(z.string()) });

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html; events have `eventType`. */
const reportSchema = z.object({
  notificationType: z.optional(z.string()),
  eventType: z.optional(z.string()),
  bounce: z.optional(z.object({ bounceType: z.string(), bouncedRecipients: z.array(addressed) })),
  complaint: z.optional(
    z.object({
      complainedRecipients: z.array(addressed),
      complaintFeedbackType: z.nullish(z.string()),
      complaintSubType: z.nullish(z.string()),
    }),
  ),
});

/** Reads what Amazon SES reports by Amazon SNS. Each certificate of SNS is fetched once. */
export function createSesEvents(http: Http): MailEvents {
  const certificates = new Map<string, Promise<X509Certificate>>();

  async function get(url: string, signal: AbortSignal): Promise<string> {
    const answer = await http({ method: "GET", url, reach: "public", signal });
    if (answer.status !== 200) throw new Error(`Amazon SNS answered with status ${answer.status}.`);
    return answer.text;
  }

  function certificateAt(url: string, signal: AbortSignal): Promise<X509Certificate> {
    const known = certificates.get(url);
    if (known) return known;
    const fetched = get(url, signal).then((text) => new X509Certificate(text));
    certificates.set(url, fetched);
    // A certificate that could not be fetched is fetched again for the next message.
    fetched.catch(() => certificates.delete(url));
    return fetched;
  }

  return {
    read: async (body, isTaken, signal) => {
      const message = messageSchema.safeParse(parsed(body)).data;
      if (!message || !isCertificate(message.SigningCertURL)) {
        return undefined;
      }
      const text = textToSign(message);
      if (text === undefined) return undefined;
      const { publicKey } = await certificateAt(message.SigningCertURL, signal);
      const algorithm = message.SignatureVersion === "1" ? "sha1" : "sha256";
      const signature = Buffer.from(message.Signature, "base64");
      if (!verify(algorithm, Buffer.from(text), publicKey, signature)) return undefined;

      const { Type, TopicArn: topic, SubscribeURL: url = "" } = message;
      const isSubscription = Type === "SubscriptionConfirmation";
      if (!isTaken(topic, isSubscription)) return { topic, isTaken: false, events: [] };
      if (isSubscription) {
        if (!isOfSns(url)) return undefined;
        await get(url, signal);
      }
      const events = Type === "Notification" ? eventsOf(message) : [];
      return { topic, isTaken: true, events };
    },
  };
}

/** Returns whether only Amazon can serve a certificate, or take a confirmation, at an address. */
function isOfSns(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  return (
    protocol === "https:" &&
    port === "" &&
    username === "" &&
    password === "" &&
    /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(hostname)
  );
}

const isCertificate = (text: string) =>
  isOfSns(text) && new URL(text).pathname.endsWith(".pem") && new URL(text).search === "";

const confirmationFields = [
  ...(["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] as const),
];
const signedFields: Readonly<Record<string, readonly (keyof Message)[]>> = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: confirmationFields,
  UnsubscribeConfirmation: confirmationFields,
};

/**
 * Returns the signed text: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
function textToSign(message: Message): string | undefined {
  if (!Object.hasOwn(signedFields, message.Type)) return undefined;
  return signedFields[message.Type]
    ?.flatMap((name) => {
      const value = message[name];
      return value === undefined || value === null ? [] : [`${name}\n${value}\n`];
    })
    .join("");
}

function eventsOf({ Message }: Message): MailEvent[] {
  const report = reportSchema.safeParse(parsed(Message)).data;
  if (!report) return [];
  const { bounce, complaint } = report;
  const type = report.notificationType ?? report.eventType;
  if (type === "Bounce" && bounce) {
    const kind = bounce.bounceType === "Permanent" ? "bounce" : "temporary_bounce";
    return bounce.bouncedRecipients.map(({ emailAddress: email, diagnosticCode }) => ({
      kind,
      email,
      reason: diagnosticCode ? `Bounced: ${short(diagnosticCode)}` : "Bounced.",
    }));
  }
  if (type === "Complaint" && complaint) {
    const words = complaint.complaintFeedbackType ?? complaint.complaintSubType;
    return complaint.complainedRecipients.map(({ emailAddress: email }) => ({
      kind: "complaint",
      email,
      reason: words ? `Complained: ${short(words)}` : "Complained.",
    }));
  }
  return [];
}

const short = (words: string) => words.replace(/\s+/g, " ").trim().slice(0, 300);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
