import { everything, poolMedia, poolStatuses } from "@/features/content";
import { anId, flag, oneOf } from "./search";

const { status, unused, media } = everything;

/** What of a category's items is seen, as the address has it. */
export const itemsSearch = {
  status: oneOf(poolStatuses, status),
  unused: flag,
  media: oneOf(poolMedia, media),
  /** The item whose dialog 'Post now' is open. */
  "post-now": anId,
};

/** What the address leaves out. */
export const itemsDefaults = { status, unused, media };
