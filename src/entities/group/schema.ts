import { idSchema } from "@/shared/api/id";
import { lenient } from "@/shared/api/lenient";
import { openEnum } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

export const focusMediaTypes = ["image", "video"] as const;

/**
 * An account group, in which an operator works. The proxy's password is never sent, only whether
 * one is set.
 */
export const groupSchema = z
  .object({
    id: idSchema,
    name: lenient(z.string(), () => "Unnamed group"),
    description: lenient(z.nullable(z.string())),
    logo_url: lenient(z.nullable(z.string())),
    focus_media_type: lenient(z.nullable(openEnum(focusMediaTypes))),
    ai_mascot_image_path: lenient(z.nullable(z.string())),
    ai_mascot_description: lenient(z.nullable(z.string())),
    proxy_server: lenient(z.nullable(z.string())),
    proxy_username: lenient(z.nullable(z.string())),
    proxy_password_set: lenient(z.boolean()),
    // Not described further: no screen reads them here, and each would load their schema.
    integrations: lenient(z.optional(z.array(z.unknown()))),
  })
  .register(z.globalRegistry, { id: "Group" });

export type Group = z.output<typeof groupSchema>;
