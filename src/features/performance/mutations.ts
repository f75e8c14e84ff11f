import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Id } from "@/shared/api/id";
import { useCommand } from "@/shared/query/use-command";
import { toasts } from "@/shared/toast/toast";
import { performanceApi } from "./contract";
import { performanceKey } from "./keys";

/** By then the new figures should be there, in milliseconds. */
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
 * Has a group's Instagram posts measured, and reloads the figures 5 s after. The waiting belongs to
 * the component that uses this: one at a time, over when it leaves the page or turns to another group.
 */
export function useInstagramRefresh(group: Id | undefined) {
  const client = useQueryClient();
  const { send, isBusy } = useRefreshInstagram();
  const [asked, setAsked] = useState<{ readonly of: Id }>();

  useEffect(() => {
    if (asked === undefined || asked.of !== group) return;
    const reload = () => void client.invalidateQueries({ queryKey: performanceKey });
    const timer = setTimeout(reload, reloadDelay);
    return () => clearTimeout(timer);
  }, [asked, group, client]);

  async function refresh() {
    if (group === undefined) {
      toasts.show({ kind: "error", title: "Please select a group to refresh." });
      return;
    }
    const { kind } = await send({ params: { groupId: group } });
    // Without an answer it may have been done as well.
    if (kind === "ok" || kind === "unreadable" || kind === "unknown") setAsked({ of: group });
  }

  return { refresh: () => void refresh(), isBusy };
}
