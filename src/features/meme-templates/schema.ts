import { isImageAddress, requiredText, toHttps } from "@/shared/api/fields";
import { idSchema } from "@/shared/api/id";
import { lenient, lenientText } from "@/shared/api/reply/lenient";
import { z } from "@/shared/config/zod";

/** An image that memes are made from, with what the AI must know to use it well. */
export const memeTemplateSchema = z.object({
  id: idSchema,
  name: lenientText,
  template_image_url: lenient(z.nullable(z.string())),
  usage_explanation: lenient(z.nullable(z.string())),
  humor_explanation: lenient(z.nullable(z.string())),
  is_active: lenient(z.boolean()),
});

/** A new template as its form holds it (input) and as the API wants it (output). */
export const newMemeTemplateSchema = z.strictObject({
  name: requiredText(200, "Name is required."),
  template_image_url: requiredText(2000, { error: "Image URL is required.", abort: true }).check(
    toHttps,
    z.refine(isImageAddress, "Image URL must start with http://, https:// or /."),
  ),
  usage_explanation: requiredText(10_000, "Usage explanation is required."),
  humor_explanation: requiredText(10_000, "Humor explanation is required."),
  is_active: z._default(z.boolean(), true),
});

/** An update must state `is_active`: only a new template has a default. */
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

/** A template as form values. Without `is_active` from the server it is active, as a new one. */
export const templateFields = (template: MemeTemplate): TemplateFields => ({
  name: template.name,
  template_image_url: template.template_image_url ?? "",
  usage_explanation: template.usage_explanation ?? "",
  humor_explanation: template.humor_explanation ?? "",
  is_active: template.is_active ?? true,
});
