import { appendFileSync } from "node:fs";
import { expect } from "vitest";

/** Whether everything is to be shown, as `npm run faults` does, or a part that every `npm test` has time for. */
export const isFull = process.env.FAULTS === "full";

/** How often something is tried: in the short form that is a part of the tests, and in the full one. */
export const times = (short: number, full: number) => (isFull ? full : short);

/** Decides what is drawn by lot. Another seed is another run of the same promises. */
export const seed = Number(process.env.FAULTS_SEED ?? 1);

type Figure = {
  /** What was counted: 'White screens, 14,000 corrupted answers'. */
  readonly what: string;
  /** What went wrong, each in a line; none of them is the target. */
  readonly wrong: readonly string[];
};

/** Puts down what was counted. When it is not none the test fails, at its end: all is put down. */
export function expectNone({ what, wrong }: Figure) {
  put({ what, figure: String(wrong.length), target: "0", isMet: wrong.length === 0 });
  expect.soft(wrong.slice(0, 20), what).toEqual([]);
}

type Measure = {
  readonly what: string;
  readonly figure: number;
  readonly atMost: number;
  readonly unit?: string;
};

/** Puts down what was measured. When it is more than was promised the test fails, at its end. */
export function expectAtMost({ what, figure, atMost, unit = "" }: Measure) {
  const rounded = Math.round(figure * 100) / 100;
  put({
    what,
    figure: `${rounded}${unit}`,
    target: `≤ ${atMost}${unit}`,
    isMet: rounded <= atMost,
  });
  expect.soft(rounded, what).toBeLessThanOrEqual(atMost);
}

function put(row: { what: string; figure: string; target: string; isMet: boolean }) {
  const file = process.env.FAULTS_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
