import type { QueryClient } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
import { type Id, sameId } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";
import { withDetail } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { contentApi } from "./contract";
import { contentQueries } from "./queries";
import type { ContentItem } from "./schema";

/** The lists that a change of the pool, or a post from it, makes out of date. */
const refreshes = [contentQueries.all(), ["generation"], ["scheduler"], ["performance"]] as const;

export const createFailure = "Failed to create content item.";
export const postNowFailure = withDetail("Failed to post now");

export const itemFailures = {
  convert: "Failed to convert to video.",
  reconvert: "Failed to re-convert video.",
  markUnused: "Failed to mark as unused.",
  remove: "Failed to delete item.",
  switch: "Failed to activate or deactivate item.",
} as const;

/** The texts shown while a video is made. */
export const videoPending = {
  convert: "Converting to video...",
  reconvert: "Re-converting video...",
} as const;

export const editFailure = "Failed to save item.";

/** The actions on an item that need no further input. */
export type ItemAct = keyof typeof itemFailures;

/** Those that make a video. */
export type VideoAct = keyof typeof videoPending;

/** Changes every cached list at once, before the refetch that follows. */
const changeItems = (
  client: QueryClient,
  change: (items: readonly ContentItem[]) => readonly ContentItem[],
) =>
  client.setQueriesData<Listing<ContentItem>>(
    { queryKey: contentQueries.all() },
    (known) => known && { ...known, items: change(known.items) },
  );

const put = (client: QueryClient, item: ContentItem | undefined) =>
  item && changeItems(client, (items) => items.map((it) => (sameId(it.id, item.id) ? item : it)));

type OfItem = { params: { id: Id } };

export const useCreateItem = () =>
  useCommand(contentApi.add, {
    success: "Content item created. It is active and unused.",
    failure: createFailure,
    isShownInPlace: true,
    refreshes,
  });

export const useEditItem = () =>
  useCommand(contentApi.edit, {
    success: "Item saved.",
    failure: editFailure,
    isShownInPlace: true,
    refreshes,
    apply: put,
  });

export function useItemActs() {
  const convert = useCommand(contentApi.convertToVideo, {
    pending: videoPending.convert,
    successOf: () => ({
      title: "Converted to video.",
      detail: "A new video item is active. The image item is now inactive.",
    }),
    failure: itemFailures.convert,
    refreshes,
  });
  const reconvert = useCommand(contentApi.reconvertVideo, {
    pending: videoPending.reconvert,
    success: "Video re-converted.",
    failure: itemFailures.reconvert,
    refreshes,
    apply: put,
  });
  const markUnused = useCommand(contentApi.clearLastUsed, {
    success: "Marked as unused.",
    failure: itemFailures.markUnused,
    refreshes,
    apply: put,
  });
  const remove = useCommand(contentApi.remove, {
    success: "Item deleted.",
    failure: itemFailures.remove,
    // The confirmation dialog stays open and shows a failure.
    isShownInPlace: true,
    refreshes,
    apply: (client, _nothing, { params }: OfItem) =>
      changeItems(client, (items) => items.filter(({ id }) => !sameId(id, params.id))),
  });
  const edit = useCommand(contentApi.edit, {
    successOf: ({ is_active }) => (is_active ? "Item activated." : "Item deactivated."),
    failure: itemFailures.switch,
    refreshes,
    apply: put,
  });
  const acts = { convert, reconvert, markUnused, remove };
  return {
    send: (act: ItemAct, { id, is_active, updated_at }: ContentItem) =>
      act === "switch"
        ? edit.send({
            params: { id },
            body: { is_active: !is_active, expected_updated_at: updated_at ?? null },
          })
        : acts[act].send({ params: { id } }),
    /** True if this may make a second video, because the last attempt may have been done. */
    mayRepeat: (act: VideoAct, id: Id) => acts[act].mayRepeat({ params: { id } }),
  };
}

/** Publishes an item at once. The dialog shows the result per account. */
export const usePostNow = () =>
  useCommand(contentApi.postNow, {
    failure: postNowFailure,
    isShownInPlace: true,
    refreshes,
  });

export const publishFailure = "Failed to publish. Check console for details.";

/** Publishes a text at once. The result is shown per account. */
export const usePublishDirectly = () =>
  useCommand(contentApi.publish, {
    failure: publishFailure,
    isShownInPlace: true,
    refreshes: [accountQueries.all(), ["scheduler"], ["performance"]],
  });
