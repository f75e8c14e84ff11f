import { focusMediaTypes } from "@/entities/group/schema";
import { emptyableText, optionalText } from "@/shared/api/optional-text";
import { isPictureAddress } from "@/shared/api/web-address";
import { z } from "@/shared/config/zod";

/** A new group as its form holds it (input) and as the API wants it (output). */
export const newGroupSchema = z.strictObject({
  name: z.string().trim().min(1, "Group Name is required.").max(200, "At most 200 characters."),
  description: optionalText(2000),
});

export type NewGroupValues = { name: string; description: string };

export const blankGroup: NewGroupValues = { name: "", description: "" };

/** What of a group's settings is to change; what is not named stays. */
export const groupChangeSchema = z.strictObject({
  focus_media_type: z.enum(focusMediaTypes).optional(),
  logo_url: emptyableText(2000)
    .refine(
      (text) => text === null || isPictureAddress(text),
      "Enter an address that begins with https://, http:// or a single slash.",
    )
    .optional(),
});

export const mascotSchema = z.strictObject({
  ai_mascot_image_path: emptyableText(2000),
  ai_mascot_description: emptyableText(4000),
});

/** The password is sent only when one was typed; a blank one changes nothing. */
export const proxySchema = z.strictObject({
  proxy_server: emptyableText(500).refine(
    // What is before an @ would be a user name and a password, and the server is answered as it is.
    (text) => text === null || !/[\s@]/.test(text),
    "Enter the server alone; the user name and password have their own fields.",
  ),
  proxy_username: emptyableText(200),
  proxy_password: z.string().max(1000, "At most 1,000 characters.").optional(),
});

/**
 * A group's settings as their form holds them (input) and as the API wants them (output). A focus
 * that only a newer server knows is shown, and not sent back: what is not named stays.
 */
export const settingsFormSchema = z
  .object({ focus_media_type: z.string(), logo_url: groupChangeSchema.shape.logo_url })
  .transform(({ focus_media_type, logo_url }) => {
    const known = focusMediaTypes.find((type) => type === focus_media_type);
    return { logo_url, ...(known && { focus_media_type: known }) };
  });

/** A password that was left blank is not sent at all. */
export const proxyFormSchema = proxySchema.transform(({ proxy_password, ...proxy }) => ({
  ...proxy,
  ...(proxy_password && { proxy_password }),
}));
