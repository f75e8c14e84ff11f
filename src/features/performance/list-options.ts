export const sortKeys = [
  "publish_at",
  "category_name",
  "impressions",
  "video_views",
  "likes",
  "comments",
  "shares",
  "engagement_rate",
] as const;

export type SortKey = (typeof sortKeys)[number];

export const sortOrders = ["asc", "desc"] as const;

type SortOrder = (typeof sortOrders)[number];

export type Sorting = { readonly sort: SortKey; readonly order: SortOrder };

/** The default order: the newest first. */
export const defaultOrder = { sort: "publish_at", order: "desc" } as const satisfies Sorting;

/** The labels of the keys in the combobox. */
export const sortLabels: Readonly<Record<SortKey, string>> = {
  publish_at: "Publish date",
  category_name: "Category",
  impressions: "Impressions",
  video_views: "Video views",
  likes: "Likes",
  comments: "Comments",
  shares: "Shares",
  engagement_rate: "Engagement rate",
};

/**
 * Returns the sorting after a press on a column's head. A press on the sorted column reverses the
 * order. Another column starts with the largest value, or with A.
 */
export function pressed(key: SortKey, { sort, order }: Sorting): Sorting {
  if (key === sort) return { sort, order: turned(order) };
  return { sort: key, order: key === "category_name" ? "asc" : "desc" };
}

export const turned = (order: SortOrder): SortOrder => (order === "asc" ? "desc" : "asc");

/** A list starts with `listStep` posts and loads as many more at a press, up to `listMost`. */
export const listStep = 100;
export const listMost = 10_000;

/** The periods that can be chosen; `dates` is the one between two days of the address. */
export const periods = ["all", "7d", "30d", "90d", "dates"] as const;

export type Period = (typeof periods)[number];
