import { focusMediaTypes } from "@/entities/group/schema";
import { emptyableText, optionalText, requiredText } from "@/shared/api/text";
import { isImageAddress } from "@/shared/api/web-address";
import { z } from "@/shared/config/zod";

/** A new group as its form holds it (input) and as the API wants it (output). */
export const newGroupSchema = z.strictObject({
  name: requiredText(200, "Group Name is required."),
  description: optionalText(2000),
});

export type NewGroupValues = { name: string; description: string };

export const blankGroup: NewGroupValues = { name: "", description: "" };

/** Changes to a group's settings. Omitted fields stay as they are. */
export const groupChangeSchema = z.strictObject({
  focus_media_type: z.optional(z.enum(focusMediaTypes)),
  logo_url: z.optional(
    emptyableText(2000).check(
      z.refine(
        (text) => text === null || isImageAddress(text),
        "Enter an address that begins with https://, http:// or a single slash.",
      ),
    ),
  ),
});

export const mascotSchema = z.strictObject({
  ai_mascot_image_path: emptyableText(2000),
  ai_mascot_description: emptyableText(4000),
});

/** The password is sent only if one was typed. A blank one changes nothing. */
export const proxySchema = z.strictObject({
  proxy_server: emptyableText(500).check(
    z.refine(
      (text) => text === null || !/[\s@]/.test(text),
      "Enter the server alone; the user name and password have their own fields.",
    ),
  ),
  proxy_username: emptyableText(200),
  proxy_password: z.optional(z.string().check(z.maxLength(1000, "At most 1,000 characters."))),
});

/**
 * A group's settings as their form holds them (input) and as the API wants them (output). A focus
 * that only a newer server knows is shown but not sent: the server keeps omitted fields.
 */
export const settingsFormSchema = z.pipe(
  z.object({ focus_media_type: z.string(), logo_url: groupChangeSchema.shape.logo_url }),
  z.transform(({ focus_media_type, logo_url }) => {
    const known = focusMediaTypes.find((type) => type === focus_media_type);
    return { logo_url, ...(known && { focus_media_type: known }) };
  }),
);

/** Omits a blank password. */
export const proxyFormSchema = z.pipe(
  proxySchema,
  z.transform(({ proxy_password, ...proxy }) => ({
    ...proxy,
    ...(proxy_password && { proxy_password }),
  })),
);
