import pino from "pino";
import { Fault } from "./fault.ts";

export const logLevels = ["debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * The fields of a log line. Primitive values only, so that no object with a secret is logged by mistake.
 */
export type Facts = { readonly [name: string]: string | number | boolean | undefined };

type Write = (sentence: string, facts?: Facts, error?: unknown) => void;

/** One function per level. */
export type Log = { readonly [Level in Exclude<LogLevel, "silent">]: Write };

type Options = {
  readonly level: LogLevel;
  /**
   * Gets whole lines. The default is stderr, because stdout is for the person who starts the server.
   */
  readonly destination?: { readonly write: (line: string) => void };
  /** If true, the messages of all errors are logged: for tests, which have no secrets. */
  readonly allMessages?: boolean;
};

/** Fields that are redacted, in case one is logged by mistake. */
const secretNames = [
  ...["authorization", "cookie", "headers", "query", "body"],
  ...["credentials", "password", "proxy_password", "secret", "client_secret"],
  ...["token", "access_token", "user_access_token", "api_key", "key"],
];

/**
 * Returns the server's only log: one JSON object per line, with level, time in UTC and message. No
 * line contains a URL, a header, a body, a credential, or the message of a foreign error, which may
 * quote them.
 */
export function createLog({ level, destination, allMessages = false }: Options): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
    },
    // Synchronous, so that the last lines before the process ends are not lost.
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
  const write =
    (level: keyof Log): Write =>
    (sentence, facts, error) =>
      logger[level](
        { ...facts, ...(error !== undefined && { error: describeError(error, allMessages) }) },
        sentence,
      );
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    fatal: write("fatal"),
  };
}

/** A log that writes nothing. */
export const silence = createLog({ level: "silent" });

type ErrorFacts = {
  readonly name: string;
  /** The code of the error or of a cause: `ECONNREFUSED`, or PostgreSQL's `23505`. */
  readonly code?: string;
  /** The name of the violated database constraint. */
  readonly constraint?: string;
  readonly message?: string;
  readonly stack: readonly string[];
};

/**
 * Returns the loggable parts of an error: name, code, constraint and stack frames. The message only
 * of a Fault, because others may quote values, URLs or a whole request.
 */
export function describeError(error: unknown, allMessages = false): ErrorFacts {
  if (!(error instanceof Error)) return { name: `thrown ${typeof error}`, stack: [] };
  const chain = causes(error);
  const code = chain.map((cause) => named(cause, "code")).find(Boolean);
  const constraint = chain.map((cause) => named(cause, "constraint")).find(Boolean);
  const loggable = chain.find((cause) => allMessages || cause instanceof Fault);
  return {
    name: named(error, "name") ?? "Error",
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(loggable && { message: loggable.message }),
    stack: frames(error),
  };
}

/** Returns the error and its chain of causes, at most 5. Of an AggregateError the first error. */
function causes(error: Error): Error[] {
  const chain: Error[] = [];
  for (let next: unknown = error; next instanceof Error && chain.length < 5; ) {
    chain.push(next);
    next = next instanceof AggregateError ? next.errors[0] : next.cause;
  }
  return chain;
}

/** Patterns of loggable names. A text that does not match may be a value. */
const names = {
  name: /^[A-Z][A-Za-z]{0,59}$/,
  // ECONNREFUSED, 23505 of PostgreSQL, invalid_grant of OAuth.
  code: /^([A-Z\d_]{3,40}|[a-z]+(_[a-z]+)+)$/,
  constraint: /^[a-z_\d]{1,63}$/,
};

function named(error: Error, property: keyof typeof names): string | undefined {
  const value: unknown = Reflect.get(error, property);
  return typeof value === "string" && names[property].test(value) ? value : undefined;
}

/** Returns the stack's frames. The message at its beginning is cut off: it may contain secrets. */
function frames({ stack = "", message }: Error): string[] {
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) =>
      /^at (?:[^(]* \()?(?:async )?(?:file:\/\/|node:|\/|[A-Z]:\\).*:\d+:\d+\)?$/.test(line),
    );
}
