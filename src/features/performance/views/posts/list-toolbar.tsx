import { ArrowDownWideNarrow, ArrowUpNarrowWide } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { preferences } from "@/shared/session/preferences";
import { Button } from "@/shared/ui/button/button";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { Select } from "@/shared/ui/form-controls/select";
import { sortLabels, turned } from "../../list-options";
import type { Shown } from "../../queries";
import { sortKeys } from "../../schema";
import type { OnChoose } from "./all-posts";
import styles from "./list-toolbar.module.css";

type ListToolbarProps = {
  shown: Shown;
  onChoose: OnChoose;
  /** The actions on the list. */
  children: ReactNode;
};

export const ListToolbar = ({
  shown: { sort, order, grouped },
  onChoose,
  children,
}: ListToolbarProps) => (
  <div className={styles.toolbar}>
    <ToolbarSelect
      label="Sort by"
      value={sort}
      options={sortKeys.map((key) => ({ value: key, label: sortLabels[key] }))}
      onChoose={(value) => onChoose({ sort: sortKeys.find((key) => key === value) })}
    />
    <Button
      className={styles.order}
      icon={order === "asc" ? <ArrowUpNarrowWide /> : <ArrowDownWideNarrow />}
      onClick={() => onChoose({ order: turned(order) })}
    >
      {order === "asc" ? "Ascending" : "Descending"}
    </Button>
    <Checkbox
      label="Group by post"
      className={styles.grouped}
      checked={grouped}
      onCheckedChange={(checked) => {
        preferences.rememberGroupedByPost(checked);
        // Replaced: the page before shows the remembered choice too, so Back could not undo it.
        onChoose({ grouped: checked }, { replace: true });
      }}
    />
    <div className={styles.actions}>{children}</div>
  </div>
);

type ToolbarSelectProps = Pick<ComponentProps<typeof Select>, "options"> & {
  label: string;
  value: string;
  onChoose: (value: string) => void;
};

/** A select with its label beside it; where there is little room, only screen readers read the label. */
export function ToolbarSelect({ label, onChoose, ...select }: ToolbarSelectProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id} className={styles.choiceLabel}>
        {label}
      </label>
      <Select id={id} inline {...select} onChange={({ target }) => onChoose(target.value)} />
    </div>
  );
}
