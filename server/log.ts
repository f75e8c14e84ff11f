import pino from "pino";
import { Fault } from "./fault.ts";

export const logLevels = ["debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** What a line says besides its sentence: single values, so that nothing with a secret in it slips in. */
export type Facts = { readonly [name: string]: string | number | boolean | undefined };

type Write = (sentence: string, facts?: Facts, error?: unknown) => void;

/** Lines for whoever runs the server, by how much they matter. */
export type Log = { readonly [Level in Exclude<LogLevel, "silent">]: Write };

type Options = {
  readonly level: LogLevel;
  /** Takes whole lines; without it they go to stderr, since stdout is for the person who starts it. */
  readonly destination?: { readonly write: (line: string) => void };
  /** Whether an error's words are told whoever wrote them: for tests, which have no secrets. */
  readonly tellAll?: boolean;
};

/** A second wall: nobody passes these on, and whoever does by mistake writes nothing. */
const secretNames = [
  ...["authorization", "cookie", "headers", "query", "body"],
  ...["credentials", "password", "proxy_password", "secret", "client_secret"],
  ...["token", "access_token", "user_access_token", "api_key", "key"],
];

/**
 * The server's only log: a line of JSON each, with its level, its time in UTC and what it is about.
 * No line holds an address, a header, a body, a credential or what an error quotes of them.
 */
export function createLog({ level, destination, tellAll = false }: Options): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
    },
    // Written at once, so that the last words of a process that ends are not lost.
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
  const write =
    (level: keyof Log): Write =>
    (sentence, facts, error) =>
      logger[level](
        { ...facts, ...(error !== undefined && { error: describeError(error, tellAll) }) },
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

/** For what runs without anyone to read its log. */
export const silence = createLog({ level: "silent" });

type ErrorFacts = {
  readonly name: string;
  /** Of the error, or of what caused it: `ECONNREFUSED`, or a code of PostgreSQL. */
  readonly code?: string;
  /** What of the schema a database objected to, never the value. */
  readonly constraint?: string;
  readonly message?: string;
  readonly stack: readonly string[];
};

/**
 * What may be told of an error: its kind, its codes and where it came from. Its words only where
 * they are our own, for others quote what they were given: values, addresses, a whole request.
 */
export function describeError(error: unknown, tellAll = false): ErrorFacts {
  if (!(error instanceof Error)) return { name: `thrown ${typeof error}`, stack: [] };
  const chain = causes(error);
  const code = chain.map((cause) => named(cause, "code")).find(Boolean);
  const constraint = chain.map((cause) => named(cause, "constraint")).find(Boolean);
  const said = chain.find((cause) => tellAll || cause instanceof Fault);
  return {
    name: named(error, "name") ?? "Error",
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(said && { message: said.message }),
    stack: frames(error),
  };
}

/** An error, what caused it, what caused that; of several causes the first. */
function causes(error: Error): Error[] {
  const chain: Error[] = [];
  for (let next: unknown = error; next instanceof Error && chain.length < 5; ) {
    chain.push(next);
    next = next instanceof AggregateError ? next.errors[0] : next.cause;
  }
  return chain;
}

/** What such a name looks like; what looks otherwise may be a value. */
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

/** The places in files: a stack begins with the words of its error, and those may look like anything. */
function frames({ stack = "", message }: Error): string[] {
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) =>
      /^at (?:[^(]* \()?(?:async )?(?:file:\/\/|node:|\/|[A-Z]:\\).*:\d+:\d+\)?$/.test(line),
    );
}
