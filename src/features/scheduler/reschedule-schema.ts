import { z } from "@/shared/config/zod";
import { clock } from "@/shared/time/clock";
import { timeOfLocal } from "@/shared/time/local-time";

/** The form of 'Reschedule post': a time as its field holds it, which has not passed. */
export const rescheduleFormSchema = z.object({
  publish_at: z.string().check(
    z.refine((text) => timeOfLocal(text) !== undefined, "Choose a date and a time."),
    z.refine((text) => (timeOfLocal(text) ?? Infinity) > clock.now(), "This time has passed."),
  ),
});
