import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { lenient, openEnum, textsIn } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

/** The media of a post, and those on which a group focuses. */
export const mediaTypes = ["image", "video"] as const;

const times = lenient(z.array(z.string()), (sent) => textsIn(sent) ?? []);

/** The times of each weekday at which posts go out, as '09:00' in the group's time zone. */
const publishingTimesSchema = z.object({
  monday: times,
  tuesday: times,
  wednesday: times,
  thursday: times,
  friday: times,
  saturday: times,
  sunday: times,
});

export type PublishingTimes = z.output<typeof publishingTimesSchema>;

/**
 * An account group, in which an operator works. The proxy's password is never sent, only whether
 * one is set.
 */
export const groupSchema = z.object({
  id: idSchema,
  name: lenient(z.string(), () => "Unnamed group"),
  description: lenient(z.nullable(z.string())),
  logo_url: lenient(z.nullable(z.string())),
  focus_media_type: lenient(z.nullable(openEnum(mediaTypes))),
  ai_mascot_image_path: lenient(z.nullable(z.string())),
  ai_mascot_description: lenient(z.nullable(z.string())),
  proxy_server: lenient(z.nullable(z.string())),
  proxy_username: lenient(z.nullable(z.string())),
  proxy_password_set: lenient(z.boolean()),
  proxy_password_changed_at: lenient(z.nullish(z.string())),
  paused_at: lenient(z.nullish(z.string())),
  publishing_times: lenient(z.nullish(publishingTimesSchema)),
  time_zone: lenient(z.nullish(z.string())),
  notice_minutes: lenient(z.nullish(z.number())),
  // Not described further: no screen reads them here, and each would load their schema.
  integrations: lenient(z.optional(z.array(z.unknown()))),
});

export type Group = z.output<typeof groupSchema>;

/** The days of publishing times; apart from the schema, which every screen loads. */
export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

export const groupApi = {
  list: endpoint.get("publishing/account-groups", {
    reply: listing(groupSchema),
  }),
};
