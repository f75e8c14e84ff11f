import { appendFileSync } from "node:fs";
import { expect } from "vitest";

/** True for the full run of `npm run faults`, false for the short form of `npm run test:all`. */
export const isFull = process.env.FAULTS === "full";

/** Returns the count for the short form or for the full run. */
export const times = (short: number, full: number) => (isFull ? full : short);

/** Determines all random choices. Another seed tests the same promises with other choices. */
export const seed = Number(process.env.TEST_SEED ?? 1);

type Figure = {
  /** The name of the count: 'White screens, 14,000 corrupted answers'. */
  readonly what: string;
  /** The failures, one line each; the target is none. */
  readonly wrong: readonly string[];
};

/**
 * Records a count of failures. Any failure fails the test, but only at its end, so that all counts
 * are recorded.
 */
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

/** Records a measurement. If it exceeds `atMost`, the test fails at its end. */
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
