import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { memeTemplatesApi } from "./contract";

export const memeTemplateQueries = {
  all: () => ["meme-templates"] as const,
  list: () =>
    queryOptions({
      queryKey: [...memeTemplateQueries.all(), "list"] as const,
      queryFn: ({ signal }) => call(memeTemplatesApi.list, {}, { signal }),
      meta: { failure: "Failed to fetch meme templates." },
    }),
};
