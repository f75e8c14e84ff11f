import { everything, poolMedia, poolStatuses } from "@/features/content";
import { anId, flag, oneOf, wholeNumber } from "./search";

const { status, unused, media } = everything;

/** The search parameters for the items of a category: which are listed, and which is open. */
export const itemsSearch = {
  status: oneOf(poolStatuses, status),
  unused: flag,
  media: oneOf(poolMedia, media),
  /** How many times as many items are rendered as at first. */
  pages: wholeNumber(1, 1000, 1),
  /** The item whose dialog 'Post now' is open. */
  "post-now": anId,
  /** The item whose dialog 'Edit item' is open. */
  edit: anId,
};

/** The defaults, which the address leaves out. */
export const itemsDefaults = { status, unused, media, pages: 1 };
