import { join, resolve } from "node:path";
import { z } from "zod";
import type { ImageSettings } from "./adapters/live/ai/image-model.ts";
import type { TextServer } from "./adapters/live/ai/text-model.ts";
import type { RedditApp } from "./adapters/live/reddit/api.ts";
import type { SmtpServer } from "./adapters/live/smtp/mailer.ts";
import type { TikTokApp } from "./adapters/live/tiktok/api.ts";
import type { SandboxOptions } from "./adapters/sandbox/journal.ts";
import type { Retention } from "./features/retention/index.ts";
import type { Jobs } from "./kernel/context.ts";
import { type LogLevel, logLevels } from "./kernel/log.ts";
import type { TextBudget } from "./ports/text-model.ts";
import { isOutsideName, type OutsideName, outsideNames } from "./ports/world.ts";

/**
 * An error that prevents the start. Its message is one sentence for the person who starts the
 * server.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}

export type Config = {
  /** 0 takes a free port. */
  readonly port: number;
  /** The addresses to listen on. The first is required; failures of the others are ignored. */
  readonly hosts: readonly [string, ...string[]];
  /** True if the server listens on loopback addresses only. */
  readonly loopback: boolean;
  /** Undefined for PGlite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** An absolute path. */
  readonly dataDir: string;
  /** Undefined for the folder `media` in `dataDir`. */
  readonly s3: S3 | undefined;
  /** The keys as text, or the file that has them; undefined for `secret.key` in `dataDir`. */
  readonly secretKey: { readonly text: string } | { readonly file: string } | undefined;
  /** Seals backups, and opens sealed ones. */
  readonly backupPassphrase: string | undefined;
  /** Origins, besides the server's own, from which browsers may use it. */
  readonly publicOrigins: readonly string[];
  readonly chatPlatform: string;
  readonly discord: Discord | undefined;
  readonly oidc: Oidc | undefined;
  /** True if other machines may use the built-in sign-in of a sandbox. */
  readonly devLogin: boolean;
  readonly seed: boolean;
  readonly speed: number;
  readonly sandbox: SandboxOptions;
  /** What is real; undefined for the sandbox, where everything outside is played. */
  readonly live: LiveOptions | undefined;
  /** Undefined for the default, which depends on whether stderr is a terminal. */
  readonly logLevel: LogLevel | undefined;
  /** The bearer token with which other machines may read the metrics. */
  readonly metricsToken: string | undefined;
  /** Jobs that run side by side, by the job's name; a job that is not named has its default. */
  readonly concurrency: { readonly [Name in keyof Jobs]?: number };
  /** How long a stop waits for running requests and jobs, in ms. */
  readonly drainTime: number;
  readonly retention: Retention;
  /** If false, replies are checked against the contract. */
  readonly production: boolean;
};

export type LiveOptions = {
  /** All other services are switched off. */
  readonly names: readonly OutsideName[];
  /** True for a rehearsal: real services are read, and nothing is written to them. */
  readonly isHeld: boolean;
  /** Undefined if Reddit is switched off. */
  readonly reddit: RedditApp | undefined;
  /** Undefined if TikTok is switched off. */
  readonly tiktok: TikTokApp | undefined;
  /** Undefined if no images are generated. */
  readonly images: ImageSettings | undefined;
  /** The program that makes videos: `ffmpeg`, or a path. */
  readonly ffmpeg: string;
  /** Undefined if AI is switched off. */
  readonly aiText: (TextServer & TextBudget) | undefined;
  /** Undefined if mail does not go out by SMTP. */
  readonly smtp: SmtpServer | undefined;
};

/** S3-compatible storage for the files that operators upload. */
export type S3 = {
  /** `https://s3.eu-central-1.amazonaws.com` */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** The folder of the files that platforms fetch. */
export const outboxOf = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "outbox");

export type Discord = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The Discord users who may sign in. */
  readonly adminIds: readonly string[];
};

/** A provider of OpenID Connect. */
export type Oidc = {
  /** `https://id.example.com/realms/shop` */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's name on the login screen. */
  readonly label: string;
  /** The users who may sign in: subjects of the provider, and addresses of verified mail. */
  readonly adminIds: readonly string[];
};

