import * as z from "zod/mini";
import type { PlatformType } from "@/entities/account/platforms";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import { type Done, doneOf, failureOf, words } from "../answer.ts";
import type { Answer, Call } from "../http.ts";
import type { Live } from "../live.ts";
import { platformWords } from "../platform-words.ts";
import { refuseOtherHost } from "../upload-host.ts";
import { linkedinApi } from "../versions.ts";

export type LinkedInAddresses = {
  readonly api: string;
  /** The ends of the hosts that may get media, because LinkedIn names the address of an upload. */
  readonly uploadHosts: readonly string[];
};

export const linkedinAddresses: LinkedInAddresses = {
  api: "https://api.linkedin.com",
  uploadHosts: [".linkedin.com", ".licdn.com"],
};

export type LinkedIn = {
  /** The author of the posts: `urn:li:person:…` or `urn:li:organization:…`. */
  readonly author: string;
  readonly isOrganization: boolean;
  /**
   * Makes one call. `path` has its query: LinkedIn takes the parentheses of its lists only as they
   * are. Returns LinkedIn's certain refusals, and throws if LinkedIn did not say for certain that the
   * call had no effect.
   */
  readonly call: <T extends z.ZodMiniType>(
    call: Pick<Call, "method" | "json" | "headers" | "signal"> & { readonly path: string },
    schema: T,
  ) => Promise<Done<z.output<T>> | Refused>;
  /** Reads what the token may lack the right for, although it may post. */
  readonly read: <T extends z.ZodMiniType>(
    path: string,
    schema: T,
    signal: AbortSignal,
  ) => Promise<Done<z.output<T>> | Refused | { readonly ok: "forbidden" }>;
  /** Sends a file, or a part of one, to an address that LinkedIn named. */
  readonly put: (
    url: string,
    file: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string },
    /** Part uploads have their rights in the address; whole ones need the token. */
    needsToken: boolean,
    signal: AbortSignal,
  ) => Promise<Headers>;
};

/** The kind of author that an account of a platform posts as. */
const authors: Partial<Record<PlatformType, string>> = {
  linkedin_profile: "urn:li:person:",
  linkedin_organization: "urn:li:organization:",
};

/** Returns LinkedIn in the name of an account, or why the account's fields are of no use. */
export function linkedinOf(
  live: Live,
  { api, uploadHosts }: LinkedInAddresses,
  account: PlatformAccount,
): { readonly ok: true; readonly linkedin: LinkedIn } | Refused {
  const { access_token, author_urn = "" } = account.credentials;
  const begin = authors[account.platform] ?? "";
  const author = author_urn.trim();
  if (!access_token) return credentials("The access token is missing.");
  if (!begin || !author.startsWith(begin) || !/^[\w-]+$/.test(author.slice(begin.length))) {
    return credentials(`The author URN must be '${begin}' and an id.`);
  }
  const http = live.httpOf(account);
  const authorization = `Bearer ${access_token}`;
  const headers = {
    authorization,
    "linkedin-version": linkedinApi.version,
    "x-restli-protocol-version": "2.0.0",
  };
  const resultOf = <T extends z.ZodMiniType>(answer: Answer, schema: T) =>
    doneOf("LinkedIn", answer, schema) ?? refusalOf(answer, account, live.clock.now());
  return {
    ok: true,
    linkedin: {
      author,
      isOrganization: account.platform === "linkedin_organization",
      call: async ({ path, headers: own, ...rest }, schema) =>
        resultOf(
          await http({ ...rest, url: `${api}${path}`, headers: { ...own, ...headers } }),
          schema,
        ),
      read: async (path, schema, signal) => {
        const answer = await http({ method: "GET", url: `${api}${path}`, headers, signal });
        return answer.status === 403 ? { ok: "forbidden" } : resultOf(answer, schema);
      },
      put: async (url, { bytes, type }, needsToken, signal) => {
        refuseOtherHost("LinkedIn", url, uploadHosts);
        const answer = await http({
          method: "PUT",
          url,
          bytes,
          headers: { "content-type": type, ...(needsToken && { authorization }) },
          reach: "public",
          signal,
        });
        if (answer.status < 200 || answer.status > 299) {
          throw new Error(`LinkedIn answered the upload with status ${answer.status}.`);
        }
        return answer.headers;
      },
    },
  };
}

const credentials = (error: string): Refused => ({ ok: false, why: "credentials", error });

/** https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling */
const failureSchema = z.object({
  code: words,
  message: words,
  serviceErrorCode: z.catch(z.optional(z.number()), undefined),
});

/** Throws if the answer is not a certain refusal. */
function refusalOf(answer: Answer, account: PlatformAccount, now: Date): Refused {
  const { status } = answer;
  const { code, message = "", serviceErrorCode } = failureOf("LinkedIn", answer, failureSchema);
  const heading = code === undefined ? String(status) : `${status} ${code}`;
  const number = serviceErrorCode === undefined ? "" : ` (${serviceErrorCode})`;
  const error = platformWords(account, `${heading}: ${message}${number}`);
  // 403: a permission of the token, or a role in the organization, is missing.
  if (status === 401 || status === 403) return credentials(error);
  if (status === 426) {
    return { ok: false, error: `This version of the console is too old for LinkedIn. ${error}` };
  }
  // Quotas are of a UTC day, and no header says when they begin again:
  // https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits
  if (status === 429) return { ok: false, why: "later", error, retryAt: nextUtcDay(now) };
  if (code === "DUPLICATE_POST" || /content is a duplicate of/i.test(message)) {
    return { ok: false, error, isDuplicate: true };
  }
  return { ok: false, error };
}

const nextUtcDay = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
