import type { QueryClient } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
import { groupQueries } from "@/entities/group";
import { queueQueries } from "@/features/queue";
import { schedulerQueries } from "@/features/scheduler";
import { prefetch, prefetchPages } from "@/shared/query/prefetch";

type Args = {
  context: { queryClient: QueryClient };
  deps: { of: "all" | "group"; queue: number; scheduled: number };
};

export function load({ context: { queryClient }, deps }: Args): Promise<unknown> {
  const pending = { ...queueQueries.pending(), pages: deps.queue };
  // Which posts one group's lists ask for depends on what the server offers, which may not be known
  // yet: its panels ask by themselves.
  if (deps.of === "group") return Promise.resolve();
  return Promise.all([
    prefetchPages(queryClient, pending),
    prefetchPages(queryClient, { ...schedulerQueries.upcoming(), pages: deps.scheduled }),
    prefetch(queryClient, schedulerQueries.status()),
    loadAccounts(),
  ]);

  /**
   * A post of which the server does not say where it goes out shows how it fits the accounts of its
   * group.
   */
  async function loadAccounts() {
    const queue = await queryClient.infiniteQuery(pending);
    const unsaid = queue.pages.flatMap(({ items }) => items).filter((item) => !item.goes_out_on);
    if (unsaid.length === 0) return;
    const groups = await queryClient.query(groupQueries.list());
    const named = new Set(unsaid.map(({ group_name }) => group_name));
    const inQueue = groups.items.filter(({ name }) => named.has(name));
    await Promise.all(inQueue.map(({ id }) => prefetch(queryClient, accountQueries.ofGroup(id))));
  }
}
