import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import type { Access } from "../access-tokens.ts";
import { words } from "../answer.ts";
import type { Call } from "../http.ts";
import type { Live } from "../live.ts";
import { platformWords } from "../platform-words.ts";

/** The app that TikTok has approved for this server. */
export type TikTokApp = {
  readonly clientKey: string;
  readonly clientSecret: string;
  /** True if TikTok has audited the app: without that, only drafts can become public. */
  readonly isDirect: boolean;
};

type TikTokAddresses = {
  /** For the page on which a person allows access. */
  readonly www: string;
  readonly api: string;
  /** The ends of the hosts that may get media, because TikTok names the address of an upload. */
  readonly uploadHosts: readonly string[];
};

export const tiktokAddresses: TikTokAddresses = {
  www: "https://www.tiktok.com",
  api: "https://open.tiktokapis.com",
  uploadHosts: [".tiktokapis.com", ".tiktok.com"],
};

/** The parts that the adapters for publishing, figures and connecting share. */
export type TikTokApi = {
  readonly live: Live;
  readonly app: TikTokApp;
  readonly addresses: TikTokAddresses;
  readonly access: Access;
};

/** The function that calls TikTok in the name of an account. */
export type TikTok = <T extends z.ZodMiniType>(
  call: Pick<Call, "query" | "json" | "signal"> & {
    readonly method?: "GET" | "POST";
    readonly path: string;
    /** Addresses in it that let anybody in who knows them, which TikTok's errors may repeat. */
    readonly secrets?: Readonly<Record<string, string>>;
  },
  schema: T,
) => Promise<{ readonly ok: true; readonly answer: z.output<T>; readonly text: string } | Refused>;

const envelopeSchema = z.object({
  data: z.catch(z.unknown(), undefined),
  error: z.object({ code: z.string(), message: words }),
});

/**
 * Calls in the name of an account. A call returns TikTok's certain refusals, and throws if TikTok did
 * not say for certain that it had no effect.
 */
export function tiktokOf({ live, addresses, access }: TikTokApi, account: PlatformAccount): TikTok {
  const http = live.httpOf(account);
  return async ({ path, method = "POST", secrets, ...rest }, schema) => {
    const ask = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await http({ ...rest, method, url: `${addresses.api}${path}`, headers });
      const envelope = envelopeSchema.safeParse(answer.json);
      if (!envelope.success) throw new Error(`TikTok answered with status ${answer.status}.`);
      return { status: answer.status, text: answer.text, token, ...envelope.data };
    };
    const given = await access(account, rest.signal);
    if (!given.ok) return given;
    let answer = await ask(given.token);
    if (answer.error.code === "access_token_invalid") {
      // It certainly had no effect, so the call is made again, once.
      const renewed = await access(account, rest.signal, given.token);
      if (!renewed.ok) return renewed;
      answer = await ask(renewed.token);
    }
    const { code, message = "" } = answer.error;
    if (code !== "ok") {
      const credentials = { ...account.credentials, ...secrets, token: answer.token };
      const error = platformWords({ credentials }, `${code}: ${message}`);
      return refusalOf(answer.status, code, error, live.clock.now());
    }
    const parsed = schema.safeParse(answer.data);
    if (!parsed.success) throw new Error("TikTok answered in a form that is not known.");
    return { ok: true, answer: parsed.data, text: answer.text };
  };
}

const userSchema = z.object({ user: z.object({ display_name: z.string() }) });

/** Reads whose account it is. */
export function readUser(tiktok: TikTok, signal: AbortSignal) {
  const query = { fields: "open_id,display_name" };
  return tiktok({ method: "GET", path: "/v2/user/info/", query, signal }, userSchema);
}

const hour = 3_600_000;

const credentialCodes = ["access_token_invalid", "scope_not_authorized", "scope_permission_missed"];
/** The codes of limits of a day. */
const dailyLimitCodes = [
  ...["spam_risk_too_many_posts", "spam_risk_too_many_pending_share", "reached_active_user_cap"],
];

/**
 * Returns a refusal; throws if it is not certain:
 * https://developers.tiktok.com/doc/tiktok-api-v2-error-handling
 */
function refusalOf(status: number, code: string, error: string, now: Date): Refused {
  if (code === "internal_error" || status >= 500 || status === 408 || status === 409) {
    throw new Error(`TikTok answered with status ${status}.`);
  }
  const later = (milliseconds: number): Refused => ({
    ...{ ok: false, why: "later", error, retryAt: new Date(now.getTime() + milliseconds) },
  });
  if (credentialCodes.includes(code)) return { ok: false, why: "credentials", error };
  if (dailyLimitCodes.includes(code)) return later(24 * hour);
  // Six posts, or thirty questions, a minute and account.
  if (code === "rate_limit_exceeded" || status === 429) return later(hour / 60);
  return { ok: false, error };
}
