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

export type SortOrder = (typeof sortOrders)[number];

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