const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);
const flag = z
  .enum(["0", "1", "false", "true"], "must be 0 or 1")
  .transform((text) => text === "1" || text === "true");
const days = z
  .string()
  .regex(/^\d{1,5}$/, "must be a whole number of days, at least 30")
  .transform(Number)
  .refine((number) => number >= 30, "must be a whole number of days, at least 30");
const isOrigin = (text: string) =>
  URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

/** A provider's name for itself: it may have a path, and nothing behind it. */
function isIssuer(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" && !/[?#]/.test(text) && !url.username && !url.password;
}
/** An address below which calls are made: without a query, and without a password in it. */
const isService = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => !part);
};

const price = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,6})?$/, "must be US dollars for a million tokens, like 2.5")
  .transform(Number);

const isHost = (text: string) => URL.canParse(`http://${text.includes(":") ? `[${text}]` : text}`);

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a whole number from 0 to 65535")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a whole number from 0 to 65535")
    .default(4100),
  HOST: z
    .string()
    .refine(isHost, "must be the name or address of a network interface, like localhost or 0.0.0.0")
    .default("localhost"),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol),
      "must look like postgres://user:password@host:5432/database",
    )
    .optional(),
  DATA_DIR: z.string().default("data"),
  S3_ENDPOINT: z
    .string()
    .refine(isOrigin, "must be an address like https://s3.example.com, without a path")
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  SECRET_KEY: z.string().optional(),
  SECRET_KEY_FILE: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, "must be at least 12 characters").optional(),
  PUBLIC_ORIGINS: list
    .refine(
      (origins) => origins.every(isOrigin),
      "must be addresses like https://console.example.com, without a path, separated by commas",
    )
    .default([]),
  CHAT_PLATFORM: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, "must be a name in small letters, like discord")
    .default("discord"),
  DISCORD_CLIENT_ID: z.string().optional(),
  DISCORD_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, "must be the https address by which the provider names itself")
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z
    .string()
    .regex(/^[^<>"\p{C}]{1,40}$/u, "must be a name of at most 40 characters, like Example ID")
    .optional(),
  ADMIN_IDS: list.default([]),
  DEV_LOGIN: flag.default(false),
  SEED: flag.optional(),
  LIVE: list
    .refine(
      (names) => names.every(isOutsideName),
      `must be names of these, separated by commas: ${outsideNames.join(", ")}`,
    )
    .default([]),
  HOLD: flag.default(false),
  REDDIT_CLIENT_ID: z.string().optional(),
  REDDIT_CLIENT_SECRET: z.string().optional(),
  REDDIT_USERNAME: z
    .string()
    .regex(/^[\w-]{3,20}$/, "must be the name of a Reddit user, without u/")
    .optional(),
  TIKTOK_CLIENT_KEY: z.string().optional(),
  TIKTOK_CLIENT_SECRET: z.string().optional(),
  TIKTOK_DIRECT: flag.default(false),
  AI_IMAGE_URL: z
    .string()
    .refine(isService, "must be an address like https://api.openai.com/v1, without a query")
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  AI_IMAGE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be a key without spaces")
    .optional(),
  AI_IMAGE_MODEL: z.string().optional(),
  AI_IMAGE_SIZE: z
    .string()
    .regex(/^\d{2,4}x\d{2,4}$/, "must be a size in pixels, like 1024x1536")
    .default("1024x1536"),
  AI_IMAGE_EDITS: z.enum(["auto", "on", "off"], "must be auto, on or off").default("auto"),
  AI_IMAGE_PER_DAY: z
    .string()
    .regex(/^\d{1,6}$/, "must be a whole number below 1000000")
    .transform(Number)
    .default(100),
  FFMPEG_PATH: z.string().default("ffmpeg"),
  AI_TEXT_URL: z
    .string()
    .refine(isService, "must be an address like https://api.openai.com/v1")
    .optional(),
  AI_TEXT_KEY: z.string().optional(),
  AI_TEXT_MODEL: z.string().optional(),
  AI_TEXT_PER_DAY: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "must be a whole number of texts, at least 1")
    .transform(Number)
    .default(500),
  AI_TEXT_PRICE_IN: price.optional(),
  AI_TEXT_PRICE_OUT: price.optional(),
  SMTP_URL: z
    .string()
    .refine(
      (text) => smtpServerOf(text) !== undefined,
      "must look like smtps://user:password@smtp.example.com:465, or smtp:// with STARTTLS",
    )
    .optional(),
  SANDBOX_SPEED: z
    .string()
    .transform(Number)
    .refine((speed) => speed > 0 && speed <= 1_000_000, "must be a number above 0, like 1 or 60")
    .default(1),
  SANDBOX_JOURNAL: z.string().optional(),
  SANDBOX_LATENCY: z
    .string()
    .regex(/^\d{1,5}$/, "must be a whole number of milliseconds below 100000")
    .transform(Number)
    .default(0),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, "must be at least 16 characters, without spaces")
    .optional(),
  CONCURRENCY: list
    .refine(
      (pairs) => pairs.every((pair) => /^[a-z-]+=[1-9]\d{0,2}$/.test(pair)),
      "must be job names with numbers up to 999, like publish=20,measure=10",
    )
    .default([]),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, "must be a whole number of seconds below 10000")
    .transform(Number)
    .default(60),
  KEEP_REJECTED_DAYS: days.default(90),
  KEEP_SNAPSHOTS_DAYS: days.default(30),
  KEEP_SALE_STEPS_DAYS: days.default(365),
  KEEP_ACTIVITY_DAYS: days.default(180),
  NODE_ENV: z.string().optional(),
});

