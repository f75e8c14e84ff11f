import type { QueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import { prefetch } from "@/shared/query/prefetch";
import { healthQueries } from "../../shell/health";

type Args = { context: { queryClient: QueryClient } };

/** Every screen reads the groups, and shows what the backend offers. */
export const load = ({ context: { queryClient } }: Args) =>
  Promise.all([
    prefetch(queryClient, groupQueries.list()),
    prefetch(queryClient, healthQueries.read()),
  ]);
