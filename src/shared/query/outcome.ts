import { capabilities, idempotencyCapability } from "@/shared/api/capabilities";
import { reasonOf, SafeError } from "@/shared/api/errors";
import { sentences } from "@/shared/format/text";

/**
 * How a write ended:
 * - ok: done, and here is the answer
 * - unreadable: done, but the answer could not be read
 * - rejected: the server looked at it and refused; nothing was done
 * - unsent: it never left the browser
 * - unknown: no answer, or the server broke: it may have been done
 * - held: the same thing is already under way, this press did nothing
 */
export type Outcome<Reply> =
  | { readonly kind: "ok"; readonly reply: Reply }
  | { readonly kind: "unreadable" }
  | { readonly kind: "rejected" | "unsent" | "unknown"; readonly error: SafeError }
  | { readonly kind: "held" };

/** The product's own text, and below it the reason, as far as known. */
export type Failure = {
  readonly text: string;
  readonly detail?: string | undefined;
  /** True if the write may have been done, and the same press may do it a second time. */
  readonly mayRepeat?: true | undefined;
};

/** Returns the label of the button that sends a command again, or sends it for the first time. */
export const submitLabel = (label: string, mayRepeat: boolean | undefined) =>
  mayRepeat ? "Try again anyway" : label;

/** The same beside other commands, where the label must say which one is sent again. */
export const namedLabel = (label: string, mayRepeat: boolean) =>
  mayRepeat ? `${label} anyway` : label;

/** Classifies an error: was the write done, not done, or unknown? */
export function outcomeOf(error: unknown): Exclude<Outcome<never>, { kind: "ok" | "held" }> {
  if (!(error instanceof SafeError)) {
    // A bug of ours. It is unknown how far the write came, and the double-submit guard must open
    // again.
    console.error(error);
    return {
      kind: "unknown",
      error: new SafeError({ kind: "aborted", method: "POST", path: "?" }),
    };
  }
  switch (error.kind) {
    case "unreadable":
      return { kind: "unreadable" };
    case "offline":
    case "unsafe":
    case "session":
    case "unsupported":
      return { kind: "unsent", error };
    case "redirected":
      return { kind: error.isInDoubt ? "unknown" : "rejected", error };
    case "status":
      // A refusal concerns this attempt alone: an earlier one may have been done.
      return {
        kind: (error.status ?? 500) < 500 && !error.isInDoubt ? "rejected" : "unknown",
        error,
      };
    default:
      return { kind: "unknown", error };
  }
}

/**
 * The product's text for a failure: a sentence, or one that the server's text completes or
 * replaces.
 */
export type FailureText = string | ((detail: string | undefined) => string);

/** 'Failed to post now: {detail}', with the fallback if the server gave no detail. */
export const withDetail =
  (text: string, fallback = "An unexpected error occurred.") =>
  (detail: string | undefined) =>
    `${text}: ${detail ?? fallback}`;

/** The server's text if it sent any, else the product's. */
export const detailOr = (fallback: string) => (detail: string | undefined) => detail ?? fallback;

/**
 * Returns the texts for a write that failed: first the product's text, whatever the failure, and
 * below it the reason and whether the write may have been done all the same.
 *
 * `asksOnly` is for a command that changes nothing: its text never says that it may have been done.
 */
export function failureOf(text: FailureText, error: unknown, asksOnly = false): Failure {
  const outcome = outcomeOf(error);
  const { detail } = error instanceof SafeError ? error : {};
  const mayBeDone = outcome.kind === "unknown" && !asksOnly;
  const isRepeatable = capabilities.has(idempotencyCapability);
  return {
    text: typeof text === "function" ? text(detail) : text,
    detail: sentences(
      // The text already contains the server's detail.
      typeof text === "function" && detail ? undefined : writeReasonOf(error),
      outcome.kind === "unsent" && "Nothing was sent.",
      mayBeDone && "It may still have gone through.",
      mayBeDone && isRepeatable && notTwice,
    ),
    ...(mayBeDone && !isRepeatable && { mayRepeat: true }),
  };
}

/** True only for unchanged contents: the server takes edited ones for another write. */
const notTwice = "Trying again will not repeat it.";

/** A failure's detail once the operator has edited what was sent. */
export const afterEdit = (detail: string) => detail.replace(notTwice, "").trim();

/** Returns both parts in one line, for a list of results. */
export const sayFailure = (text: FailureText, error: unknown): string =>
  lineOf(failureOf(text, error));

/** Joins both parts of a failure, for a place that has room for one line. */
export const lineOf = ({ text, detail }: Failure): string => sentences(text, detail) ?? text;

function writeReasonOf(error: unknown) {
  if (!(error instanceof SafeError)) return "The server did not respond.";
  const { kind } = error;
  return kind === "unreachable" || kind === "timeout" || kind === "aborted"
    ? "The server did not respond."
    : reasonOf(error);
}
