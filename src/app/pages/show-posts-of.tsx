import { useQuery } from "@tanstack/react-query";
import { type Group, groupFilterCapability, groupQueries } from "@/entities/group";
import { preview } from "@/shared/format/text";
import { useOffered } from "@/shared/query/use-backend";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { activeGroup, useNamedGroup } from "../shell/active-group";

/** Whose posts the Publishing screen shows: those of all groups, or of the active one. */
export type PostsOf = "all" | "group";

/** Undefined until the groups are known: the screen does not wait for them. */
export function useKnownActiveGroup() {
  const named = useNamedGroup();
  const { data } = useQuery(groupQueries.list());
  return data && activeGroup(data.items, named);
}

type ShowPostsOfProps = {
  value: PostsOf;
  onChange: (value: PostsOf) => void;
  group: Group | undefined;
};

/** The length of a group's name in the control, in characters. */
const nameShown = 40;

/** Says so if the backend cannot filter, and only what has been loaded is filtered. */
export function ShowPostsOf({ value, onChange, group }: ShowPostsOfProps) {
  const isOffered = useOffered(groupFilterCapability);
  if (!group) return null;
  return (
    <>
      <Segmented
        label="Show posts of"
        size="sm"
        value={value}
        onChange={onChange}
        options={[
          { value: "all", label: "All groups" },
          { value: "group", label: preview(group.name, nameShown) },
        ]}
      />
      {value === "group" && !isOffered && (
        <span className="meta">
          Filters the loaded posts only. Posts of an unknown group are shown.
        </span>
      )}
    </>
  );
}
