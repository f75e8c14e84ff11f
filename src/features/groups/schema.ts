import { z } from "@/shared/config/zod";

/** A new group as its form holds it (input) and as the API wants it (output). */
export const newGroupSchema = z.strictObject({
  name: z.string().trim().min(1, "Group Name is required.").max(200, "At most 200 characters."),
  description: z
    .string()
    .trim()
    .max(2000, "At most 2,000 characters.")
    .nullish()
    .transform((text) => text || null),
});

export type NewGroupValues = { name: string; description: string };

export const blankGroup: NewGroupValues = { name: "", description: "" };
