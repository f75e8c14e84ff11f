import type { QueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import { prefetch } from "@/shared/query/prefetch";

type Args = { context: { queryClient: QueryClient } };

/** Every screen reads the groups. */
export const load = ({ context: { queryClient } }: Args) =>
  prefetch(queryClient, groupQueries.list());
