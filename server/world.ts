import { setTimeout } from "node:timers/promises";
import type { PlatformType } from "@/entities/account/platforms";
import { platforms } from "@/entities/account/platforms";
import { createTextModel } from "./adapters/live/ai/text-model.ts";
import { createFacebookAds } from "./adapters/live/facebook-ads/ads.ts";
import { createHttp } from "./adapters/live/http.ts";
import type { Live } from "./adapters/live/live.ts";
import { createMedia } from "./adapters/live/media/create-media.ts";
import type { Source } from "./adapters/live/media/fetch-media.ts";
import { createProxyCheck } from "./adapters/live/proxy/check.ts";
import { redditAddresses } from "./adapters/live/reddit/api.ts";
import { createReddit } from "./adapters/live/reddit/reddit.ts";
import { createRedditApi } from "./adapters/live/reddit/tokens.ts";
import { createSesEvents } from "./adapters/live/ses/events.ts";
import { createSesMailer } from "./adapters/live/ses/mailer.ts";
import { createSmtpMailer } from "./adapters/live/smtp/mailer.ts";
import { createTikTok } from "./adapters/live/tiktok/connect.ts";
import { createTikTokApi } from "./adapters/live/tiktok/tokens.ts";
import { apiEnds } from "./adapters/live/versions.ts";
import { createOffImages, offPorts, switchedOff } from "./adapters/off.ts";
import { createSandboxPorts } from "./adapters/sandbox/sandbox.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { readCredentials, replaceCredentials } from "./features/accounts/index.ts";
import {
  addTokens,
  costOf,
  returnImage,
  returnText,
  takeImage,
  takeText,
} from "./features/generation/index.ts";
import { Fault } from "./kernel/fault.ts";
import type { Facts } from "./kernel/log.ts";
import type { Clock } from "./ports/clock.ts";
import type { ImageModel } from "./ports/image-model.ts";
import type { Mailer } from "./ports/mail/mailer.ts";
import type { MetricsSource } from "./ports/metrics-source.ts";
import type { FinalRefusal } from "./ports/outcome.ts";
import type { Ports } from "./ports/ports.ts";
import type { Publisher } from "./ports/publisher.ts";
import type { Secrets } from "./ports/secrets.ts";
import { type Shop, ShopRefusal } from "./ports/shop.ts";
import type { TextModel } from "./ports/text-model.ts";
import { liveWorld, sandboxWorld, type World } from "./ports/world.ts";
import { allowedOrigins } from "./settings/network.ts";
import { outboxOf } from "./settings/storage.ts";

/** A call of an outside service, for the log and the metrics. */
export type OutsideCall = {
  readonly port: "text" | "image";
  readonly outcome: "ok" | "refused" | "credentials" | "later" | "unknown";
  /** Undefined for images. */
  readonly tokens?: { readonly in: number; readonly out: number };
  /** Undefined for images, or if no prices were given. */
  readonly cost?: number | undefined;
  readonly facts: Facts;
};

type Options = Pick<Ports, "clock" | "secrets" | "mailRenderer" | "mediaStore" | "publicOrigin"> & {
  readonly config: Config;
  readonly database: Database;
  readonly onCall?: (call: OutsideCall) => void;
};

/** Decides what this deployment reaches; nothing else does. */
export const worldOf = ({ live }: Pick<Config, "live">): World =>
  live ? liveWorld(live.names, live.isHeld, apiEnds) : sandboxWorld;

/**
 * Returns the ports of this deployment's world. In the sandbox, no adapter of a real service is
 * even loaded.
 */