/** Reads the environment. An empty variable counts as unset. Throws a StartError for an invalid one. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.entries(environment).filter(([, value]) => value?.trim());
  const read = variables.safeParse(Object.fromEntries(set));
  if (!read.success) {
    const issue = read.error.issues[0];
    // Without the value, which may be a password.
    throw new StartError(`${issue?.path[0]?.toString()} ${issue?.message}.`);
  }
  const given = read.data;
  const oidc = readOidc(given);
  return {
    port: given.PORT,
    // Browsers resolve 'localhost' to either address.
    hosts: given.HOST === "localhost" ? ["127.0.0.1", "::1"] : [given.HOST],
    loopback: /^(localhost|127(\.\d+){3}|::1)$/.test(given.HOST),
    databaseUrl: given.DATABASE_URL,
    dataDir: resolve(given.DATA_DIR),
    s3: readS3(given),
    secretKey: readSecretKey(given),
    backupPassphrase: given.BACKUP_PASSPHRASE,
    publicOrigins: given.PUBLIC_ORIGINS,
    chatPlatform: oidc ? "oidc" : given.CHAT_PLATFORM,
    discord: readDiscord(given),
    oidc,
    devLogin: given.DEV_LOGIN,
    seed: given.SEED ?? true,
    live: readLive(given),
    speed: given.SANDBOX_SPEED,
    sandbox: { journal: given.SANDBOX_JOURNAL, latency: given.SANDBOX_LATENCY },
    logLevel: given.LOG_LEVEL,
    metricsToken: given.METRICS_TOKEN,
    concurrency: Object.fromEntries(
      given.CONCURRENCY.map((pair) => pair.split("=")).map(([name, limit]) => [
        name,
        Number(limit),
      ]),
    ),
    drainTime: given.DRAIN_SECONDS * 1000,
    retention: {
      rejected: given.KEEP_REJECTED_DAYS,
      snapshots: given.KEEP_SNAPSHOTS_DAYS,
      saleSteps: given.KEEP_SALE_STEPS_DAYS,
      activity: given.KEEP_ACTIVITY_DAYS,
    },
    production: given.NODE_ENV === "production",
  };
}

function readS3(given: z.output<typeof variables>): S3 | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = given;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    return { endpoint, bucket, region, accessKeyId, secretAccessKey };
  }
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return undefined;
  throw new StartError(
    "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.",
  );
}

function readSecretKey({
  SECRET_KEY: text,
  SECRET_KEY_FILE: file,
}: z.output<typeof variables>): Config["secretKey"] {
  if (text !== undefined && file !== undefined) {
    throw new StartError("SECRET_KEY and SECRET_KEY_FILE must not be set together.");
  }
  if (text !== undefined) return { text };
  return file === undefined ? undefined : { file: resolve(file) };
}

/** Throws a StartError for a setting of the sandbox: in a live world it would have no effect, or harm. */
function readLive(given: z.output<typeof variables>): LiveOptions | undefined {
  const { LIVE: names, HOLD: isHeld, SEED: seed, SANDBOX_SPEED: speed } = given;
  if (names.length === 0 && !isHeld) return undefined;
  if (seed)
    throw new StartError("SEED=1 fills a sandbox: a server with LIVE or HOLD begins empty.");
  if (speed !== 1) {
    throw new StartError(
      "SANDBOX_SPEED is for the sandbox: with LIVE or HOLD time runs as it does.",
    );
  }
  const reddit = names.includes("reddit") ? readReddit(given) : undefined;
  const tiktok = names.includes("tiktok") ? readTikTok(given) : undefined;
  const aiText = names.includes("ai") ? readAiText(given) : undefined;
  const images = names.includes("ai") ? readImages(given) : undefined;
  const ffmpeg = given.FFMPEG_PATH;
  const smtp = readMail(given);
  return {
    names: names.filter(isOutsideName),
    isHeld,
    reddit,
    tiktok,
    aiText,
    images,
    ffmpeg,
    smtp,
  };
}

