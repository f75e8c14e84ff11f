import type { Group } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { changedValues } from "@/shared/forms/guarded/compared-values";
import { whyEarlier } from "./dry-run-review";
import type { Rotation, SaleSettings } from "./schema";

/** The result of a dry run, with its group, its settings and its time (in milliseconds). */
export type DryRun = {
  readonly group: Group;
  readonly settings: SaleSettings;
  readonly at: number;
  readonly rotation: Rotation;
};

/** Returns why a dry run may differ from a run of this group now; undefined if it does not. */
export const whyDryRunIsEarlier = (
  dryRun: DryRun,
  group: Id,
  settings: SaleSettings,
  time: number,
) =>
  whyEarlier(
    { group: String(dryRun.group.id), at: dryRun.at },
    { group: String(group), isSameSettings: isSameSettings(dryRun.settings, settings), time },
  );

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

function isSameSettings(one: SaleSettings, other: SaleSettings) {
  const named = namedSettings(one);
  return changedValues(named, namedSettings(other), named).length === 0;
}
