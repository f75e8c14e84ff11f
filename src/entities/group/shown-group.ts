import { createContext, use } from "react";
import type { Id } from "@/shared/api/id";
import { useOffered } from "@/shared/query/use-backend";
import type { Group } from "./contract";

/** The group whose posts the lists of a screen show; undefined while they show those of all groups. */
export const ShownGroup = createContext<Group | undefined>(undefined);

/** The capability of a backend whose lists of posts take a `group_id`. */
export const groupFilterCapability = { capability: "group-filter" };

type GroupFilter = {
  readonly group: Group | undefined;
  /** What the lists ask the server for; undefined for the posts of all groups. */
  readonly asked: Id | undefined;
  /** The group that the lists have to filter by themselves: the server would ignore it. */
  readonly own: Group | undefined;
};

/** How the lists of a screen are limited to one group. */
export function useGroupFilter(): GroupFilter {
  const group = use(ShownGroup);
  const isOffered = useOffered(groupFilterCapability);
  return { group, asked: isOffered ? group?.id : undefined, own: isOffered ? undefined : group };
}

/** Completes a sentence about the posts that are shown: ' of Zimska kolekcija', or nothing. */
export const useOfGroup = (): string => {
  const group = use(ShownGroup);
  return group ? ` of ${group.name}` : "";
};
