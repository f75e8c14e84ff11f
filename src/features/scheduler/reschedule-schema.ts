import { z } from "@/shared/config/zod";
import { whyNotToCome } from "@/shared/forms/time-to-come";

/** The form of 'Reschedule post': a time as its field holds it, which has not passed. */
export const rescheduleFormSchema = z
  .object({
    publish_at: z.string(),
    /** The time that was last put into the field, with the text that it got. */
    put: z.optional(z.object({ time: z.number(), text: z.string() })),
  })
  .check(({ value, issues }) => {
    const message = whyNotToCome(value.publish_at, value.put);
    if (message) issues.push({ code: "custom", input: value, path: ["publish_at"], message });
  });

export type RescheduleValues = z.input<typeof rescheduleFormSchema>;
