import { idSchema } from "@/shared/api/id";
import { z } from "@/shared/config/zod";
import { whyNotToCome } from "@/shared/forms/time-to-come";
import { editedFields } from "./schema";

/** Apart from `schema.ts`, so that the screen does not load the rules of forms that are not open. */

export const editedPostSchema = z.object({
  text_content: editedFields.text_content,
  title: editedFields.title,
  image_url: editedFields.image_url,
  video_url: editedFields.video_url,
  /** The version that was edited, or "" while nothing is changed. Kept in the draft with the text. */
  base: z.string(),
});

export type EditedPostValues = z.input<typeof editedPostSchema>;

export const approvalFormSchema = z
  .object({
    social_account_ids: z
      .array(idSchema)
      .check(z.minLength(1, "Please select at least one account to post to.")),
    when: z.enum(["slot", "time"]),
    /** As `<input type="datetime-local">` holds it: in the operator's zone, without a zone. */
    publish_at: z.string(),
  })
  .check(({ value, issues }) => {
    const message = value.when === "time" ? whyNotToCome(value.publish_at) : undefined;
    if (message) issues.push({ code: "custom", input: value, path: ["publish_at"], message });
  });

export type ApprovalFormValues = z.input<typeof approvalFormSchema>;
