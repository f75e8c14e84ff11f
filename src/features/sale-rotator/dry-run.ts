import type { Group } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { isSameSettings } from "./changed-settings";
import { whyEarlier } from "./dry-run-review";
import type { Rotation, SaleSettings } from "./schema";

/** What a dry run said, of which group, with which settings, and when (in milliseconds). */
export type DryRun = {
  readonly group: Group;
  readonly settings: SaleSettings;
  readonly at: number;
  readonly rotation: Rotation;
};

/** Why a dry run no longer says what a run of this group would do now; undefined while it does. */
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
