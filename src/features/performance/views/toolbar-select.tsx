import { type ComponentProps, useId } from "react";
import { Select } from "@/shared/ui/form-controls/select";
import styles from "./list-toolbar.module.css";

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
