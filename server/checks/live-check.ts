import { setTimeout } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import { type PlatformType, platforms } from "@/entities/account/platforms";
import { checkModel } from "../adapters/live/ai/check-model.ts";
import { type TextServer, textVariables } from "../adapters/live/ai/text-model.ts";
import { endingVersions } from "../adapters/live/versions.ts";
import { createMailRenderer } from "../adapters/mail-renderer/mail-renderer.ts";
import { createMediaStore } from "../adapters/media/media-store.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { accounts, groups, integrations } from "../db/schema.ts";
import { platformAccount } from "../features/accounts/index.ts";
import {
  mailSenderOf,
  openKeys,
  shopConnection,
  shopEventsUrl,
} from "../features/integrations/index.ts";
import { takeTurn } from "../features/scheduler/index.ts";
import { StartError } from "../kernel/fault.ts";
import { nameOf } from "../kernel/sentences.ts";
import type { Ports } from "../ports/ports.ts";
import type { Secrets } from "../ports/secrets.ts";
import type { Reach } from "../ports/world.ts";
import { homeOrigin } from "../settings/network.ts";
import { createWorldPorts } from "../world.ts";
import { checkMediaTools } from "./live-check-media.ts";
import { checkSignIn } from "./live-check-sign-in.ts";
import { storeTestImage, tryPost } from "./live-post.ts";

export type LiveCheck = {
  /** Undefined for all. */
  readonly account?: number;
  /** True if a throw-away post is published with that account, and deleted. */
  readonly post?: boolean;
};

/** Throws a StartError where nothing is real, and for arguments that it does not know. */
export function readLiveCheck(config: Config, given: readonly string[]): LiveCheck {
  const { live } = config;
  if (!live) throw new StartError("LIVE names nothing: there is nothing real to check.");
  if (given.length === 0) return {};
  const [, id, post] = /^--account (\d{1,9})( --post)?$/.exec(given.join(" ")) ?? [];
  if (id === undefined) {
    throw new StartError(
      "Say no more than: npm run live:check -- --account ID, and after the ID --post for a post that is deleted again.",
    );
  }
  if (!post) return { account: Number(id) };
  if (live.isHeld) throw new StartError("HOLD is set: nothing is published, and so no test post.");
  return { account: Number(id), post: true };
}

/**
 * Tests the accounts of a live server at their platforms, one after the other. Without `post` it reads
 * only: nothing is published. No test is noted. Without a named account it tests the models, ffmpeg,
 * the mail services, the shops, the tokens of Facebook Ads and the provider of the sign-in too. Says a
 * line for each step; returns how many did not pass.
 */
