import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { type Id, sameId } from "@/shared/api/id";
import { type Failure, failureOf } from "@/shared/query/outcome";
import { usePending } from "@/shared/query/use-command";
import { contentApi } from "../contract";
import { type ItemAct, itemFailures, useItemActs, videoPending } from "../mutations";
import type { ContentItem } from "../schema";

/** Tracks the running actions on a list's items, their last failures, and the item to delete. */
export function useItems(neighbours: readonly QueryKey[]) {
  const send = useItemActs(neighbours);
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const [asked, ask] = useState<ContentItem>();
  const converted = usePending(contentApi.convertToVideo);
  const reconverted = usePending(contentApi.reconvertVideo);
  const underWay = [
    ...converted,
    ...reconverted,
    ...usePending(contentApi.clearLastUsed),
    ...usePending(contentApi.remove),
    ...usePending(contentApi.edit),
  ];
  const busy = new Set(underWay.map(({ id }) => String(id)));

  async function act(kind: ItemAct, item: ContentItem) {
    const { id } = item;
    note(id, undefined);
    const outcome = await send(kind, item);
    if ("error" in outcome) note(id, failureOf(itemFailures[kind], outcome.error));
    return outcome;
  }

  function note(id: Id, failure: Failure | undefined) {
    setFailures((all) => {
      const rest = new Map(all);
      if (failure) rest.set(String(id), failure);
      else rest.delete(String(id));
      return rest;
    });
  }

  return {
    act,
    /** What is said of the item's video while it is made. */
    pendingOf: (id: Id) =>
      hasId(converted, id)
        ? videoPending.convert
        : hasId(reconverted, id)
          ? videoPending.reconvert
          : undefined,
    isBusy: (id: Id) => busy.has(String(id)),
    /** The item's last failure, until the next attempt. */
    failureOf: (id: Id) => failures.get(String(id)),
    /** The item whose deletion is to be confirmed. */
    asked,
    ask,
  };
}

const hasId = (all: readonly { readonly id: Id }[], wanted: Id) =>
  all.some(({ id }) => sameId(id, wanted));
