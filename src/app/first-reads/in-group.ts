import type { QueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { activeGroup } from "../shell/active-group";

/** As soon as it is known which group is worked in. Nobody waits for it: the screen is drawn meanwhile. */
export function inGroup(client: QueryClient, named: Id | undefined, start: (group: Id) => void) {
  client
    .query(groupQueries.list())
    .then(({ items }) => {
      const group = activeGroup(items, named);
      if (group) start(group.id);
    })
    .catch(() => {});
}
