import type { Refused } from "../../ports/outcome.ts";
import type { Publication } from "../../ports/publisher.ts";

/** Returns the refusal of an image's alt text that has more code points than its platform allows. */
export function refusalOfAltText(
  { altText, videoUrl }: Publication["post"],
  platform: string,
  max: number,
): Refused | undefined {
  const length = altText && !videoUrl ? [...altText].length : 0;
  const error = `The alt text has ${length} characters; ${platform} allows ${max}.`;
  return length > max ? { ok: false, error } : undefined;
}