export async function createWorldPorts({
  config,
  database,
  onCall = () => undefined,
  ...given
}: Options): Promise<Ports> {
  const world = worldOf(config);
  const { allowsPrivateProxy } = config;
  if (world.kind === "sandbox") {
    return createSandboxPorts({ ...given, allowsPrivateProxy, speed: config.speed, database });
  }
  const { metricsOf, publishersOf } = await import("./adapters/live/platforms.ts");
  const { createComposer, createVideo, findFfmpeg } = await import(
    "./adapters/live/media-tools.ts"
  );
  const ffmpeg = await findFfmpeg(config.live?.ffmpeg ?? "ffmpeg");
  const source: Source = {
    store: given.mediaStore,
    clock: given.clock,
    ownOrigins: allowedOrigins(config),
    folder: given.mediaStore.incoming,
    allowsPrivateProxy,
  };
  const live: Live = {
    httpOf: ({ proxy }) => createHttp({ proxy, allowsPrivateProxy }),
    media: createMedia({
      ...source,
      outbox: outboxOf(config),
      publicOrigin: given.publicOrigin,
    }),
    ...storedCredentials(database, given.secrets),
    clock: given.clock,
    publicOrigin: given.publicOrigin,
  };
  const apps = config.live;
  // One for all adapters: a token that one has fetched serves the others.
  const reddit = apps?.reddit && createRedditApi(live, apps.reddit, redditAddresses);
  const tiktok = apps?.tiktok && createTikTokApi(live, apps.tiktok);
  const { aiText } = config.live ?? {};
  return {
    ...given,
    ...offPorts,
    world,
    pause: (milliseconds) => setTimeout(milliseconds),
    // Reading alone, which a rehearsal does too.
    ...(world.outside.facebook_ads !== "off" && {
      ads: createFacebookAds(createHttp({ proxy: null }), given.clock),
    }),
    ...(aiText && { textModel: textModelOf(aiText, { database, clock: given.clock, onCall }) }),
    ...(reddit && { reddit: createReddit(reddit) }),
    tiktok: tiktok && createTikTok(tiktok),
    composer: createComposer(source),
    video: createVideo({ source, ffmpeg }),
    ...(world.outside.ai !== "off" && {
      imageModel: await imageModelOf(config, { database, source, onCall }),
    }),
    publisher: routedPublisher(world, publishersOf(live, { reddit, tiktok })),
    proxyCheck: createProxyCheck({ allowsPrivateProxy }),
    ...mailPorts(world, config, given.clock),
    metrics: routedMetrics(world, metricsOf(live, { reddit, tiktok })),
    ...(world.outside.shopify !== "off" && { shop: await liveShop(world, given) }),
  };
}

/** The longest time that another server may take for the renewal of an account's tokens, in ms. */
const longestRenewal = 60_000;

/** Lets adapters read and replace the credentials of accounts. */
export const storedCredentials = (
  database: Pick<Database, "transaction" | "exclusively">,
  secrets: Secrets,
): Pick<Live, "saveCredentials" | "readCredentials" | "exclusively"> => ({
  saveCredentials: (account, credentials, expiresAt) =>
    database.transaction((db) => replaceCredentials(db, secrets, account, credentials, expiresAt)),
  readCredentials: ({ id }) => database.transaction((db) => readCredentials(db, secrets, id)),
  exclusively: ({ id }, work) =>
    database.exclusively(`credentials:${id}`, work, { lockTimeout: longestRenewal }),
});

type ImageOptions = Required<Pick<Options, "database" | "onCall">> & { readonly source: Source };

/**
 * Returns the model that generates images, which are counted by the day; or one that says why there
 * is none.
 */
async function imageModelOf(
  { live }: Config,
  { database, source, onCall }: ImageOptions,
): Promise<ImageModel> {
  const settings = live?.images;
  if (!settings) {
    return createOffImages(
      "Generating images is switched off on this server: AI_IMAGE_URL and AI_IMAGE_MODEL are not set.",
    );
  }
  const { createImageModel, longestAnswer } = await import("./adapters/live/media-tools.ts");
  return createImageModel({
    settings,
    http: createHttp({ proxy: null, longestAnswer }),
    source,
    take: () => database.transaction((db) => takeImage(db, source.clock.now(), settings.perDay)),
    release: () => database.transaction((db) => returnImage(db, source.clock.now())),
    record: ({ outcome, ...facts }) => onCall({ port: "image", outcome, facts }),
  });
}

