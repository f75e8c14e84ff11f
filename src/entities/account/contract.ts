import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { lenient, openEnum } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";
import { platformTypes } from "./platforms";

const accountHealths = ["ready", "untested", "failing", "incomplete", "off"] as const;

export type AccountHealth = (typeof accountHealths)[number];

/** A social account of a group. Credentials go in and never come out. */
export const accountSchema = z.object({
  id: idSchema,
  platform_type: lenient(openEnum(platformTypes), () => "unknown"),
  platform_username: lenient(z.nullable(z.string())),
  is_active: lenient(z.boolean(), () => true),
  last_known_error: lenient(z.nullable(z.string())),
  health: lenient(z.optional(openEnum(accountHealths))),
  /** Whom the credentials belong to, as the platform says. */
  owner: lenient(z.nullish(z.string())),
  /** When the credentials end, in ISO 8601. */
  expires_at: lenient(z.nullish(z.string())),
  credentials_changed_at: lenient(z.nullish(z.string())),
  api_ends_at: lenient(z.nullish(z.string())),
});

export type Account = z.output<typeof accountSchema>;

export const accountApi = {
  list: endpoint.get("publishing/account-groups/{id}/accounts", {
    reply: listing(accountSchema),
  }),
};
