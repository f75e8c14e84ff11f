import { changedValues } from "@/shared/forms/changed-values";
import type { SaleSettings } from "./schema";

/** The labels of the settings on the screen; those of a newer server keep their own name. */
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

/** Keys the settings by their labels. */
export const namedSettings = (settings: SaleSettings): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [labels[name] ?? name, value]),
  );

export function isSameSettings(one: SaleSettings, other: SaleSettings) {
  const named = namedSettings(one);
  return changedValues(named, namedSettings(other), named).length === 0;
}
