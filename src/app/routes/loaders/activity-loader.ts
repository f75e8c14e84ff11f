import type { QueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import { activityQueries, kindOf } from "@/features/activity";
import type { Id } from "@/shared/api/id";
import { prefetch, prefetchPages } from "@/shared/query/prefetch";
import { activeGroup } from "../../shell/active-group";
import { healthQueries } from "../../shell/health";

type Args = {
  context: { queryClient: QueryClient };
  deps: {
    group: Id | undefined;
    of: "all" | "group";
    kind: string | undefined;
    user: Id | undefined;
    pages: number;
  };
};

export async function load({
  context: { queryClient },
  deps: { group, of, kind, user, pages },
}: Args) {
  // A call beyond the spec is refused until the backend has announced it.
  await queryClient.query(healthQueries.read());
  const groups = of === "group" ? (await queryClient.query(groupQueries.list())).items : [];
  await Promise.all([
    prefetchPages(queryClient, {
      ...activityQueries.list({ group: activeGroup(groups, group)?.id, kind: kindOf(kind), user }),
      pages,
    }),
    prefetch(queryClient, activityQueries.people()),
  ]);
}
