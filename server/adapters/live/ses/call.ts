import { AwsV4Signer } from "aws4fetch";
import * as z from "zod/mini";
import type { Clock } from "../../../ports/clock.ts";
import type { MailKeys } from "../../../ports/mail/mailer.ts";
import { NotSentError, type Refused } from "../../../ports/outcome.ts";
import { words } from "../answer.ts";
import type { Answer, Call, Http } from "../http.ts";
import { platformWords } from "../platform-words.ts";

/**
 * Returns the address of version 2 of Amazon's API for mail; a change that breaks callers would be a
 * version 3.
 */
export const sesAddress = (region: string) =>
  `https://email.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;

export type SesOptions = {
  readonly http: Http;
  readonly clock: Clock;
  /** The address of a region; for tests. */
  readonly addressOf?: (region: string) => string;
};

export type Ses = (
  call: Pick<Call, "method" | "json" | "signal"> & { readonly path: string },
) => Promise<{ readonly ok: true; readonly json: unknown } | Refused>;

const noKeys: Refused = {
  ok: false,
  why: "credentials",
  error: "Amazon SES needs an access key ID, a secret access key and a region.",
};

/**
 * Calls Amazon SES with the keys of an integration, signed by Signature Version 4. Returns its certain
 * refusals; what certainly was not sent is `later`. Throws if the call may have had an effect.
 */
export const sesOf =
  ({ http, clock, addressOf = sesAddress }: SesOptions, keys: MailKeys): Ses =>
  async ({ method, path, json, signal }) => {
    const {
      aws_access_key_id: accessKeyId,
      aws_secret_access_key: secretAccessKey,
      aws_region: region,
    } = keys;
    // The region becomes a part of the address that gets the mail.
    if (!accessKeyId || !secretAccessKey || !/^[a-z]{2,4}(-[a-z]+)+-\d{1,2}$/.test(region ?? "")) {
      return noKeys;
    }
    const url = `${addressOf(region ?? "")}${path}`;
    const body = json === undefined ? undefined : JSON.stringify(json);
    const signer = new AwsV4Signer({
      ...{ url, method, accessKeyId, secretAccessKey, region, service: "ses" },
      headers: json === undefined ? {} : { "content-type": "application/json" },
      ...(body !== undefined && { body }),
      // `20261127T093000Z`
      datetime: clock
        .now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ""),
    });
    const signed = await signer.sign();
    try {
      const answer = await http({
        method,
        url,
        headers: Object.fromEntries(signed.headers),
        ...(body !== undefined && { bytes: new Uint8Array(Buffer.from(body)) }),
        signal,
      });
      if (answer.status >= 200 && answer.status < 300) return { ok: true, json: answer.json };
      return refusalOf(answer, { accessKeyId, secretAccessKey }, clock.now());
    } catch (error) {
      if (!(error instanceof NotSentError)) throw error;
      return { ok: false, why: "later", error: error.message, retryAt: after(clock.now(), minute) };
    }
  };

const second = 1000;
const minute = 60 * second;
const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

const errorSchema = z.object({ __type: words, code: words, message: words, Message: words });

/** Returns the name of an error, from the header or the body, and its message. */
function errorOf({ headers, json }: Answer): { readonly name: string; readonly message: string } {
  const { __type, code, message, Message } = errorSchema.safeParse(json).data ?? {};
  const name = headers.get("x-amzn-errortype") ?? __type ?? code ?? "";
  return {
    // `MessageRejected:http://…` in the header, `com.amazon…#MessageRejected` in the body.
    name: name.split(":")[0]?.split("#").at(-1) ?? "",
    message: message ?? Message ?? "",
  };
}

/**
 * Returns whether an error is of one mail. All others concern the account, and each of its mails
 * would get them.
 */
const isMailRefusal = (name: string, message: string) =>
  (name === "MessageRejected" && !/not verified/i.test(message)) ||
  (name === "BadRequestException" && /address|domain|recipient/i.test(message));

const throttles = ["TooManyRequestsException", "ThrottlingException", "LimitExceededException"];

/** Throws if the answer is not a certain refusal. */
function refusalOf(answer: Answer, secrets: Record<string, string>, now: Date): Refused {
  const { status } = answer;
  if (status < 400 || status >= 500 || status === 408) {
    throw new Error(`Amazon SES answered with status ${status}.`);
  }
  const { name, message } = errorOf(answer);
  const words = [name || `Status ${status}`, message].filter(Boolean).join(": ");
  const error = platformWords({ credentials: secrets }, words);
  if (status === 429 || throttles.includes(name)) {
    const wait = /daily/i.test(message) ? 60 * minute : 2 * second;
    return { ok: false, why: "later", error, retryAt: after(now, wait) };
  }
  if (isMailRefusal(name, message)) return { ok: false, error };
  const isClock = name.startsWith("Signature") && /not yet current|expired/i.test(message);
  return {
    ok: false,
    why: "credentials",
    error: isClock ? `${error} The clock of this server is wrong.` : error,
  };
}