/** Returns the model that writes: its texts are counted by the day, and noted with their cost. */
function textModelOf(
  given: NonNullable<NonNullable<Config["live"]>["aiText"]>,
  { database, clock, onCall }: Required<Pick<Options, "database" | "clock" | "onCall">>,
): TextModel {
  const { perDay, prices } = given;
  return {
    budget: { perDay, prices },
    ...createTextModel({
      server: given,
      http: createHttp({ proxy: null }),
      clock,
      take: () => database.transaction((db) => takeText(db, clock.now(), perDay)),
      release: () => database.transaction((db) => returnText(db, clock.now())),
      record: async ({ outcome, tokens, ...rest }) => {
        const cost = costOf(tokens, { prices });
        const facts = { ...rest, tokens_in: tokens.in, tokens_out: tokens.out, cost };
        onCall({ port: "text", outcome, tokens, cost, facts });
        if (tokens.in + tokens.out === 0) return;
        await database.transaction((db) => addTokens(db, clock.now(), tokens));
      },
    }),
  };
}

/** Returns the ports for mail by Amazon SES or by SMTP; none if neither is real. */
function mailPorts(world: World, { live }: Config, clock: Clock): Partial<Ports> {
  const { amazon_ses, smtp } = world.outside;
  if (smtp !== "off" && live?.smtp) {
    return { mailer: heldMailer(world, createSmtpMailer({ server: live.smtp, clock })) };
  }
  if (amazon_ses === "off") return {};
  const http = createHttp({ proxy: null });
  return {
    mailer: heldMailer(world, createSesMailer({ http, clock })),
    // To confirm a subscription is to write.
    mailEvents: world.isHeld ? undefined : createSesEvents(http),
  };
}

/** Refuses every mail as for bad keys: a newsletter that has begun waits until the rehearsal is over. */
const heldMailer = (world: World, mailer: Mailer): Mailer =>
  world.isHeld
    ? {
        ...mailer,
        send: async () => ({
          ok: false,
          why: "credentials",
          error: "Held: no mail is sent while HOLD is set.",
        }),
      }
    : mailer;

async function liveShop({ isHeld }: World, { clock }: Pick<Ports, "clock">): Promise<Shop> {
  const { createShopifyShop } = await import("./adapters/live/shopify/shop.ts");
  const shop = createShopifyShop({ http: createHttp({ proxy: null }), clock });
  if (!isHeld) return shop;
  const change = () =>
    Promise.reject(new ShopRefusal("Held: nothing is written to a shop while HOLD is set."));
  return { ...shop, change };
}

type ByPlatform<Adapter> = Readonly<Partial<Record<PlatformType, Adapter>>>;

const isHeldWords = "Held: nothing is written to a platform while HOLD is set.";

/** Gives each account to its platform's adapter, unless the platform is off or held. */
function routedPublisher(world: World, adapters: ByPlatform<Publisher>): Publisher {
  const off = (platform: PlatformType): FinalRefusal => ({
    ok: false,
    error: switchedOff(`Publishing to ${platforms[platform].label}`, platform),
  });
  const adapterOf = (platform: PlatformType) =>
    world.outside[platform] === "off" ? undefined : adapters[platform];
  return {
    publish: async (publication, attempt, signal) => {
      const { platform } = publication.account;
      const adapter = adapterOf(platform);
      if (!adapter) return off(platform);
      if (world.isHeld) return { ok: false, error: isHeldWords };
      return adapter.publish(publication, attempt, signal);
    },
    locate: async (publication, ...rest) => {
      const { platform } = publication.account;
      const adapter = adapterOf(platform);
      return adapter
        ? adapter.locate(publication, ...rest)
        : { ok: "unsure", advice: off(platform).error };
    },
    test: async (account, signal) =>
      adapterOf(account.platform)?.test(account, signal) ?? off(account.platform),
    // A platform replaces the old credentials: that is writing.
    refresh: async (account, signal) =>
      world.isHeld ? null : (adapterOf(account.platform)?.refresh(account, signal) ?? null),
    remove: async (account, externalId, signal) => {
      const adapter = adapterOf(account.platform);
      if (!adapter) return off(account.platform);
      if (world.isHeld) return { ok: false, error: isHeldWords };
      return adapter.remove?.(account, externalId, signal) ?? { ok: "by hand" };
    },
  };
}

function routedMetrics(world: World, adapters: ByPlatform<MetricsSource>): MetricsSource {
  return {
    read: async (account, posts, signal) => {
      const { platform } = account;
      const adapter = world.outside[platform] === "off" ? undefined : adapters[platform];
      if (!adapter) {
        throw new Fault(switchedOff(`Reading figures of ${platforms[platform].label}`, platform));
      }
      return adapter.read(account, posts, signal);
    },
  };
}
