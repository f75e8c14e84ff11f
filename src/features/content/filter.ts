export const poolStatuses = ["active", "inactive", "all"] as const;
export const poolMedia = ["all", "image", "video"] as const;

/** Selects the items of a category's pool that are shown. */
export type PoolFilter = {
  readonly status: (typeof poolStatuses)[number];
  readonly unused: boolean;
  readonly media: (typeof poolMedia)[number];
};

export const everything: PoolFilter = { status: "all", unused: false, media: "all" };

/** Converts the filter to the API's query, without the filters that are not set. */
export const queryOf = ({ status, unused, media }: PoolFilter) => ({
  ...(status !== "all" && { is_active: status === "active" }),
  ...(unused && { only_unused: true }),
  ...(media !== "all" && { media_type: media }),
});

export const isFiltered = (filter: PoolFilter) => Object.keys(queryOf(filter)).length > 0;
