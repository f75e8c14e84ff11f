import { mediaTypes } from "@/entities/group/contract";
import {
  emptyableText,
  isImageAddress,
  optionalText,
  requiredText,
  toHttps,
} from "@/shared/api/fields";
import { lenient } from "@/shared/api/reply/lenient";
import { z } from "@/shared/config/zod";

/** A new group as its form holds it (input) and as the API wants it (output). */
export const newGroupSchema = z.strictObject({
  name: requiredText(200, "Group Name is required."),
  description: optionalText(2000),
});

/** A group's new name. */
export const renamedGroupSchema = z.strictObject({ name: newGroupSchema.shape.name });

export type NewGroupValues = { name: string; description: string };

export const blankGroup: NewGroupValues = { name: "", description: "" };

/** Changes to a group's settings. Omitted fields stay as they are. */
export const groupChangeSchema = z.strictObject({
  focus_media_type: z.optional(z.enum(mediaTypes)),
  logo_url: z.optional(
    emptyableText(2000).check(
      toHttps,
      z.refine(
        (text) => text === null || isImageAddress(text),
        "Enter an address that starts with https://, http:// or a single slash.",
      ),
    ),
  ),
});

export const mascotSchema = z.strictObject({
  ai_mascot_image_path: emptyableText(2000),
  ai_mascot_description: emptyableText(4000),
});

/** `proxy.example.com:8080`, with or without the scheme of a kind of proxy that the server speaks. */
function isProxyServer(text: string): boolean {
  const [, place] = /^(?:(?:https?|socks(?:5h?)?):\/\/)?([^/?#]+)\/?$/i.exec(text) ?? [];
  if (place === undefined || /:0*$/.test(place) || !URL.canParse(`http://${place}`)) return false;
  const { hostname } = new URL(`http://${place}`);
  // A URL reads 1.2.3 as 1.2.0.3, and takes signs that no host has.
  if (/^[\d.]+$/.test(hostname)) return place.startsWith(hostname);
  return /^(\[.+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?)$/.test(hostname);
}

/** The password is sent only if one was typed. A blank one changes nothing. */
export const proxySchema = z.strictObject({
  proxy_server: emptyableText(500).check(
    z.refine((text) => text === null || !/[\s@]/.test(text), {
      error: "Enter the server only. Username and password have their own fields.",
      abort: true,
    }),
    z.refine(
      (text) => text === null || isProxyServer(text),
      "Enter a server like http://proxy.example.com:8080, with a port of at most 65535.",
    ),
  ),
  proxy_username: emptyableText(200),
  proxy_password: z.optional(z.string().check(z.maxLength(1000, "At most 1,000 characters."))),
});

const timeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write times as 09:00 or 17:30."));

const timesOfDay = z.array(timeOfDay).check(z.maxLength(24, "At most 24 times a day."));

export const publishingTimesSchema = z.strictObject({
  monday: timesOfDay,
  tuesday: timesOfDay,
  wednesday: timesOfDay,
  thursday: timesOfDay,
  friday: timesOfDay,
  saturday: timesOfDay,
  sunday: timesOfDay,
});

/** When the posts of a group go out. */
export const slotsSchema = z.strictObject({
  publishing_times: z.nullable(publishingTimesSchema),
  time_zone: z.string().check(z.maxLength(100)),
  notice_minutes: z
    .number("Enter a whole number from 1 to 60.")
    .check(
      z.int("Enter a whole number from 1 to 60."),
      z.gte(1, "Enter a whole number from 1 to 60."),
      z.lte(60, "Enter a whole number from 1 to 60."),
    ),
});

const count = lenient(z.number(), () => 0);

/** The posts of a group that are still to be published. */
export const waitingPostsSchema = z.object({
  scheduled: count,
  due: count,
});

/** What a group holds, in numbers. */
export const groupContentsSchema = z.object({
  accounts: count,
  categories: count,
  content_items: count,
  pending_approval: count,
  scheduled_posts: count,
  published_posts: count,
  integrations: count,
  subscribers: count,
});

/**
 * A group's settings as their form holds them (input) and as the API wants them (output). A focus
 * that only a newer server knows is shown but not sent: the server keeps omitted fields.
 */
export const settingsFormSchema = z.pipe(
  z.object({ focus_media_type: z.string(), logo_url: groupChangeSchema.shape.logo_url }),
  z.transform(({ focus_media_type, logo_url }) => {
    const known = mediaTypes.find((type) => type === focus_media_type);
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

const timesIn = (text: string) =>
  text.split(/[\s,;]+/).flatMap((time) => (time === "" ? [] : time.padStart(5, "0")));

const dayText = z.pipe(
  z.string().check(
    z.refine(
      (text) => timesIn(text).every((time) => timeOfDay.safeParse(time).success),
      "Write times as 09:00, 17:30.",
    ),
    z.refine((text) => timesIn(text).length <= 24, "At most 24 times a day."),
  ),
  z.transform((text) => [...new Set(timesIn(text))].toSorted()),
);

/** The form holds the times of a day as one text: '09:00, 17:30'. */
export const slotsFormSchema = z.pipe(
  z.object({
    monday: dayText,
    tuesday: dayText,
    wednesday: dayText,
    thursday: dayText,
    friday: dayText,
    saturday: dayText,
    sunday: dayText,
    time_zone: slotsSchema.shape.time_zone,
    notice_minutes: slotsSchema.shape.notice_minutes,
  }),
  z.transform(({ time_zone, notice_minutes, ...publishing_times }) => ({
    publishing_times: Object.values(publishing_times).some((times) => times.length > 0)
      ? publishing_times
      : null,
    time_zone,
    notice_minutes,
  })),
);
