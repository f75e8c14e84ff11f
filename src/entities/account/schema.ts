import { idSchema } from "@/shared/api/id";
import { openEnum } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";
import { platformTypes } from "./platforms";

/** A social account of a group. Credentials go in and never come out. */
export const accountSchema = z
  .object({
    id: idSchema,
    platform_type: openEnum(platformTypes),
    platform_username: z.nullish(z.string()),
    is_active: z.boolean(),
    last_known_error: z.nullish(z.string()),
  })
  .register(z.globalRegistry, { id: "Account" });

export type Account = z.output<typeof accountSchema>;
