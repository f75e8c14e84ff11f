import type { Group } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { isSameSettings } from "./changed-settings";
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
