import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { Clock } from "../../../ports/clock.ts";
import { NotSentError } from "../../../ports/outcome.ts";
import { ShopBusy, type ShopConnection, ShopRefusal } from "../../../ports/shop.ts";
import type { Answer, Http } from "../http.ts";
import { platformWords } from "../platform-words.ts";
import { shopifyAdmin } from "../versions.ts";
import type { MutationResult, ShopDocument } from "./documents.ts";
import { areClientCredentials, createTokens, retryTime } from "./tokens.ts";

/** The document asks for more at once than the shop allows: the same in smaller pages may do. */
export class TooCostly extends ShopRefusal {}

export type ShopCall = <Data>(
  shop: ShopConnection,
  document: ShopDocument<Data>,
  variables: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Data>;

export type ShopifyOptions = {
  readonly http: Http;
  readonly clock: Clock;
  /** The origin of a shop's host; for tests. */
  readonly originOf?: (host: string) => string;
  /** Waits for points to be restored; for tests. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

const costSchema = z.object({
  extensions: z.object({
    cost: z.object({
      requestedQueryCost: z.number(),
      throttleStatus: z.object({
        maximumAvailable: z.number(),
        currentlyAvailable: z.number(),
        restoreRate: z.number().positive(),
      }),
    }),
  }),
});
const errorsSchema = z.object({
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({ code: z.string().optional().catch(undefined) }).optional(),
      }),
    )
    .min(1),
});
const wordsSchema = z.object({ errors: z.string() });

const codesOf = ({ json }: Answer) =>
  errorsSchema.safeParse(json).data?.errors.map(({ extensions }) => extensions?.code) ?? [];

const isThrottled = (answer: Answer) => codesOf(answer).includes("THROTTLED");

/** The statuses after which somebody must do something about the shop or its keys. */
const refusals: Readonly<Record<number, string>> = {
  401: "Shopify refuses the keys",
  402: "The shop is frozen",
  403: "Shopify refuses the keys",
  404: "There is no such shop",
  423: "The shop is locked",
};

type Secrets = Pick<ShopConnection, "credentials">;

/** A shop's points, which all its calls share. */
type Bucket = { available: number; at: number; readonly rate: number; readonly most: number };

/**
 * Creates the function that calls the Admin API, one request each. Before a call that costs more
 * points than the shop has left it waits until they are restored:
 * https://shopify.dev/docs/api/usage/limits
 *
 * @param onOtherVersion called if Shopify answers as another version than the one that was asked for
 */
export function createShopCall(
  {
    http,
    clock,
    originOf = (host) => `https://${host}`,
    wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  }: ShopifyOptions,
  onOtherVersion: (version: string) => void,
): ShopCall {
  const tokens = createTokens(http, clock);
  const buckets = new Map<string, Bucket>();
  /**
   * The points that a document cost the last time, by its name: Shopify tells it only with the answer.
   */
  const costs = new Map<string, number>();
  const now = () => clock.now().getTime();

  /** Reserves the points of a call; waits for those that are missing. */
  async function reserve(host: string, name: string, signal: AbortSignal) {
    const bucket = buckets.get(host);
    if (!bucket) return;
    const cost = Math.min(costs.get(name) ?? 50, bucket.most);
    const restored = ((now() - bucket.at) / 1000) * bucket.rate;
    bucket.available = Math.min(bucket.most, bucket.available + Math.max(0, restored)) - cost;
    bucket.at = now();
    if (bucket.available >= 0) return;
    const milliseconds = Math.ceil((-bucket.available / bucket.rate) * 1000);
    const retryAt = new Date(now() + milliseconds);
    await wait(milliseconds, signal).catch(() => {
      bucket.available += cost;
      throw new ShopBusy("The shop gets too many requests at the moment.", retryAt);
    });
  }

  function recordCost(host: string, name: string, json: unknown) {
    const { data } = costSchema.safeParse(json);
    if (!data) return;
    const { requestedQueryCost, throttleStatus } = data.extensions.cost;
    costs.set(name, requestedQueryCost);
    buckets.set(host, {
      available: throttleStatus.currentlyAvailable,
      at: now(),
      rate: throttleStatus.restoreRate,
      most: throttleStatus.maximumAvailable,
    });
  }

  /** Returns a ShopBusy in place of an error before which certainly nothing was sent. */
  const busyIfNotSent = (error: unknown) =>
    error instanceof NotSentError
      ? new ShopBusy(`Shopify could not be reached: ${error.message}`, new Date(now() + 60_000))
      : error;

  return async (shop, document, variables, signal) => {
    const host = hostOf(shop);
    const base = originOf(host);
    let used = "";
    const send = async (refused?: string): Promise<Answer> => {
      const token = await tokens(shop, base, signal, refused);
      used = token;
      await reserve(host, document.name, signal);
      const answer = await http({
        method: "POST",
        url: `${base}/admin/api/${shopifyAdmin.version}/graphql.json`,
        headers: { "x-shopify-access-token": token, accept: "application/json" },
        json: { query: document.text, variables },
        signal,
      });
      // A fetched token may have been revoked: one renewal. A refused call has done nothing.
      const isStale = answer.status === 401 && refused === undefined && areClientCredentials(shop);
      return isStale ? send(token) : answer;
    };
    const ask = async (): Promise<Answer> => {
      const answer = await send().catch((error: unknown) => {
        throw busyIfNotSent(error);
      });
      recordCost(host, document.name, answer.json);
      return answer;
    };
    let answer = await ask();
    // A read whose cost was not known yet: now it is, and its points are waited for.
    if (isThrottled(answer) && document.text.startsWith("query")) answer = await ask();
    const version = answer.headers.get("x-shopify-api-version");
    if (version && version !== shopifyAdmin.version) onOtherVersion(version);
    // Shopify may repeat what was sent.
    throwFailure(answer, { credentials: { ...shop.credentials, used } }, document.name);
    const data = z.object({ data: document.data }).safeParse(answer.json);
    if (!data.success) throw new Error(`Shopify's answer to ${document.name} could not be read.`);
    return data.data.data;
  };

  function throwFailure(answer: Answer, secrets: Secrets, name: string) {
    const { status, headers, json } = answer;
    const given = wordsSchema.safeParse(json).data?.errors;
    const words = given ? platformWords(secrets, given) : `status ${status}`;
    const refusal = refusals[status];
    if (refusal) throw new ShopRefusal(`${refusal}: ${words}`, "credentials");
    if (status === 429) throw new ShopBusy("Shopify asks to wait.", retryTime(headers, now()));
    if (status >= 500) throw new Error(`Shopify answered ${name} with status ${status}.`);
    const errors = errorsSchema.safeParse(json).data?.errors;
    if (!errors && status === 200) return;
    const codes = codesOf(answer);
    const text = errors
      ? platformWords(secrets, errors.map(({ message }) => message).join(" "))
      : words;
    if (isThrottled(answer)) throw new ShopBusy("Shopify asks to wait.", restoreTime(json));
    if (codes.includes("MAX_COST_EXCEEDED")) throw new TooCostly(`${name} costs too much: ${text}`);
    if (codes.some((code) => code === "ACCESS_DENIED" || code === "SHOP_INACTIVE")) {
      throw new ShopRefusal(text, "credentials");
    }
    if (codes.includes("INTERNAL_SERVER_ERROR")) {
      throw new Error(`Shopify answered ${name} with an error of its own.`);
    }
    throw new ShopRefusal(`Shopify does not take the request ${name}: ${text}`);
  }

  /** Returns when the points that the call costs are there again. */
  function restoreTime(json: unknown): Date {
    const cost = costSchema.safeParse(json).data?.extensions.cost;
    const { currentlyAvailable = 0, restoreRate = 50 } = cost?.throttleStatus ?? {};
    const missing = Math.max(0, (cost?.requestedQueryCost ?? 250) - currentlyAvailable);
    return new Date(now() + Math.max(1000, (missing / restoreRate) * 1000));
  }
}

/**
 * Returns the host of a shop, as `abc`, `abc.myshopify.com` or an address of it name it. Throws a
 * ShopRefusal for any other host, which would be sent the keys.
 */
export function hostOf({ store }: Pick<ShopConnection, "store">): string {
  const name = store
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/[/?#].*$/, "");
  const host = name.includes(".") ? name : `${name}.myshopify.com`;
  if (/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(host)) return host;
  throw new ShopRefusal(
    "The store name must be that of the shop at Shopify, like abc.myshopify.com: its own domain does not work.",
    "credentials",
  );
}

/** Throws a ShopRefusal with the shop's words. */
export function throwUserErrors(answer: MutationResult): void {
  if (!answer) throw new ShopRefusal("Shopify did not carry out the change");
  if (answer.userErrors.length === 0) return;
  throw new ShopRefusal(answer.userErrors.map(({ message }) => message).join(" "));
}

type WithRules = { readonly ruleSet: unknown; readonly sources: readonly unknown[] };

/** Returns true for a collection whose members are chosen one by one: it has no conditions. */
export const isCustom = ({ ruleSet, sources }: WithRules) =>
  ruleSet === null && sources.length === 0;
