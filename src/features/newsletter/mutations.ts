import { useQueryClient } from "@tanstack/react-query";
import type { Id } from "@/shared/api/id";
import { putRecord, withoutRecord } from "@/shared/query/cached-records";
import { detailOr } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { newsletterApi } from "./contract";
import type { ImportRow } from "./import/check";
import { newsletterQueries } from "./queries";
import type { NewSubscriber, Subscriber } from "./schema";

export const saveFailure = "Failed to save settings.";

export const useSaveSettings = () =>
  useCommand(newsletterApi.saveSettings, {
    success: "Settings saved.",
    failure: saveFailure,
    isShownInPlace: true,
    refreshes: [["newsletter", "settings"]],
    apply: (client, saved, { params }) =>
      client.setQueryData(newsletterQueries.settings(params.groupId).queryKey, saved),
  });

export const useSendTest = () =>
  useCommand(newsletterApi.sendTest, {
    failure: "Failed to send test email.",
    successOf: ({ message }) => message ?? "Test email sent.",
  });

export const addFailure = detailOr("Failed to add subscriber.");

/**
 * Puts the reply into the cached list, which may hold 50,000 records. The list is reloaded only if
 * its current content is unknown.
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

/** On failure, the confirmation dialog stays open and shows the error. */
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

/** Adds one row of an import. The report shows its outcome; the list reloads after the last row. */
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
