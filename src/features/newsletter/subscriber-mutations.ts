import { useQueryClient } from "@tanstack/react-query";
import type { Id } from "@/shared/api/id";
import { putRecord, withoutRecord } from "@/shared/query/list-cache";
import { detailOr } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { newsletterApi } from "./contract";
import type { ImportRow } from "./import-check";
import { newsletterQueries } from "./queries";
import type { NewSubscriber, Subscriber } from "./schema";

export const addFailure = detailOr("Failed to add subscriber.");

/**
 * What the answer says is put into the list, which may be 50,000 long: it is loaded again only
 * where nobody knows what it holds now.
 */
export function useAddSubscriber(group: Id) {
  const client = useQueryClient();
  const { queryKey } = newsletterQueries.subscribers(group);
  const { send, isBusy } = useCommand(newsletterApi.addSubscriber, {
    success: "Subscriber added.",
    failure: addFailure,
    apply: (known, added) => putRecord(known, queryKey, added),
  });
  return {
    isBusy,
    add: async (body: NewSubscriber) => {
      const outcome = await send({ params: { groupId: group }, body });
      const isInList = outcome.kind === "ok" && outcome.reply !== undefined;
      if (!isInList) void client.invalidateQueries({ queryKey });
      return outcome;
    },
  };
}

/** Its question stays open when it fails, and says so. */
export function useRemoveSubscriber(group: Id) {
  const client = useQueryClient();
  const { queryKey } = newsletterQueries.subscribers(group);
  const { send, ...state } = useCommand(newsletterApi.removeSubscriber, {
    success: "Subscriber removed.",
    failure: "Failed to remove subscriber.",
    isShownInPlace: true,
    apply: (known, _reply, { params }) => withoutRecord(known, queryKey, params.id),
  });
  return {
    ...state,
    remove: async ({ id }: Subscriber) => {
      const outcome = await send({ params: { id } });
      if (outcome.kind !== "ok") void client.invalidateQueries({ queryKey });
      return outcome;
    },
  };
}

/** One of an import: what became of it stands in its report, and the list loads when all are through. */
export function useImportOne(group: Id) {
  const client = useQueryClient();
  const { queryKey } = newsletterQueries.subscribers(group);
  const { send } = useCommand(newsletterApi.addSubscriber, {
    failure: addFailure,
    isShownInPlace: true,
    apart: ({ body }) => body.email,
  });
  return {
    importOne: ({ email, name }: ImportRow) =>
      send({ params: { groupId: group }, body: { email, name } }),
    reload: () => void client.invalidateQueries({ queryKey }),
  };
}
