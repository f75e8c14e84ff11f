import { type PlatformType, platformShortLabel } from "@/entities/account/platforms";
import { type TextUnit, textLength } from "@/entities/account/text-length";
import { textLimits, unitName } from "@/entities/account/text-limits";
import type { Refused } from "../../ports/outcome.ts";

/**
 * Returns the refusal of a text that is longer than its platform takes: `The text has 301
 * characters; Bluesky takes 300: shorten it by 1.` Undefined if it fits. Nothing is cut off or
 * split into several posts.
 */
export function refusalOfLength(platform: PlatformType, text: string): Refused | undefined {
  const { max, unit, maxBytes = Number.POSITIVE_INFINITY } = textLimits[platform];
  const refusalOf = (unit: TextUnit, limit: number): Refused | undefined => {
    const length = textLength(text, unit);
    if (length <= limit) return undefined;
    const name = platformShortLabel(platform);
    const error = `The text has ${length} ${unitName(unit)}; ${name} allows ${limit}: shorten it by ${length - limit}.`;
    return { ok: false, error };
  };
  return refusalOf(unit, max) ?? refusalOf("UTF-8 bytes", maxBytes);
}