/** Undefined for a server that generates texts only. */
function readImages(given: z.output<typeof variables>): ImageSettings | undefined {
  const { AI_IMAGE_URL: url, AI_IMAGE_MODEL: model, AI_IMAGE_KEY: key } = given;
  const { AI_IMAGE_SIZE: size, AI_IMAGE_EDITS: edits, AI_IMAGE_PER_DAY: perDay } = given;
  if (url && model) return { url, key, model, size, edits, perDay };
  if (!url && !model && !key) return undefined;
  throw new StartError(
    "AI_IMAGE_URL and AI_IMAGE_MODEL must be set together: no model is the right one for every server.",
  );
}

function readAiText(given: z.output<typeof variables>): NonNullable<LiveOptions["aiText"]> {
  const { AI_TEXT_URL: url, AI_TEXT_KEY: key, AI_TEXT_MODEL: model } = given;
  const { AI_TEXT_PRICE_IN: priceIn, AI_TEXT_PRICE_OUT: priceOut } = given;
  if (!url || !model) {
    throw new StartError(
      "For LIVE=ai set AI_TEXT_URL and AI_TEXT_MODEL: a server with OpenAI's API, and its model that writes.",
    );
  }
  if ((priceIn === undefined) !== (priceOut === undefined)) {
    throw new StartError("AI_TEXT_PRICE_IN and AI_TEXT_PRICE_OUT must be set together.");
  }
  const prices =
    priceIn === undefined || priceOut === undefined ? undefined : { in: priceIn, out: priceOut };
  return { url: url.replace(/\/+$/, ""), key, model, perDay: given.AI_TEXT_PER_DAY, prices };
}

/** Throws a StartError if mail could not be sent, or its readers could not unsubscribe. */
function readMail(given: z.output<typeof variables>): SmtpServer | undefined {
  const { LIVE: names, HOLD: isHeld, PUBLIC_ORIGINS: origins, SMTP_URL: url } = given;
  const [ses, smtp] = [names.includes("amazon_ses"), names.includes("smtp")];
  if (ses && smtp) throw new StartError("LIVE names amazon_ses and smtp: mail goes out by one.");
  if (!ses && !smtp) return undefined;
  if (smtp && url === undefined) throw new StartError("For LIVE=smtp set SMTP_URL.");
  if (!isHeld && !origins[0]?.startsWith("https://")) {
    throw new StartError(
      `For LIVE=${ses ? "amazon_ses" : "smtp"} set PUBLIC_ORIGINS to the https address of the console: the links to unsubscribe lead there.`,
    );
  }
  return smtp ? smtpServerOf(url ?? "") : undefined;
}

