/** By what each is called on the screen. */
type Named = Readonly<Record<string, unknown>>;

export type ChangedValue = {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
};

/**
 * What others have changed since it was seen, beside what would take its place. What is there as it
 * would be saved undoes nothing: it may be a save of our own whose answer was lost.
 */
export const changedValues = (seen: Named, now: Named, mine: Named): readonly ChangedValue[] =>
  [...new Set([...Object.keys(seen), ...Object.keys(now)])]
    .filter((label) => differ(seen[label], now[label]) && differ(now[label], mine[label]))
    .map((label) => ({ label, theirs: said(now[label]), mine: said(mine[label]) }));

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

function said(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (value === null || value === "") return "—";
  return typeof value === "string" || typeof value === "number"
    ? String(value)
    : (JSON.stringify(value) ?? "—");
}
