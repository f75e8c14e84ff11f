import { idSchema } from "@/shared/api/id";
import { lenient } from "@/shared/api/lenient";
import { openEnum } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";
import { platformTypes } from "./platforms";

export const accountHealths = ["ready", "untested", "failing", "incomplete"] as const;

export type AccountHealth = (typeof accountHealths)[number];

/** A social account of a group. Credentials go in and never come out. */
export const accountSchema = z.object({
  id: idSchema,
  platform_type: lenient(openEnum(platformTypes), () => "unknown"),
  platform_username: lenient(z.nullable(z.string())),
  is_active: lenient(z.boolean(), () => true),
  last_known_error: lenient(z.nullable(z.string())),
  health: lenient(z.optional(openEnum(accountHealths))),
});

export type Account = z.output<typeof accountSchema>;
