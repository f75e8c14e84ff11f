import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import type { Id } from "@/shared/api/id";
import { type Failure, failureOf } from "@/shared/query/outcome";
import { usePending } from "@/shared/query/use-command";
import { contentApi } from "../contract";
import { type ItemAct, itemFailures, useItemActs } from "../mutations";
import type { ContentItem } from "../schema";

/** Tracks the running actions on a list's items, their last failures, and the item to delete. */
export function useItems(neighbours: readonly QueryKey[]) {
  const send = useItemActs(neighbours);
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const [asked, ask] = useState<ContentItem>();
  const underWay = [
    ...usePending(contentApi.convertToVideo),
    ...usePending(contentApi.reconvertVideo),
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
    isBusy: (id: Id) => busy.has(String(id)),
    /** The item's last failure, until the next attempt. */
    failureOf: (id: Id) => failures.get(String(id)),
    /** The item whose deletion is to be confirmed. */
    asked,
    ask,
  };
}
