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

/** How the posts stand before anyone has said otherwise: the newest first. */
export const defaultOrder = { sort: "publish_at", order: "desc" } as const satisfies Sorting;

/** The keys in the words of the combobox. */
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
 * A press on a column's head: turns round what is sorted by it already, and begins with the most,
 * or with A, where it is not.
 */
export function pressed(key: SortKey, { sort, order }: Sorting): Sorting {
  if (key === sort) return { sort, order: turned(order) };
  return { sort: key, order: key === "category_name" ? "asc" : "desc" };
}

export const turned = (order: SortOrder): SortOrder => (order === "asc" ? "desc" : "asc");
