import { idSchema } from "@/shared/api/id";
import { isPictureAddress } from "@/shared/api/web-address";
import { z } from "@/shared/config/zod";

/** A picture that memes are made on, with what the AI must know to use it well. */
export const memeTemplateSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    template_image_url: z.string().nullish(),
    usage_explanation: z.string().nullish(),
    humor_explanation: z.string().nullish(),
    is_active: z.boolean().nullish(),
  })
  .meta({ id: "MemeTemplate" });

const explanation = (required: string) =>
  z.string().trim().min(1, required).max(10_000, "At most 10,000 characters.");

/** A new template as its form holds it (input) and as the API wants it (output). */
export const newMemeTemplateSchema = z.strictObject({
  name: z.string().trim().min(1, "Name is required.").max(200, "At most 200 characters."),
  template_image_url: z
    .string()
    .trim()
    .min(1, { error: "Image URL is required.", abort: true })
    .max(2000, "At most 2,000 characters.")
    .refine(
      isPictureAddress,
      "Image URL must be an address that begins with http://, https:// or /.",
    ),
  usage_explanation: explanation("Usage explanation is required."),
  humor_explanation: explanation("Humor explanation is required."),
  is_active: z.boolean().default(true),
});

/** What takes a template's place says for itself whether it is active. */
export const memeTemplateUpdateSchema = newMemeTemplateSchema.extend({ is_active: z.boolean() });

export type MemeTemplate = z.infer<typeof memeTemplateSchema>;
export type MemeTemplateBody = z.output<typeof memeTemplateUpdateSchema>;
type TemplateFields = z.input<typeof memeTemplateUpdateSchema>;

export const blankTemplate: TemplateFields = {
  name: "",
  template_image_url: "",
  usage_explanation: "",
  humor_explanation: "",
  is_active: true,
};

/** A template as the form edits it. Without a word of the server on it, it is active, as a new one. */
export const templateFields = (template: MemeTemplate): TemplateFields => ({
  name: template.name,
  template_image_url: template.template_image_url ?? "",
  usage_explanation: template.usage_explanation ?? "",
  humor_explanation: template.humor_explanation ?? "",
  is_active: template.is_active ?? true,
});
