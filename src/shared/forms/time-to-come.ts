import { clock } from "@/shared/time/clock";
import { isSkipped, type PutTime, timeOfLocal } from "@/shared/time/local-time";

/**
 * Says why a field's text is no time to come; undefined if it is one.
 *
 * @param put the time that was put into the field, if one was
 */
export function whyNotToCome(text: string, put?: PutTime): string | undefined {
  const time = timeOfLocal(text, put);
  if (time !== undefined) return time > clock.now() ? undefined : "This time has passed.";
  return isSkipped(text)
    ? "This time does not exist: the clocks go forward then."
    : "Choose a date and a time.";
}
