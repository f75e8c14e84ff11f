import type { QueryClient } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
import { groupQueries } from "@/entities/group";
import { queueQueries } from "@/features/queue";
import { schedulerQueries } from "@/features/scheduler";
import { prefetch, prefetchPages } from "@/shared/query/prefetch";

type Args = { context: { queryClient: QueryClient }; deps: { of: "all" | "group" } };

export function load({ context: { queryClient }, deps: { of } }: Args): Promise<unknown> {
  // Which posts one group's lists ask for depends on what the server offers, which may not be known
  // yet: its panels ask by themselves.
  if (of === "group") return Promise.resolve();
  return Promise.all([
    prefetchPages(queryClient, queueQueries.pending()),
    prefetchPages(queryClient, schedulerQueries.upcoming()),
    prefetch(queryClient, schedulerQueries.status()),
    loadAccounts(),
  ]);

  /** Each post in the queue shows its previews, which depend on the accounts of its group. */
  async function loadAccounts() {
    const [groups, queue] = await Promise.all([
      queryClient.query(groupQueries.list()),
      queryClient.infiniteQuery(queueQueries.pending()),
    ]);
    const named = new Set(
      queue.pages.flatMap(({ items }) => items).map(({ group_name }) => group_name),
    );
    const inQueue = groups.items.filter(({ name }) => named.has(name));
    await Promise.all(inQueue.map(({ id }) => prefetch(queryClient, accountQueries.ofGroup(id))));
  }
}
