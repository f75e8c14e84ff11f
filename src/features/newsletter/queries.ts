import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { every } from "@/shared/query/polling";
import { newsletterApi } from "./contract";
import type { MailStatus } from "./schema";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    newsletter: true;
  }
}

const failure = "Failed to load newsletter data.";

export const newsletterQueries = {
  settings: (group: Id) =>
    queryOptions({
      queryKey: ["newsletter", "settings", String(group)] as const,
      queryFn: ({ signal }) =>
        call(newsletterApi.settings, { params: { groupId: group } }, { signal }),
      meta: { failure },
    }),
  /** The latest newsletter, with one page of its mails. */
  mails: (group: Id, query: { status?: MailStatus; after?: Id } = {}) =>
    queryOptions({
      queryKey: ["newsletter", "mails", String(group), query] as const,
      queryFn: ({ signal }) =>
        call(newsletterApi.mails, { params: { groupId: group }, query }, { signal }),
      refetchInterval: every(30_000),
      meta: { failure: "Failed to load the last newsletter." },
    }),
  subscribers: (group: Id) =>
    queryOptions({
      queryKey: ["newsletter", "subscribers", String(group)] as const,
      queryFn: ({ signal }) =>
        call(newsletterApi.subscribers, { params: { groupId: group } }, { signal }),
      // Comparing 50,000 records with the old ones costs more than rendering the few in view.
      structuralSharing: false,
      meta: { failure },
    }),
};
