import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { Field } from "@/shared/ui/form-controls/field";
import { Select } from "@/shared/ui/form-controls/select";
import type { CheckedFile } from "../import-check";
import type { Columns } from "../import-columns";
import styles from "./import-dialog.module.css";

type ImportColumnsProps = { checked: CheckedFile; onChange: (columns: Columns) => void };

/** Shows the guessed columns and lets the operator correct them. */
export function ImportColumns({ checked: { columns, columnNames }, onChange }: ImportColumnsProps) {
  const options = columnNames.map((label, column) => ({ value: String(column), label }));
  const both = columns.name.length > 1 ? [optionOf(columns.name, columnNames)] : [];
  return (
    <div className={styles.columns}>
      <Field label="Email column">
        {(props) => (
          <Select
            {...props}
            options={options}
            value={String(columns.email)}
            onChange={({ target }) => onChange({ ...columns, email: Number(target.value) })}
          />
        )}
      </Field>
      <Field label="Name column">
        {(props) => (
          <Select
            {...props}
            options={[{ value: "", label: "None" }, ...both, ...options]}
            value={columns.name.join("+")}
            onChange={({ target }) =>
              onChange({
                ...columns,
                name: target.value.split("+").filter(Boolean).map(Number),
              })
            }
          />
        )}
      </Field>
      <Checkbox
        label="First row is a header"
        checked={columns.hasHead}
        onCheckedChange={(hasHead) => onChange({ ...columns, hasHead: hasHead === true })}
      />
    </div>
  );
}

const optionOf = (columns: readonly number[], names: readonly string[]) => ({
  value: columns.join("+"),
  label: columns.map((column) => names[column]).join(" + "),
});
