import { idSchema } from "@/shared/api/id";
import { lenient, lenientText, openEnum } from "@/shared/api/reply/lenient";
import { z } from "@/shared/config/zod";

/** The kinds of activity, each with its name on the screen. */
export const activityKinds = {
  approved: "Approved",
  edited: "Edited",
  rejected: "Rejected",
  reopened: "Reopened",
  published: "Published",
  failed: "Failed",
  /** A post of which the platform has not said whether it is live. */
  unknown: "May be live",
  rescheduled: "Rescheduled",
  cancelled: "Cancelled",
  retried: "Retried",
  cleared: "Cleared",
  settings: "Settings changed",
  rotator: "Sale rotator",
  login: "Signed in",
} as const;

export type ActivityKind = keyof typeof activityKinds;

/** The kind of this name; undefined if there is none. */
export const kindOf = (name: string | undefined): ActivityKind | undefined =>
  kindNames.find((kind) => kind === name);

export const kindNames = Object.keys(activityKinds) as [ActivityKind, ...ActivityKind[]]; // It has these keys and no others.

/** `queue`, `post` and `content` have the id of the post, and of the category of the content. */
const subjects = [
  "queue",
  "post",
  "content",
  "accounts",
  "categories",
  "integrations",
  "newsletter",
  "mascot",
  "settings",
  "sale_rotator",
] as const;

/** What an entry is about: the place in the console that shows it. */
export type ActivitySubject = (typeof subjects)[number];

/** The value of the filter 'Person' for what the server did by itself. */
export const theServer = "server";

/** One thing that an operator or the server did. */
export const activitySchema = z.object({
  id: idSchema,
  at: lenient(z.nullable(z.string())),
  kind: lenient(openEnum(kindNames), () => ""),
  user_id: lenient(z.nullable(z.string())),
  user_name: lenient(z.nullable(z.string())),
  group_id: lenient(z.nullable(idSchema)),
  group_name: lenient(z.nullable(z.string())),
  about: lenientText,
  detail: lenient(z.nullable(z.string())),
  subject: lenient(z.nullable(openEnum(subjects))),
  subject_id: lenient(z.nullable(idSchema)),
  post_kind: lenient(z.nullable(openEnum(["media", "text"]))),
});

export type Activity = z.output<typeof activitySchema>;

/** Someone who has done something. */
export const personSchema = z.object({ id: idSchema, name: lenientText });
