import type { SaleSettings } from "./schema";

/** What each setting is called on the screen; what a newer server added keeps its own name. */
const labels: Readonly<Record<string, string>> = {
  is_active: "Enabled",
  rotator_count: "Rotator count",
  rotator_no_change_count: "Rotator no-change count",
  print_count: "Print count",
  cooldown_days: "Cooldown days",
  rotator_discount_percent: "Rotator discount %",
  print_discount_percent: "Print discount %",
  sale_tag: "Sale tag",
};

export type ChangedSetting = {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
};

/** The settings that others have changed since they were seen, beside what would take their place. */
export function changedSettings(
  seen: SaleSettings,
  now: SaleSettings,
  mine: Partial<SaleSettings>,
): readonly ChangedSetting[] {
  return [...new Set([...Object.keys(seen), ...Object.keys(now)])]
    .filter((name) => JSON.stringify(seen[name]) !== JSON.stringify(now[name]))
    .map((name) => ({
      label: labels[name] ?? name,
      theirs: said(now[name]),
      // What this console does not know goes back as it is on the server.
      mine: said(name in mine ? mine[name] : now[name]),
    }));
}

export const isSameSettings = (one: SaleSettings, other: SaleSettings) =>
  changedSettings(one, other, {}).length === 0;

function said(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "string" || typeof value === "number"
    ? String(value)
    : (JSON.stringify(value) ?? "—");
}
