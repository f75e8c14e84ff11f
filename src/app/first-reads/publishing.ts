import type { QueryClient } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
import { queueQueries } from "@/features/queue";
import { schedulerQueries } from "@/features/scheduler";
import { warm, warmPages } from "@/shared/query/warm";
import { readGroups } from "./shell";

export function readForPublishing(client: QueryClient) {
  return Promise.all([
    warmPages(client, queueQueries.pending()),
    warmPages(client, schedulerQueries.upcoming()),
    warm(client, schedulerQueries.status()),
    readAccounts().catch(() => {}),
  ]);

  /** By the accounts of its group it is said of each post what the platforms will make of it. */
  async function readAccounts() {
    const [groups, queue] = await Promise.all([
      readGroups(client),
      client.infiniteQuery(queueQueries.pending()),
    ]);
    const named = new Set(
      queue.pages.flatMap(({ items }) => items).map(({ group_name }) => group_name),
    );
    const inQueue = groups.items.filter(({ name }) => named.has(name));
    await Promise.all(inQueue.map(({ id }) => warm(client, accountQueries.ofGroup(id))));
  }
}
