import { everything, poolMedia, poolStatuses } from "@/features/content";
import { idSchema } from "@/shared/api/id";
import { z } from "@/shared/config/zod";

const { status, unused, media } = everything;

/** What of a category's items is seen, as the address has it. */
export const itemsSearch = {
  status: z.catch(z._default(z.enum(poolStatuses), status), status),
  unused: z.catch(z._default(z.boolean(), unused), unused),
  media: z.catch(z._default(z.enum(poolMedia), media), media),
  /** The item whose dialog 'Post now' is open. */
  "post-now": z.catch(z.optional(idSchema), undefined),
};

/** What the address leaves out. */
export const itemsDefaults = { status, unused, media };
