import { DrizzleQueryError } from "drizzle-orm";

/** Thrown if the database cannot be reached, breaks off or does not answer in time. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(cause: unknown) {
    // Not the message of the cause, which may quote values.
    super("The database does not answer.", { cause });
  }
}

/**
 * Returns true if a statement failed because of the state of the database and not because of the
 * statement, so that a later try may succeed. It says nothing about whether a commit happened.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  // Only with Drizzle's wrapper: an adapter of the outside world fails with the same codes.
  return error instanceof DrizzleQueryError && isOutage(error.cause);
}

/** Returns whether an error of the driver itself is an outage. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  // Node's error for a host name with several addresses.
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return networkCodes.has(code) || sqlStates.test(code) || driverMessages.test(error.message);
}

const networkCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "ENOTFOUND", "EAI_AGAIN", "EPIPE"],
  ...["EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "ENOENT"],
]);

/**
 * Connection exceptions, transactions that collided, too many connections or no memory, statements
 * that waited or took too long, and a server that is stopping, starting or was killed.
 */
const sqlStates = /^(08...|40001|40P01|53...|55P03|57014|57P0[1-5]|25P03)$/;

/** pg has no codes for these. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;
