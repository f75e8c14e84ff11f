import type { Id } from "@/shared/api/id";
import { hasDraft } from "@/shared/forms/has-draft";

/** The draft that keeps the confirmed run of a group over a reload. */
export const runDraft = (group: Id) => `confirmed-run-${group}`;

/** Returns true if a confirmed run of the group is under way in this tab, or was interrupted. */
export const hasInterruptedRun = (group: Id) => hasDraft(runDraft(group));
