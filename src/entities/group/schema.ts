import { idSchema } from "@/shared/api/id";
import { openEnum } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

export const focusMediaTypes = ["image", "video"] as const;

/** An account group: what an operator works in. The proxy's password is never sent, only whether one is set. */
export const groupSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    description: z.string().nullish(),
    logo_url: z.string().nullish(),
    focus_media_type: openEnum(focusMediaTypes).nullish(),
    ai_mascot_image_path: z.string().nullish(),
    ai_mascot_description: z.string().nullish(),
    proxy_server: z.string().nullish(),
    proxy_username: z.string().nullish(),
    proxy_password_set: z.boolean().nullish(),
  })
  .meta({ id: "Group" });

export type Group = z.output<typeof groupSchema>;
