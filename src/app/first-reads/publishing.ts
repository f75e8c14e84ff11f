import type { QueryClient } from "@tanstack/react-query";
import { queueQueries } from "@/features/queue";
import { schedulerQueries } from "@/features/scheduler";
import { warm, warmPages } from "@/shared/query/warm";

export function readForPublishing(client: QueryClient) {
  return Promise.all([
    warmPages(client, queueQueries.pending()),
    warmPages(client, schedulerQueries.upcoming()),
    warm(client, schedulerQueries.status()),
  ]);
}
