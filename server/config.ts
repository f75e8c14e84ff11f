import { resolve } from "node:path";
import { z } from "zod";
import type { SandboxOptions } from "./adapters/sandbox/journal.ts";
import type { Jobs } from "./context.ts";
import type { Retention } from "./domain/retention.ts";
import { type LogLevel, logLevels } from "./log.ts";

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
  /** The keys as text, or the file that has them; undefined for `secret.key` in `dataDir`. */
  readonly secretKey: { readonly text: string } | { readonly file: string } | undefined;
  /** Seals backups, and opens sealed ones. */
  readonly backupPassphrase: string | undefined;
  /** Origins, besides the server's own, from which browsers may use it. */
  readonly publicOrigins: readonly string[];
  readonly chatPlatform: string;
  readonly discord: Discord | undefined;
  /** True if other machines may use the built-in sign-in of a sandbox. */
  readonly devLogin: boolean;
  readonly seed: boolean;
  readonly speed: number;
  readonly sandbox: SandboxOptions;
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

export type Discord = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The Discord users who may sign in. */
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
  ADMIN_IDS: list.default([]),
  DEV_LOGIN: flag.default(false),
  SEED: flag.default(true),
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
  return {
    port: given.PORT,
    // Browsers resolve 'localhost' to either address.
    hosts: given.HOST === "localhost" ? ["127.0.0.1", "::1"] : [given.HOST],
    loopback: /^(localhost|127(\.\d+){3}|::1)$/.test(given.HOST),
    databaseUrl: given.DATABASE_URL,
    dataDir: resolve(given.DATA_DIR),
    secretKey: readSecretKey(given),
    backupPassphrase: given.BACKUP_PASSPHRASE,
    publicOrigins: given.PUBLIC_ORIGINS,
    chatPlatform: given.CHAT_PLATFORM,
    discord: readDiscord(given),
    devLogin: given.DEV_LOGIN,
    seed: given.SEED,
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

/** The sign-in with Discord; undefined if there is only the built-in one. */
export const discordOf = ({
  chatPlatform,
  discord,
}: Pick<Config, "chatPlatform" | "discord">): Discord | undefined =>
  chatPlatform === "discord" ? discord : undefined;

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
