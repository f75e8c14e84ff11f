import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Id } from "@/shared/api/id";
import { useCommand } from "@/shared/query/use-command";
import { toasts } from "@/shared/toast/toast";
import { performanceApi } from "./contract";

/** Milliseconds after which the new figures should be available. */
const reloadDelay = 5_000;

const useRefreshInstagram = () =>
  useCommand(performanceApi.refreshInstagram, {
    failure: "Failed to refresh Instagram data.",
    successOf: ({ message }) => ({
      title: message ?? "Instagram data is being refreshed.",
      detail: "The figures reload in 5 seconds.",
    }),
  });

/**
 * Has a group's Instagram posts measured, and reloads the figures 5 s later. The calling component
 * owns the timer: there is one at a time, and it is cleared on unmount or for another group.
 */
export function useInstagramRefresh(group: Id | undefined) {
  const client = useQueryClient();
  const { send, isBusy, failure } = useRefreshInstagram();
  const [asked, setAsked] = useState<{ readonly group: Id }>();

  useEffect(() => {
    if (asked === undefined || asked.group !== group) return;
    const reload = () => void client.invalidateQueries({ queryKey: ["performance"] });
    const timer = setTimeout(reload, reloadDelay);
    return () => clearTimeout(timer);
  }, [asked, group, client]);

  async function refresh() {
    if (group === undefined) {
      toasts.show({ kind: "error", title: "Please select a group to refresh." });
      return;
    }
    const { kind } = await send({ params: { groupId: group } });
    // Without a readable answer, the command may still have been carried out.
    if (kind === "ok" || kind === "unreadable" || kind === "unknown") setAsked({ group: group });
  }

  return { refresh: () => void refresh(), isBusy, failure };
}
