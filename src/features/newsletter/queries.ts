import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { newsletterApi } from "./contract";

export const newsletterQueries = {
  settings: (group: Id) =>
    queryOptions({
      queryKey: ["newsletter", "settings", String(group)] as const,
      queryFn: ({ signal }) =>
        call(newsletterApi.settings, { params: { groupId: group } }, { signal }),
      meta: { failure: "Failed to load newsletter data." },
    }),
};
