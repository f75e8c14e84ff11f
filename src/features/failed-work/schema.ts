import { idSchema } from "@/shared/api/id";
import { lenient, lenientText } from "@/shared/api/lenient";
import { z } from "@/shared/config/zod";

/** Background work that failed for good. */
export const failedWorkSchema = z.object({
  id: idSchema,
  /** The kind of work in plain words: 'Newsletter'. */
  kind: lenientText,
  /** The subject of the work: 'Week of 23 November 2026'. */
  about: lenientText,
  /** Null if the work belongs to all groups. */
  group_name: lenient(z.nullable(z.string())),
  failed_at: lenient(z.nullable(z.string())),
  cause: lenientText,
  /** Why it cannot be run again: 'Its week is over.'; null if it can. */
  why_not_again: lenient(z.nullable(z.string())),
});

export type FailedWork = z.output<typeof failedWorkSchema>;
