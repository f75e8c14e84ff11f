import { refuse } from "../../mistake";
import { wholeNumber } from "../arguments";
import { compute } from "../arithmetic";
import { each } from "../collections";
import { attributeGetter } from "../members";
import { parseFloatText, parseInteger, quotientOf, rounded, toFloat, truncated } from "../numbers";
import { counted, demand, isNumber, isText, kindOf, plain, type Value } from "../values";
import type { Filter } from "./filters";

const int: Filter = {
  parameters: ["value", ["default", 0n], ["base", 10n]],
  run: (_, value, other, base) => {
    demand(value);
    if (isText(value)) {
      const whole = parseInteger(plain(value), wholeNumber("int", base));
      if (whole !== null) return whole;
      const float = parseFloatText(plain(value));
      return float === null ? other : truncated(float);
    }
    if (!isNumber(value)) return other;
    const number = counted(value);
    return typeof number === "bigint" ? number : truncated(number);
  },
};

const float: Filter = {
  parameters: ["value", ["default", 0]],
  run: (_, value, other) => {
    demand(value);
    if (isNumber(value)) return toFloat(counted(value));
    const parsed = isText(value) ? parseFloatText(plain(value)) : null;
    return parsed ?? other;
  },
};

const round: Filter = {
  parameters: ["value", ["precision", 0n], ["method", "common"]],
  run: (_, value, precision, method) => {
    demand(value);
    if (!isNumber(value)) return refuse(`"round" needs a number, not ${kindOf(value)}.`);
    const number = counted(value);
    const places = wholeNumber("round", precision);
    if (method === "common") return rounded(number, places);
    if (method !== "ceil" && method !== "floor") {
      return refuse('"round" knows the methods common, ceil and floor.');
    }
    if (places < 0 || places > 22) return refuse('"round" needs 0 to 22 places here.');
    const unit = 10n ** BigInt(places);
    const scaled = compute("*", number, unit);
    if (typeof scaled === "bigint") return quotientOf(scaled, unit);
    const whole = method === "ceil" ? Math.ceil(Number(scaled)) : Math.floor(Number(scaled));
    return quotientOf(BigInt(whole), unit);
  },
};

const abs: Filter = {
  parameters: ["x"],
  run: (_, value) => {
    demand(value);
    if (!isNumber(value)) return refuse(`"abs" needs a number, not ${kindOf(value)}.`);
    const number = counted(value);
    return number < 0 || Object.is(number, -0) ? -number : number;
  },
};

const sum: Filter = {
  parameters: ["iterable", ["attribute", null], ["start", 0n]],
  run: (_, values, attribute, start) => {
    if (isText(start)) return refuse('"sum" adds numbers; "join" puts texts together.');
    const get = attributeGetter(attribute);
    let total: Value = start;
    const parts = [start];
    for (const value of each(values)) {
      const part = get(value);
      parts.push(part);
      total = compute("+", total, part);
    }
    if (typeof total === "number") checkSum(total, parts.filter(isNumber).map(Number));
    return total;
  },
};

/**
 * Since 3.12 Python adds decimal numbers more exactly than before. Refuses a sum that depends on
 * Python's version.
 */
function checkSum(total: Value, parts: readonly number[]) {
  let sum = 0;
  let lost = 0;
  for (const part of parts) {
    const next = sum + part;
    lost += Math.abs(sum) >= Math.abs(part) ? sum - next + part : part - next + sum;
    sum = next;
  }
  if (lost !== 0 && sum + lost !== total) {
    refuse("The sum of these decimal numbers depends on the version of Python.");
  }
}

/** Filters that make numbers. */
export const numberFilters: Readonly<Record<string, Filter>> = { int, float, round, abs, sum };