/** Undefined unless the text is the address of an SMTP server. */
function smtpServerOf(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search } = new URL(text);
  const isEncrypted = protocol === "smtps:";
  if ((!isEncrypted && protocol !== "smtp:") || hostname === "") return undefined;
  if (!["", "/"].includes(pathname) || search !== "" || (username === "") !== (password === "")) {
    return undefined;
  }
  try {
    const login = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
    return {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (isEncrypted ? 465 : 587) : Number(port),
      isEncrypted,
      login: username === "" ? undefined : login,
    };
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}

function readReddit(given: z.output<typeof variables>): RedditApp {
  const { REDDIT_CLIENT_ID: clientId, REDDIT_CLIENT_SECRET: clientSecret } = given;
  const { REDDIT_USERNAME: username } = given;
  if (!clientId || !clientSecret || !username) {
    throw new StartError(
      "For LIVE=reddit set REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET and REDDIT_USERNAME: Reddit must have approved the app.",
    );
  }
  return { clientId, clientSecret, username };
}

function readTikTok(given: z.output<typeof variables>): TikTokApp {
  const { TIKTOK_CLIENT_KEY: clientKey, TIKTOK_CLIENT_SECRET: clientSecret } = given;
  if (!clientKey || !clientSecret) {
    throw new StartError(
      "For LIVE=tiktok set TIKTOK_CLIENT_KEY and TIKTOK_CLIENT_SECRET: TikTok must have approved the app.",
    );
  }
  return { clientKey, clientSecret, isDirect: given.TIKTOK_DIRECT };
}

function readDiscord(given: z.output<typeof variables>): Discord | undefined {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = given;
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret) {
    throw new StartError("DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET must be set together.");
  }
  if (given.ADMIN_IDS.length === 0) {
    throw new StartError("ADMIN_IDS must name the Discord users who may sign in, by their ids.");
  }
  return { clientId, clientSecret, adminIds: given.ADMIN_IDS };
}

function readOidc(given: z.output<typeof variables>): Oidc | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = given;
  const { OIDC_CLIENT_SECRET: clientSecret, OIDC_LABEL: label } = given;
  if (!issuer && !clientId && !clientSecret && !label) return undefined;
  if (!issuer || !clientId || !clientSecret) {
    throw new StartError(
      "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.",
    );
  }
  if (given.DISCORD_CLIENT_ID || given.DISCORD_CLIENT_SECRET) {
    throw new StartError(
      "Operators sign in with Discord or with OpenID Connect: set DISCORD_… or OIDC_…, not both.",
    );
  }
  if (given.ADMIN_IDS.length === 0) {
    throw new StartError(
      "ADMIN_IDS must name the users of OIDC_ISSUER who may sign in, by their sub or their verified email.",
    );
  }
  return {
    ...{ issuer, clientId, clientSecret, label: label ?? "Single Sign-On" },
    adminIds: given.ADMIN_IDS,
  };
}

/** The provider that operators sign in with; undefined if there is only the built-in sign-in. */
export const signInOf = ({
  chatPlatform,
  discord,
  oidc,
}: Pick<Config, "chatPlatform" | "discord" | "oidc">): Discord | Oidc | undefined =>
  oidc ?? (chatPlatform === "discord" ? discord : undefined);

/** The name of that place: 'Discord'. */
export const chatPlatformName = ({
  chatPlatform,
  oidc,
}: Pick<Config, "chatPlatform" | "oidc">): string =>
  oidc?.label ?? `${chatPlatform.charAt(0).toUpperCase()}${chatPlatform.slice(1)}`;

/** The origins from which a browser may use the server: its own and PUBLIC_ORIGINS. */
export const allowedOrigins = ({ port, hosts, publicOrigins }: Config): readonly string[] => [
  ...new Set(["localhost", "127.0.0.1", "::1", ...hosts].map((host) => originOf(host, port))),
  ...publicOrigins,
];

/** The server's own origin; `localhost` if it listens on several or all addresses. */
export function homeOrigin({ port, hosts }: Pick<Config, "port" | "hosts">): string {
  const [host] = hosts;
  const isAll = hosts.length > 1 || host === "0.0.0.0" || host === "::";
  return originOf(isAll ? "localhost" : host, port);
}

/** `http://localhost:4100`, or with an IPv6 address `http://[::1]:4100`. */
const originOf = (host: string, port: number) =>
  new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`).origin;
