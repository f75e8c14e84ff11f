import { useState } from "react";
import { type Id, sameId } from "@/shared/api/id";
import { failureOf } from "@/shared/query/outcome";
import { usePending, usePendingSince } from "@/shared/query/use-command";
import { useFailures } from "@/shared/query/use-failures";
import { contentApi } from "../contract";
import { type ItemAct, itemFailures, useItemActs, videoPending } from "../mutations";
import type { ContentItem } from "../schema";

/** Tracks the running actions on a list's items, their last failures, and the item to delete. */
export function useItems() {
  const { send, mayRepeat } = useItemActs();
  const { failureOf: lastFailure, setFailure } = useFailures();
  const [asked, ask] = useState<ContentItem>();
  const converted = usePendingSince(contentApi.convertToVideo);
  const reconverted = usePendingSince(contentApi.reconvertVideo);
  const underWay = [
    ...[...converted, ...reconverted].map(({ params }) => params),
    ...usePending(contentApi.clearLastUsed),
    ...usePending(contentApi.remove),
    ...usePending(contentApi.edit),
  ];
  const busy = new Set(underWay.map(({ id }) => String(id)));

  async function act(kind: ItemAct, item: ContentItem) {
    const { id } = item;
    setFailure(id, undefined);
    const outcome = await send(kind, item);
    if ("error" in outcome) setFailure(id, failureOf(itemFailures[kind], outcome.error));
    return outcome;
  }

  return {
    act,
    mayRepeat,
    /** Returns the text shown while the item's video is made, and since when it is. */
    pendingOf: (id: Id) =>
      pendingVideo(videoPending.convert, converted, id) ??
      pendingVideo(videoPending.reconvert, reconverted, id),
    isBusy: (id: Id) => busy.has(String(id)),
    /** Returns the item's last failure, until the next attempt. */
    failureOf: lastFailure,
    /** The item whose deletion is to be confirmed. */
    asked,
    ask,
  };
}

type Pending = { readonly params: { readonly id: Id }; readonly since: number };

function pendingVideo(text: string, all: readonly Pending[], id: Id) {
  const found = all.find(({ params }) => sameId(params.id, id));
  return found && { text, since: found.since };
}