export async function checkLive(
  database: Database,
  secrets: Secrets,
  config: Config,
  { account: only, post = false }: LiveCheck,
  say: (line: string) => void,
): Promise<number> {
  const mailRenderer = createMailRenderer();
  const mediaStore = createMediaStore(config);
  const now = () => new Date();
  const publicOrigin = config.publicOrigins[0] ?? homeOrigin(config);
  const ports = await createWorldPorts({
    config,
    clock: { now },
    secrets,
    mailRenderer,
    mediaStore,
    publicOrigin,
    database,
  });
  const { publisher, ads, mailer, shop, world } = ports;
  const { outside } = world;
  let failed = 0;
  for (const { name, version, sunset } of endingVersions(config.live?.names ?? [], now())) {
    say(`${name} ${version} ends on ${sunset}: update this server before.`);
  }
  if (only === undefined && config.live?.aiText) {
    if (!(await checkTexts(config.live.aiText, say))) failed += 1;
  }
  const rows = await database.db
    .select({ account: accounts, group: groups.name })
    .from(accounts)
    .innerJoin(groups, eq(groups.id, accounts.group_id))
    .where(only === undefined ? undefined : eq(accounts.id, only))
    .orderBy(asc(accounts.id));
  if (only !== undefined && rows.length === 0) throw new StartError(`There is no account ${only}.`);
  const [first] = rows;
  if (post && first && database.kind === "pglite") refuseFetched(first.account.platform_type);
  for (const { account, group } of rows) {
    const name = `${account.id} ${nameOf(account)} (${group})`;
    if (outside[account.platform_type] === "off") {
      say(`${name}: not checked, its platform is switched off`);
      continue;
    }
    try {
      if (post) {
        // It counts for the platform like any other post.
        const noTurn = await database.transaction((db) => takeTurn({ db, ports }, account.id));
        if (noTurn) throw new Error(`nothing is published now, because ${noTurn.why}`);
      }
      const known = await platformAccount(database.db, secrets, account);
      const answer = await publisher.test(known, AbortSignal.timeout(30_000));
      if (!answer.ok) throw new Error(answer.error);
      say(`${name}: works${answer.owner ? `, belongs to ${answer.owner}` : ""}`);
      if (!post) continue;
      const { needsMedia } = platforms[account.platform_type];
      const imageUrl = needsMedia ? await storeTestImage(mediaStore) : null;
      const given = { publisher, account: known, imageUrl, now, wait: setTimeout, say };
      if (!(await tryPost(given))) failed += 1;
    } catch (error) {
      failed += 1;
      say(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (rows.length === 0) say("There are no accounts.");
  if (only === undefined) {
    failed += await checkAds(database, { ads, secrets }, outside.facebook_ads, say);
    failed += await checkMail(database, { mailer, secrets, world }, say);
    if (outside.shopify !== "off") {
      failed += await checkShops(database, { secrets, shop, publicOrigin }, say);
    }
  }
  if (only === undefined && config.live) {
    failed += await checkMediaTools(config.live, say);
    failed += await checkSignIn(config, say);
  }
  mailRenderer.close();
  return failed;
}

type Integration = typeof integrations.$inferSelect;
type Say = (line: string) => void;

/**
 * Says of each integration of a platform what `test` finds. Returns how many did not pass: those whose
 * test throws.
 */
async function checkEach(
  { db }: Pick<Database, "db">,
  platform: Integration["platform"],
  { isOff, label, service }: { isOff: boolean; label: string; service: string },
  say: Say,
  test: (integration: Integration) => Promise<readonly string[]>,
): Promise<number> {
  const rows = await db
    .select({ integration: integrations, group: groups.name })
    .from(integrations)
    .innerJoin(groups, eq(groups.id, integrations.group_id))
    .where(eq(integrations.platform, platform))
    .orderBy(asc(integrations.id));
  let failed = 0;
  for (const { integration, group } of rows) {
    const name = `${label} ${integration.store_name} (${group})`;
    try {
      const lines = isOff ? [`not checked, ${service} is switched off`] : await test(integration);
      for (const line of lines) say(`${name}: ${line}`);
    } catch (error) {
      failed += 1;
      say(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return failed;
}

/** Tests the mail services. Reads only: no mail is sent. Returns how many did not pass. */
const checkMail = (
  database: Database,
  { mailer, secrets, world: { outside } }: Pick<Ports, "mailer" | "secrets" | "world">,
  say: Say,
) => {
  const isOff = outside.amazon_ses === "off" && outside.smtp === "off";
  const names = { isOff, label: "Mail from", service: "mail" };
  return checkEach(database, "amazon_ses", names, say, async (integration) => {
    const keys = openKeys(secrets, integration);
    const { address, isOther } = await mailSenderOf(database.db, integration);
    const answer = await mailer.test(keys, address, AbortSignal.timeout(30_000));
    const tried = isOther ? `as ${address}, the newsletter's sender: ` : "";
    if (!answer.ok) throw new Error(`${tried}${answer.error}`);
    const limits = answer.limits === null ? "" : `, ${answer.limits}`;
    const found = answer.takesSender ? "works" : "answers";
    return [[`${tried}${found}${limits}`, ...answer.notes].join(". ")];
  });
};

/**
 * Says each shop's name, currency, the rights of its app and the address for its webhooks. Returns how
 * many did not pass.
 */
const checkShops = (
  database: Database,
  { secrets, shop, publicOrigin }: Pick<Ports, "secrets" | "shop" | "publicOrigin">,
  say: Say,
) => {
  const names = { isOff: false, label: "Shop", service: "Shopify" };
  return checkEach(database, "shopify", names, say, async (integration) => {
    const connection = shopConnection(secrets, integration);
    const { notes, warnings } = await shop.test(connection, AbortSignal.timeout(30_000));
    const events = shopEventsUrl({ publicOrigin }, integration);
    return ["works", ...notes, ...warnings, `its webhooks go to ${events}`];
  });
};

/** Asks Facebook what the stored tokens open. Returns how many do not open their ad account. */
export const checkAds = (
  database: Pick<Database, "db">,
  { ads, secrets }: Pick<Ports, "ads" | "secrets">,
  reach: Reach,
  say: Say,
) => {
  const names = { isOff: reach === "off", label: "Facebook Ads", service: "Facebook Ads" };
  return checkEach(database, "facebook_ads", names, say, async (integration) => {
    const { user_access_token: token = "" } = openKeys(secrets, integration);
    const answer = await ads.accounts(token, AbortSignal.timeout(30_000));
    if (!answer.ok) throw new Error(answer.error);
    if (!answer.accounts.some(({ id }) => id === integration.store_name)) {
      throw new Error("the token does not open this ad account");
    }
    return ["works"];
  });
};

/** Asks the server of the model that writes for its models: no text is written. */
async function checkTexts(server: TextServer, say: (line: string) => void): Promise<boolean> {
  const name = `Texts by AI (${new URL(server.url).host})`;
  const { passes, words } = await checkModel(server, textVariables);
  say(`${name}: ${words}`);
  return passes;
}

/**
 * Throws a StartError for a platform that fetches media from this server: with PGlite no server
 * runs meanwhile.
 */
function refuseFetched(platform: PlatformType): void {
  const { label, needsMedia } = platforms[platform];
  if (!needsMedia) return;
  throw new StartError(
    `${label} fetches the image of a post from this server, which must run meanwhile: that takes one with DATABASE_URL.`,
  );
}
