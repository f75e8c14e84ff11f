import { createHash, createHmac } from "node:crypto";
import * as z from "zod/mini";
import type { Clock } from "../../../server/ports/clock";
import {
  NotInTheDocuments,
  type Received,
  type Reply,
  refuseOtherHeaders,
  refuseOtherQuery,
  startPeer,
} from "../support/peer";

export const sesKeys = {
  aws_access_key_id: "AKIACANARY0000000001",
  aws_secret_access_key: "canary/secret+0000000000000000000000000001",
  aws_region: "eu-central-1",
};

/** An answer of Amazon SES: the error's name is in a header, its words in the body. */
export const sesError = (status: number, name: string, message: string): Reply => ({
  status,
  headers: { "x-amzn-errortype": `${name}:http://internal.amazon.com/coral/` },
  json: { message },
});

const part = z.strictObject({ Data: z.string(), Charset: z.literal("UTF-8") });

/** The body of SendEmail, as far as this product has a use for it. */
const sendSchema = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({ ToAddresses: z.array(z.string()) }),
  Content: z.strictObject({
    Simple: z.strictObject({
      Subject: part,
      Body: z.strictObject({ Html: part, Text: part }),
      Headers: z.array(z.strictObject({ Name: z.string(), Value: z.string() })),
    }),
  }),
});
export type SentMail = z.output<typeof sendSchema>;

const usualAccount = {
  SendingEnabled: true,
  ProductionAccessEnabled: true,
  EnforcementStatus: "HEALTHY",
  SendQuota: { Max24HourSend: 50000, MaxSendRate: 14, SentLast24Hours: 1000 },
};

/**
 * A stand-in of Amazon SES, version 2 of its API: GetAccount, GetEmailIdentity and SendEmail. It checks
 * each signature with an implementation of its own.
 */
export async function startSes(clock: Clock) {
  const sent: SentMail[] = [];
  const state = {
    account: { ...usualAccount } as Record<string, unknown>,
    /** By address or domain. */
    identities: {} as Record<string, object>,
  };
  const peer = await startPeer((request, origin) => {
    refuseOtherHeaders(request, ["authorization", "x-amz-date", "x-amz-content-sha256"]);
    refuseOtherQuery(request, []);
    const refusal = refusalOfSignature(request, new URL(origin).host, clock);
    if (refusal) return refusal;
    const call = `${request.method} ${request.path}`;
    if (call === "GET /v2/email/account") return { status: 200, json: state.account };
    const name = /^GET \/v2\/email\/identities\/([^/]+)$/.exec(call)?.[1];
    if (name !== undefined) {
      const json = state.identities[decodeURIComponent(name)];
      return json
        ? { status: 200, json }
        : sesError(404, "NotFoundException", `Email identity ${name} does not exist.`);
    }
    if (call !== "POST /v2/email/outbound-emails") throw new NotInTheDocuments(call);
    if (request.headers["content-type"] !== "application/json") {
      throw new NotInTheDocuments("content type");
    }
    sent.push(sendSchema.parse(request.json()));
    return { status: 200, json: { MessageId: `0102018c-${sent.length}` } };
  });
  return {
    origin: peer.origin,
    requests: peer.requests,
    calls: () => peer.calls,
    disturb: peer.disturb,
    close: peer.close,
    sent,
    state,
  };
}

const mac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const hash = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function refusalOfSignature(request: Received, host: string, clock: Clock): Reply | undefined {
  const [, id, day, region, service, names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    ) ?? [];
  if (id === undefined) throw new NotInTheDocuments("no signature");
  if (region !== sesKeys.aws_region || service !== "ses") throw new NotInTheDocuments("scope");
  if (id !== sesKeys.aws_access_key_id) {
    return sesError(
      403,
      "UnrecognizedClientException",
      "The security token included in the request is invalid.",
    );
  }
  const time = request.headers["x-amz-date"] ?? "";
  const at = Date.parse(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
  );
  if (clock.now().getTime() - at > 300_000) {
    const message = `Signature expired: ${time} is now earlier than ${time}`;
    return sesError(403, "SignatureDoesNotMatch", message);
  }
  const signed = names.split(";");
  if (!signed.includes("host") || !signed.includes("x-amz-date")) {
    throw new NotInTheDocuments("unsigned headers");
  }
  const canonical = [
    request.method,
    // Encoded a second time, but for S3: `%40` becomes `%2540`.
    request.path.split("/").map(encodeURIComponent).join("/"),
    request.rawQuery,
    ...signed.map((name) => `${name}:${name === "host" ? host : request.headers[name]}`),
    "",
    names,
    hash(request.body),
  ].join("\n");
  const scope = `${day}/${region}/ses/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, hash(canonical)].join("\n");
  const key = mac(
    mac(mac(mac(`AWS4${sesKeys.aws_secret_access_key}`, day ?? ""), region ?? ""), "ses"),
    "aws4_request",
  );
  if (mac(key, text).toString("hex") === signature) return undefined;
  return sesError(
    403,
    "SignatureDoesNotMatch",
    "The request signature we calculated does not match the signature you provided.",
  );
}
