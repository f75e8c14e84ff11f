import { parseTime } from "@/shared/format/time";

/*
 * Secrets in the question about the changes of others. The server never sends one, so that two versions
 * are told apart by when they were set.
 */

/** In place of the secret that a save would store. */
export const typedSecret = "As typed here";

/** 'Set at 2026-11-20 13:02:10 UTC'; without the time if the server does not say it. */
export function sayStored(isSet: boolean | undefined, changedAt: string | null | undefined) {
  const time = parseTime(changedAt);
  const words = isSet ? "Set" : "Not set";
  // To the second: two operators may change it within the same minute.
  return time === undefined
    ? words
    : `${words} at ${new Date(time).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
