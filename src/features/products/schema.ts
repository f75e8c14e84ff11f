import { isImageAddress, isWebAddress, requiredText, toHttps } from "@/shared/api/fields";
import { idSchema } from "@/shared/api/id";
import { lenient, lenientText } from "@/shared/api/reply/lenient";
import { z } from "@/shared/config/zod";

/** A product of the catalog; posts are written about products. */
export const productSchema = z.object({
  id: idSchema,
  name: lenientText,
  product_image_url: lenient(z.nullable(z.string())),
  description: lenient(z.nullable(z.string())),
  call_to_action_url: lenient(z.nullable(z.string())),
  is_active: lenient(z.boolean()),
});

/** A new product: the form's values (input) and the API's body (output). */
export const newProductSchema = z.strictObject({
  name: requiredText(200, "Name is required."),
  product_image_url: requiredText(2000, {
    error: "Product image URL is required.",
    abort: true,
  }).check(
    toHttps,
    z.refine(isImageAddress, "Product image URL must start with http://, https:// or /."),
  ),
  description: requiredText(10_000, "Description is required."),
  call_to_action_url: z.pipe(
    z.nullish(
      z.string().check(
        z.trim(),
        toHttps,
        z.maxLength(2000, "At most 2,000 characters."),
        z.refine(
          (text) => text === "" || isWebAddress(text),
          "Call-to-action URL must start with http:// or https://.",
        ),
      ),
    ),
    z.transform((text) => text || null),
  ),
  is_active: z._default(z.boolean(), true),
});

/** A replacement must state `is_active`; only a new product gets a default. */
export const productUpdateSchema = z.extend(newProductSchema, { is_active: z.boolean() });

export type Product = z.infer<typeof productSchema>;
export type ProductBody = z.output<typeof productUpdateSchema>;
type ProductFields = z.input<typeof productUpdateSchema>;

export const blankProduct: ProductFields = {
  name: "",
  product_image_url: "",
  description: "",
  call_to_action_url: "",
  is_active: true,
};

/** Returns the product as form values. Without `is_active` it counts as active, like a new one. */
export const productFields = (product: Product): ProductFields => ({
  name: product.name,
  product_image_url: product.product_image_url ?? "",
  description: product.description ?? "",
  call_to_action_url: product.call_to_action_url ?? "",
  is_active: product.is_active ?? true,
});
