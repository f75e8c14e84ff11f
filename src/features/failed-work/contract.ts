import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { lenient, lenientText } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { messageSchema } from "@/shared/api/reply/message";
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

export const failedWorkApi = {
  list: endpoint.get("admin/failed-work/", {
    capability: "failed-work",
    reply: listing(failedWorkSchema),
  }),
  runAgain: endpoint.post("admin/failed-work/{id}/run-again", {
    capability: "failed-work",
    status: 202,
    reply: messageSchema,
  }),
};
