import { capabilities, idempotencyKeys } from "@/shared/api/capabilities";
import { reasonOf, SafeError } from "@/shared/api/errors";

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

/** The product's own text, and below it what is known of the reason. */
export type Failure = { readonly text: string; readonly detail?: string | undefined };

/** What an error says about whether the write was done. */
export function outcomeOf(error: unknown): Exclude<Outcome<never>, { kind: "ok" | "held" }> {
  if (!(error instanceof SafeError)) {
    // A mistake of ours on the way. Nobody can say how far it came, and the double-submit guard must open again.
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
    case "status":
      // A refusal is of this try alone: one before it may have been done.
      return {
        kind: (error.status ?? 500) < 500 && !error.isInDoubt ? "rejected" : "unknown",
        error,
      };
    default:
      return { kind: "unknown", error };
  }
}

/** The product's text for a failure: a sentence, or one that the server's words complete or replace. */
export type FailureText = string | ((detail: string | undefined) => string);

/** 'Failed to post now: {detail}', with the fallback where the server gave no detail. */
export const withDetail =
  (text: string, fallback = "An unexpected error occurred.") =>
  (detail: string | undefined) =>
    `${text}: ${detail ?? fallback}`;

/** The server's words where it has any, else the product's. */
export const detailOr = (fallback: string) => (detail: string | undefined) => detail ?? fallback;

/**
 * What the operator reads of a write that did not end well: the product's text first, whatever the
 * failure, and below it the reason and whether the write may have been done all the same.
 *
 * `asksOnly` is for a command that changes nothing: nothing of it may have been done.
 */
export function failureOf(text: FailureText, error: unknown, asksOnly = false): Failure {
  const outcome = outcomeOf(error);
  const { detail } = error instanceof SafeError ? error : {};
  return {
    text: typeof text === "function" ? text(detail) : text,
    detail: sentences(
      // The text holds the server's words already.
      typeof text === "function" && detail ? undefined : writeReasonOf(error),
      outcome.kind === "unsent" && "Nothing was sent.",
      outcome.kind === "unknown" && !asksOnly && "It may have been done all the same.",
      outcome.kind === "unknown" && !asksOnly && capabilities.has(idempotencyKeys) && notTwice,
    ),
  };
}

/** True only of the very same contents: the server takes edited ones for another write. */
const notTwice = "Trying again does not do it twice.";

/** A failure's detail once the operator has edited what was sent. */
export const afterEdit = (detail: string) => detail.replace(notTwice, "").trim();

/** Both parts in one line, for a list of what became of many. */
export const sayFailure = (text: FailureText, error: unknown): string =>
  lineOf(failureOf(text, error));

/** Both parts of a failure where there is one place for them. */
export const lineOf = ({ text, detail }: Failure): string => sentences(text, detail) ?? text;

function writeReasonOf(error: unknown) {
  if (!(error instanceof SafeError)) return "No answer arrived.";
  const { kind } = error;
  return kind === "unreachable" || kind === "timeout" || kind === "aborted"
    ? "No answer arrived."
    : reasonOf(error);
}

/** One sentence after another. What a server says, and a title, may come without a full stop. */
function sentences(...parts: readonly (string | false | undefined)[]): string | undefined {
  const said = parts.filter((part) => typeof part === "string" && part !== "");
  if (said.length === 0) return undefined;
  return said
    .map((part, index) =>
      index === said.length - 1 || /[.!?…:;]["'”’)\]]*$/.test(String(part)) ? part : `${part}.`,
    )
    .join(" ");
}
