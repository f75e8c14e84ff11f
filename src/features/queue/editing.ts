import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { queueApi } from "./contract";
import { queueQueries } from "./queries";

/** One post for its editor. In a file of its own, so that it is loaded with the lazy dialog. */
export const postToEdit = (id: Id) =>
  queryOptions({
    queryKey: [...queueQueries.all(), "detail", String(id)],
    queryFn: ({ signal }) => call(queueApi.detail, { params: { id } }, { signal }),
    meta: { failure: "Failed to load the post." },
  });
