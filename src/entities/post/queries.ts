import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { every } from "@/shared/query/polling";
import { queueCounts } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    queue: true;
  }
}

/**
 * The number of posts of all groups that wait for approval. The key begins with that of the queue, so
 * that each decision makes it stale.
 */
export const pendingCount = () =>
  queryOptions({
    queryKey: ["queue", "waiting"] as const,
    queryFn: async ({ signal }) => {
      const { media, text } = (await call(queueCounts, {}, { signal })).pending_approval;
      return media + text;
    },
    refetchInterval: every(30_000),
  });
