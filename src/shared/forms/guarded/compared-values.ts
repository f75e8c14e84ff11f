import { parseTime } from "@/shared/format/time";

/** Values by their names on the screen. */
type Named = Readonly<Record<string, unknown>>;

export type ChangedValue = {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
};

/**
 * Returns the values that others have changed since they were loaded, each with the value that
 * would overwrite it. A value that the server already holds as it would be saved is left out: it
 * may come from a save of our own whose answer was lost.
 */
export const changedValues = (seen: Named, now: Named, mine: Named): readonly ChangedValue[] =>
  [...new Set([...Object.keys(seen), ...Object.keys(now)])]
    .filter((label) => differ(seen[label], now[label]) && differ(now[label], mine[label]))
    .map((label) => ({ label, theirs: textOf(now[label]), mine: textOf(mine[label]) }));

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (value === null || value === "") return "—";
  return typeof value === "string" || typeof value === "number"
    ? String(value)
    : (JSON.stringify(value) ?? "—");
}

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
