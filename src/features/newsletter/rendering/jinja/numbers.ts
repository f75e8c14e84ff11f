import { refuse } from "../mistake";
import { stripEnd, stripStart } from "./text";

/** Python prints no integer with more digits, and none is made here. */
const mostDigits = 4300;

export function limitedInt(value: bigint) {
  // A hexadecimal digit is worth 1.2 decimal ones.
  if (value.toString(16).length > mostDigits * 0.8) refuse("The number gets too large.");
  return value;
}

/** Refuses what is no number, and infinity: Jinja2 fails on it where it computes ahead. */
export function limitedFloat(value: number) {
  if (!Number.isFinite(value)) refuse("The number gets too large.");
  return value;
}

export const toFloat = (value: bigint | number) => limitedFloat(Number(value));

/** A decimal number as Python writes it: `1.0`, `1e+16`. */
export function floatText(value: number) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa = "", power = "0"] = Math.abs(value).toExponential().split("e");
  const exponent = Number(power);
  if (value !== 0 && (exponent < -4 || exponent >= 16)) {
    const digits = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${digits}`;
  }
  const digits = mantissa.replace(".", "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

/** A decimal number as an exact fraction. */
function fraction(value: number): [bigint, bigint] {
  let numerator = value;
  let denominator = 1n;
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return [BigInt(numerator), denominator];
}

/** Divides and rounds; what lies in the middle goes to the even neighbour. */
function roundedQuotient(numerator: bigint, denominator: bigint) {
  const isNegative = numerator < 0n;
  const size = isNegative ? -numerator : numerator;
  let quotient = size / denominator;
  const twice = 2n * (size % denominator);
  if (twice > denominator || (twice === denominator && quotient % 2n === 1n)) quotient += 1n;
  return isNegative ? -quotient : quotient;
}

/** Like `%.2f`: rounds the exact value of the number. */
export function fixed(value: number, places: number) {
  if (places > 100) refuse("More than 100 decimal places are not supported.");
  const [numerator, denominator] = fraction(Math.abs(value));
  const digits = String(roundedQuotient(numerator * 10n ** BigInt(places), denominator));
  const padded = digits.padStart(places + 1, "0");
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const whole = padded.slice(0, padded.length - places);
  return places === 0 ? sign + whole : `${sign}${whole}.${padded.slice(-places)}`;
}

/** Python's `round` with a number of places, which may be negative. */
export function rounded(value: bigint | number, places: number) {
  if (typeof value === "bigint") {
    if (places >= 0) return value;
    if (-places > mostDigits) return 0n;
    const unit = 10n ** BigInt(-places);
    return roundedQuotient(value, unit) * unit;
  }
  if (places >= 0) return Number(fixed(value, places));
  if (places < -308) return value < 0 ? -0 : 0;
  const [numerator, denominator] = fraction(Math.abs(value));
  const unit = 10n ** BigInt(-places);
  const size = Number(roundedQuotient(numerator, denominator * unit) * unit);
  return value < 0 || Object.is(value, -0) ? -size : size;
}

function tidy(text: string) {
  const bare = stripEnd(stripStart(text, null), null);
  if (/(?!\p{ASCII})\p{N}/u.test(bare)) refuse("Digits of other scripts are not supported.");
  return bare;
}

/** Python's `int("…")`. */
export function parseInteger(text: string, base: number): bigint | null {
  if (base !== 10) refuse("Numbers of another base than 10 are not supported.");
  const digits = tidy(text);
  if (!/^[+-]?\d+(_\d+)*$/.test(digits)) return null;
  const bare = digits.replaceAll("_", "");
  if (bare.length > mostDigits) refuse("The number gets too large.");
  return bare.startsWith("-") ? -BigInt(bare.slice(1)) : BigInt(bare.replace("+", ""));
}

/** Python's `float("…")`. */
export function parseFloatText(text: string): number | null {
  const digits = tidy(text);
  if (/^[+-]?(nan|inf|infinity)$/i.test(digits)) return limitedFloat(Number.NaN);
  if (!/^[+-]?(\d+(_\d+)*\.?(\d+(_\d+)*)?|\.\d+(_\d+)*)(e[+-]?\d+(_\d+)*)?$/i.test(digits)) {
    return null;
  }
  return limitedFloat(Number(digits.replaceAll("_", "")));
}

/** Python's `int(1.9)`. */
export const truncated = (value: number) => BigInt(Math.trunc(value));

/** Python's `//` and `%` of whole numbers: the rest has the sign of the divisor. */
export function divideInts(a: bigint, b: bigint): [bigint, bigint] {
  if (b === 0n) refuse("A number is divided by zero.");
  const quotient = a / b;
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? [quotient - 1n, rest + b] : [quotient, rest];
}

/** The same for decimal numbers, step by step as Python does it. */
export function divideFloats(a: number, b: number): [number, number] {
  if (b === 0) refuse("A number is divided by zero.");
  let rest = limitedFloat(a % b);
  let quotient = (a - rest) / b;
  if (rest !== 0) {
    if (b < 0 !== rest < 0) {
      rest += b;
      quotient -= 1;
    }
  } else {
    rest = b < 0 ? -0 : 0;
  }
  if (quotient === 0) return [a / b < 0 || Object.is(a / b, -0) ? -0 : 0, rest];
  let whole = Math.floor(quotient);
  if (quotient - whole > 0.5) whole += 1;
  return [whole, rest];
}

/** Python's `/`. */
export function quotientOf(a: bigint | number, b: bigint | number) {
  if (b === 0n || b === 0) refuse("A number is divided by zero.");
  // Python divides two whole numbers themselves, not their nearest decimal numbers.
  const isExact = (value: bigint) => BigInt(toFloat(value)) === value;
  if (typeof a === "bigint" && typeof b === "bigint" && !(isExact(a) && isExact(b))) {
    refuse("The number is too large to be divided.");
  }
  return limitedFloat(toFloat(a) / toFloat(b));
}

/** Python's `**`, for whole numbers. */
export function power(a: bigint | number, b: bigint | number) {
  if (typeof a !== "bigint" || typeof b !== "bigint" || b < 0n) {
    return refuse("Only whole numbers can be raised to a power here.");
  }
  const size = a < 0n ? -a : a;
  if (size > 1n && BigInt(size.toString(2).length - 1) * b > 14_000n) {
    refuse("The number gets too large.");
  }
  return a ** b;
}
