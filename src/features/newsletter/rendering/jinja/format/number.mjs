// @ts-check
import { refuse } from "../../mistake.mjs";
import { fixed, floatText, toFloat } from "../numbers.mjs";
import { lengthOf, repeated } from "../text.mjs";

const widest = 10_000;

/** @param {string | undefined} digits */
export function widthOf(digits) {
  const width = Number(digits || 0);
  if (width > widest) refuse(`A width of more than ${widest} is not supported.`);
  return width;
}

/**
 * Fills a text up to a width.
 *
 * @param {string} text
 * @param {number} width
 * @param {string} align `<`, `>` or `^`
 * @param {string} fill
 */
export function padded(text, width, align, fill) {
  const missing = width - lengthOf(text);
  if (missing <= 0) return text;
  const before = align === "<" ? 0 : align === ">" ? missing : Math.floor(missing / 2);
  return repeated(fill, before) + text + repeated(fill, missing - before);
}

/**
 * Puts the sign before the digits, and zeros between them.
 *
 * @param {string} digits without a sign
 * @param {boolean} isNegative
 * @param {string} plus what stands before a positive number
 * @param {number} zeros the width to reach with zeros
 */
export function withSign(digits, isNegative, plus, zeros) {
  const sign = isNegative ? "-" : plus;
  return sign + digits.padStart(zeros - sign.length, "0");
}

/** @param {bigint | number} value */
export const isNegative = (value) => value < 0 || Object.is(value, -0);

/** The digits of a number without its sign, with so many decimal places. @param {bigint | number} value @param {number} places */
export const decimals = (value, places) => fixed(Math.abs(toFloat(value)), places);

/** @param {bigint | number} value */
export const digitsOf = (value) =>
  typeof value === "bigint" ? String(value).replace("-", "") : floatText(Math.abs(value));
