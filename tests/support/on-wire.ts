import { jsonAnswer, saying, type Wire } from "./wire";

/** Requests by their line, such as 'POST /api/v1/…', or by a part of it. */
type Which = string | ((line: string) => boolean);

const isOf = (which: Which) =>
  typeof which === "string" ? (line: string) => line.includes(which) : which;

/** The lines of such requests that were sent. */
export const sentTo = (wire: Wire, which: Which) => wire.sent.filter(isOf(which));

/** Answers such requests with JSON from now on. */
export const answerWith = (
  wire: Wire,
  which: Which,
  status: number,
  body: unknown,
  options?: { once?: boolean },
) => wire.answer(isOf(which), () => jsonAnswer(status, body), options);

/**
 * Holds the answer to the next such request until the returned function is called: with an answer, or
 * without one for the server's own.
 */
export function holdAnswer(wire: Wire, which: Which) {
  let answer: (response?: Response) => void = () => {};
  const held = new Promise<Response | undefined>((resolve) => {
    answer = resolve;
  });
  wire.answer(isOf(which), () => held, { once: true });
  return (response?: Response) => answer(response);
}

/** Requests that are refused, as from a broken server, until `fix` is called. */
export function broken(to: string, detail: string) {
  let isBroken = true;
  return {
    to,
    says: () => (isBroken ? jsonAnswer(500, { detail }) : undefined),
    fix: () => {
      isBroken = false;
    },
  };
}

/** The description of a backend that has these calls beyond the spec's. */
export const announcing = (...capabilities: readonly string[]) =>
  saying("/healthz", { status: "ok", capabilities });

/** A backend of the spec alone, which does not describe itself. */
export const specAlone = { to: "/healthz", says: () => jsonAnswer(404, {}) };
