import { queryOptions } from "@tanstack/react-query";
import { allowIdempotencyKey, call } from "@/shared/api/call";
import { healthApi } from "@/shared/api/health";

/** What the server says of itself; null for a backend that says nothing, which is no failure. */
export const healthQueries = {
  read: () =>
    queryOptions({
      queryKey: ["health"] as const,
      queryFn: async ({ signal }) => {
        const health = await call(healthApi.read, {}, { signal }).catch(() => null);
        if (health) allowIdempotencyKey(health.idempotency === true);
        return health;
      },
      staleTime: 300_000,
    }),
};
