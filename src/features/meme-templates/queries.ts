import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
import { fetchFresh } from "@/shared/query/prefetch";
import { memeTemplatesApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    "meme-templates": true;
  }
}

export const memeTemplateQueries = {
  all: () => ["meme-templates"] as const,
  list: () =>
    queryOptions({
      queryKey: [...memeTemplateQueries.all(), "list"] as const,
      queryFn: ({ signal }) => call(memeTemplatesApi.list, {}, { signal }),
      meta: { failure: "Failed to fetch meme templates." },
    }),
};

/** Fetches the template as it is on the server now; undefined if there is none. */
export function useReadTemplate(id: Id | undefined) {
  const client = useQueryClient();
  return async () =>
    id === undefined
      ? undefined
      : (await fetchFresh(client, memeTemplateQueries.list())).items.find((one) =>
          sameId(one.id, id),
        );
}
