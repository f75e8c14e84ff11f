import { everything, poolMedia, poolStatuses } from "@/features/content";
import { idSchema } from "@/shared/api/id";
import { z } from "@/shared/config/zod";

const { status, unused, media } = everything;

/** What of a category's items is seen, as the address has it. */
export const itemsSearch = {
  status: z.enum(poolStatuses).default(status).catch(status),
  unused: z.boolean().default(unused).catch(unused),
  media: z.enum(poolMedia).default(media).catch(media),
  /** The item whose dialog 'Post now' is open. */
  "post-now": idSchema.optional().catch(undefined),
};

/** What the address leaves out. */
export const itemsDefaults = { status, unused, media };
