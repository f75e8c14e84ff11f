import type { QueryClient } from "@tanstack/react-query";
import type { Id } from "@/shared/api/id";
import { activeGroup } from "../shell/active-group";
import { readGroups } from "./shell";

/** Reads as soon as it is known which group is worked in; resolves when all of it is over. */
export async function inGroup(
  client: QueryClient,
  named: Id | undefined,
  start: (group: Id) => readonly Promise<void>[],
) {
  const { items } = await readGroups(client);
  const group = activeGroup(items, named);
  if (group) await Promise.all(start(group.id));
}
