import { idSchema } from "@/shared/api/id";
import { isPictureAddress } from "@/shared/api/web-address";
import { z } from "@/shared/config/zod";

/** A picture that memes are made on, with what the AI must know to use it well. */
export const memeTemplateSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    template_image_url: z.nullish(z.string()),
    usage_explanation: z.nullish(z.string()),
    humor_explanation: z.nullish(z.string()),
    is_active: z.nullish(z.boolean()),
  })
  .register(z.globalRegistry, { id: "MemeTemplate" });

const explanation = (required: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, required), z.maxLength(10_000, "At most 10,000 characters."));

/** A new template as its form holds it (input) and as the API wants it (output). */
export const newMemeTemplateSchema = z.strictObject({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Name is required."),
      z.maxLength(200, "At most 200 characters."),
    ),
  template_image_url: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: "Image URL is required.", abort: true }),
      z.maxLength(2000, "At most 2,000 characters."),
      z.refine(
        isPictureAddress,
        "Image URL must be an address that begins with http://, https:// or /.",
      ),
    ),
  usage_explanation: explanation("Usage explanation is required."),
  humor_explanation: explanation("Humor explanation is required."),
  is_active: z._default(z.boolean(), true),
});

/** What takes a template's place says for itself whether it is active. */
export const memeTemplateUpdateSchema = z.extend(newMemeTemplateSchema, { is_active: z.boolean() });

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
