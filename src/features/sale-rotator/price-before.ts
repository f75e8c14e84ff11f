import type { CompletedAction } from "./schema";

/** Returns the price before a step of one variant: a crossed-out price that is higher than the new one. */
export const priceBefore = ({ price, compare_at_price }: CompletedAction): number | null =>
  typeof price === "number" && compare_at_price && compare_at_price > price
    ? compare_at_price
    : null;
