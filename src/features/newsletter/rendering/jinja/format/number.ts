import { refuse } from "../../mistake";
import { fixed, floatText, toFloat } from "../numbers";
import { lengthOf, repeated } from "../text";

const widest = 10_000;

export function widthOf(digits: string | undefined) {
  const width = Number(digits || 0);
  if (width > widest) refuse(`A width of more than ${widest} is not supported.`);
  return width;
}

/** Fills a text up to a width. `align` is `<`, `>` or `^`. */
export function padded(text: string, width: number, align: string, fill: string) {
  const missing = width - lengthOf(text);
  if (missing <= 0) return text;
  const before = align === "<" ? 0 : align === ">" ? missing : Math.floor(missing / 2);
  return repeated(fill, before) + text + repeated(fill, missing - before);
}

/**
 * Puts the sign before the digits, which have none, and zeros between them up to the width `zeros`.
 * `plus` is the sign of a positive number.
 */
export function withSign(digits: string, isNegative: boolean, plus: string, zeros: number) {
  const sign = isNegative ? "-" : plus;
  return sign + digits.padStart(zeros - sign.length, "0");
}

export const isNegative = (value: bigint | number) => value < 0 || Object.is(value, -0);

/** The digits of a number without its sign, with a given number of decimal places. */
export const decimals = (value: bigint | number, places: number) =>
  fixed(Math.abs(toFloat(value)), places);

export const digitsOf = (value: bigint | number) =>
  typeof value === "bigint" ? String(value).replace("-", "") : floatText(Math.abs(value));
