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

export type Failure = { readonly text: string; readonly detail?: string | undefined };

/** What an error says about whether the write was done. */
export function outcomeOf(error: unknown): Exclude<Outcome<never>, { kind: "ok" | "held" }> {
  if (!(error instanceof SafeError)) {
    // A mistake of ours on the way. Nobody can say how far it came, and the latch must open again.
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

/** The product's text for a failure: a sentence, or one that the server's words complete. */
export type FailureText = string | ((detail: string | undefined) => string);

/** 'Failed to post now: {detail}' */
export const withDetail =
  (text: string, fallback: string): FailureText =>
  (detail) =>
    `${text}: ${detail ?? fallback}`;

/**
 * What the operator reads of a write that did not end well.
 * Where no answer came we do not say that it failed, because it may not have.
 */
export function failureOf(text: FailureText, error: unknown): Failure {
  const outcome = outcomeOf(error);
  const reason =
    outcome.kind === "unsent" ? inOneLine(reasonOf(error), "Nothing was sent.") : reasonOf(error);
  if (outcome.kind === "unreadable") return worded(text, undefined, reason);
  const { detail, status } = outcome.error;
  if (outcome.kind !== "unknown") {
    return worded(text, status === undefined ? reason : detail, detail ?? reason);
  }
  const again = "Trying again asks for the same thing and does not do it twice.";
  if (status === undefined || detail === undefined) {
    return {
      text: "No answer yet: it may have been done",
      detail: inOneLine(reason, again),
    };
  }
  const failure = worded(text, detail, detail);
  const doubt = `It may have been done all the same. ${again}`;
  return { ...failure, detail: inOneLine(failure.detail, doubt) };
}

/** The same in one line, for a list of what became of many. */
export function sayFailure(text: FailureText, error: unknown): string {
  return lineOf(failureOf(text, error));
}

/** Both parts of a failure where there is one place for them. */
export const lineOf = ({ text, detail }: Failure): string =>
  detail ? inOneLine(text, detail) : text;

/** One sentence after another. What a server says, and a title, may come without a full stop. */
function inOneLine(first: string | undefined, second: string): string {
  if (!first) return second;
  return `${first}${/[.!?…:;]["'”’)\]]*$/.test(first) ? "" : "."} ${second}`;
}

const worded = (text: FailureText, inText: string | undefined, below: string | undefined) =>
  typeof text === "function" ? { text: text(inText) } : { text, detail: below };
