import { useId } from "react";
import type { Group } from "@/entities/group";
import { sameId } from "@/shared/api/id";
import { preview } from "@/shared/format/text";
import { useRead } from "@/shared/query/use-read";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { Select, type SelectOption } from "@/shared/ui/form-controls/select";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { type ActivityFilter, activityQueries } from "../queries";
import { activityKinds, kindNames, kindOf, theServer } from "../schema";
import styles from "./activity-log.module.css";

/** The filter by group is on or off: the group itself is chosen in the header. */
export type FilterChange = Partial<Pick<ActivityFilter, "kind" | "user">> & {
  of?: "all" | "group";
};

type FiltersProps = {
  group: Group | undefined;
  filter: ActivityFilter;
  onFilter: (change: FilterChange) => void;
};

/** The length of a group's name in the control, in characters. */
const nameShown = 40;

export function ActivityFilters({ group, filter, onFilter }: FiltersProps) {
  return (
    <div className={styles.filters}>
      {group && (
        <Segmented
          label="Show activity of"
          value={filter.group === undefined ? "all" : "group"}
          onChange={(of) => onFilter({ of })}
          options={[
            { value: "all", label: "All groups" },
            { value: "group", label: preview(group.name, nameShown) },
          ]}
        />
      )}
      <PanelBoundary loading={<LoadingPersonFilter />}>
        <PersonFilter filter={filter} onFilter={onFilter} />
      </PanelBoundary>
      <Choice
        label="Kind"
        value={filter.kind ?? ""}
        options={[
          { value: "", label: "All kinds" },
          ...kindNames.map((kind) => ({ value: kind, label: activityKinds[kind] })),
        ]}
        onChange={(value) => onFilter({ kind: kindOf(value) })}
      />
    </div>
  );
}

function PersonFilter({ filter, onFilter }: Omit<FiltersProps, "group">) {
  const people = useRead(activityQueries.people()).items;
  const chosen = filter.user === undefined ? "" : String(filter.user);
  const isKnown = chosen === theServer || people.some(({ id }) => sameId(id, chosen));
  return (
    <Choice
      label="Person"
      value={chosen}
      options={[
        everybody,
        ...people.map(({ id, name }) => ({ value: String(id), label: name || String(id) })),
        { value: theServer, label: "Server" },
        // An address may name somebody who has done nothing for 180 days.
        ...(chosen === "" || isKnown ? [] : [{ value: chosen, label: chosen }]),
      ]}
      onChange={(value) => onFilter({ user: value || undefined })}
    />
  );
}

const everybody = { value: "", label: "All people" };

/** As large as the filter to come, so that the filters stay on the lines that they are on. */
const LoadingPersonFilter = () => (
  <Choice label="Person" value="" options={[everybody]} isDisabled onChange={() => {}} />
);

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly SelectOption[];
  isDisabled?: boolean;
  onChange: (value: string) => void;
};

function Choice({ label, value, options, isDisabled, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Select
        id={id}
        inline
        value={value}
        options={options}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
