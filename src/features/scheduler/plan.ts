import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { counted } from "@/shared/format/number";
import { schedulerApi } from "./contract";
import { schedulerQueries } from "./queries";
import type { PlanPreview } from "./schema";

/** What the daily planner would do now. In a file of its own, so that only lazy parts load it. */
export const planPreview = () =>
  queryOptions({
    queryKey: [...schedulerQueries.all(), "daily-plan"],
    queryFn: ({ signal }) => call(schedulerApi.planPreview, {}, { signal }),
    meta: { failure: "Failed to load the planner's preview." },
  });

const list = new Intl.ListFormat("en");

/** Groups that are named; more would make a sentence that nobody reads. */
const mostNamed = 5;

/** `5 posts in 2 groups: 3 in “Zimska kolekcija” and 2 in “Kafa i knjige”` */
export function planInWords({ posts, groups: { items } }: PlanPreview): string {
  const named = items.slice(0, mostNamed);
  const others = items.length - named.length;
  const each = named.map(({ group_name, posts }) => `${posts} in “${group_name}”`);
  return `${counted(posts, "post")} in ${counted(items.length, "group")}: ${list.format([
    ...each,
    ...(others > 0 ? [`the rest in ${counted(others, "other")}`] : []),
  ])}`;
}
