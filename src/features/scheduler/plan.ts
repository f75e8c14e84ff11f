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

/** How many posts the planner would schedule, in all groups. */
export const plannedPosts = ({ posts, groups }: PlanPreview): number =>
  posts ?? groups.items.reduce((sum, group) => sum + group.posts, 0);

/** `5 posts in 2 groups: 3 in “Zimska kolekcija” and 2 in “Kafa i knjige”` */
export function planInWords(plan: PlanPreview): string {
  const { items, unreadable } = plan.groups;
  const named = items.slice(0, mostNamed);
  const count = items.length + unreadable;
  const others = count - named.length;
  const each = named.map(({ group_name, posts }) => `${posts} in “${group_name}”`);
  return `${counted(plannedPosts(plan), "post")} in ${counted(count, "group")}: ${list.format([
    ...each,
    ...(others > 0 ? [`the rest in ${counted(others, "other")}`] : []),
  ])}`;
}
