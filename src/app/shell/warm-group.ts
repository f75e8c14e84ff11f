import type { QueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { activeGroup } from "./active-group";

/**
 * Starts loading what a screen needs of its group, as soon as it is known which group that is.
 * Nobody waits for it: the screen is drawn meanwhile.
 */
export function warmGroup(client: QueryClient, named: Id | undefined, start: (group: Id) => void) {
  client
    .query(groupQueries.list())
    .then(({ items }) => {
      const group = activeGroup(items, named);
      if (group) start(group.id);
    })
    .catch(() => {});
}
