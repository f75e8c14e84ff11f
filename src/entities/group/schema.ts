import { idSchema } from "@/shared/api/id";
import { openEnum } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

export const focusMediaTypes = ["image", "video"] as const;

/** An account group: what an operator works in. The proxy's password is never sent, only whether one is set. */
export const groupSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    description: z.nullish(z.string()),
    logo_url: z.nullish(z.string()),
    focus_media_type: z.nullish(openEnum(focusMediaTypes)),
    ai_mascot_image_path: z.nullish(z.string()),
    ai_mascot_description: z.nullish(z.string()),
    proxy_server: z.nullish(z.string()),
    proxy_username: z.nullish(z.string()),
    proxy_password_set: z.nullish(z.boolean()),
  })
  .register(z.globalRegistry, { id: "Group" });

export type Group = z.output<typeof groupSchema>;
