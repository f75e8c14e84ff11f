import { z } from "zod";
import type { Retention } from "./features/retention/index.ts";
import type { Jobs } from "./kernel/context.ts";
import { StartError } from "./kernel/fault.ts";
import { type LogLevel, logLevels } from "./kernel/log.ts";
import { days, type Given, list } from "./settings/formats.ts";
import { type LiveOptions, liveVariables, readLive } from "./settings/live.ts";
import { type Network, networkVariables, readNetwork } from "./settings/network.ts";
import { readSandbox, type Sandbox, sandboxVariables } from "./settings/sandbox.ts";
import { readSignIn, type SignIn, signInVariables } from "./settings/sign-in.ts";
import { readStorage, type Storage, storageVariables } from "./settings/storage.ts";

export type Config = Network &
  Storage &
  SignIn &
  Sandbox &
  Operation & {
    /** The services that are real; undefined for the sandbox, where everything outside is played. */
    readonly live: LiveOptions | undefined;
  };

type Operation = {
  /** Undefined for the default, which depends on whether stderr is a terminal. */
  readonly logLevel: LogLevel | undefined;
  /** The bearer token with which other machines may read the metrics. */
  readonly metricsToken: string | undefined;
  /** Jobs that run side by side, by the job's name; a job that is not named has its default. */
  readonly concurrency: { readonly [Name in keyof Jobs]?: number };
  /** The time for which a stop waits for running requests and jobs, in ms. */
  readonly drainTime: number;
  readonly retention: Retention;
  /** If false, replies are checked against the contract. */
  readonly production: boolean;
};

/** Settings of the log, the jobs, the stop and the deletion of old rows. */
const operationVariables = {
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
};

const readOperation = (given: Given<typeof operationVariables>): Operation => ({
  logLevel: given.LOG_LEVEL,
  metricsToken: given.METRICS_TOKEN,
  concurrency: Object.fromEntries(
    given.CONCURRENCY.map((pair) => pair.split("=")).map(([name, limit]) => [name, Number(limit)]),
  ),
  drainTime: given.DRAIN_SECONDS * 1000,
  retention: {
    rejected: given.KEEP_REJECTED_DAYS,
    snapshots: given.KEEP_SNAPSHOTS_DAYS,
    saleSteps: given.KEEP_SALE_STEPS_DAYS,
    activity: given.KEEP_ACTIVITY_DAYS,
  },
  production: given.NODE_ENV === "production",
});

const variables = z.object({
  ...networkVariables,
  ...storageVariables,
  ...signInVariables,
  ...sandboxVariables,
  ...liveVariables,
  ...operationVariables,
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
    ...readNetwork(given),
    ...readStorage(given),
    ...readSignIn(given),
    ...readSandbox(given),
    live: readLive(given),
    ...readOperation(given),
  };
}
