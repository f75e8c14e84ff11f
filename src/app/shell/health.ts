import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { capabilities } from "@/shared/api/capabilities";
import { SafeError } from "@/shared/api/errors";
import { healthApi } from "@/shared/api/health";
import { reach } from "@/shared/api/reach";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    health: true;
  }
}

/**
 * The server's description of itself; null for a backend without one, which is no failure. Earlier
 * announcements stay valid while the server cannot be asked.
 */
export const healthQueries = {
  read: () =>
    queryOptions({
      queryKey: ["health"] as const,
      queryFn: async ({ client, queryKey, signal }) => {
        try {
          const health = await call(healthApi.read, {}, { signal });
          capabilities.announce(health.capabilities?.items ?? []);
          reach.announce(health.outside ?? {});
          return health;
        } catch (error) {
          // Once the backend has described itself, such an answer comes from something else: from a network
          // that wants its guest to sign in, for example.
          const hasDescribedItself = Boolean(client.getQueryData(queryKey));
          if (hasDescribedItself || !hasNoHealth(error)) throw error;
          capabilities.announce([]);
          reach.announce({});
          return null;
        }
      },
      staleTime: 300_000,
    }),
};

/** A backend of the spec alone has no such endpoint: it answers 404, or with the console's own page. */
const hasNoHealth = (error: unknown) =>
  error instanceof SafeError &&
  (error.kind === "foreign" || error.kind === "unreadable" || (error.status ?? 500) < 500);
