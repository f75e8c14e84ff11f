import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { Field } from "@/shared/ui/form-controls/field";
import { Select, type SelectOption } from "@/shared/ui/form-controls/select";
import type { CheckedFile } from "../../import/check";
import type { Columns } from "../../import/columns";
import styles from "./import-dialog.module.css";

type ImportColumnsProps = { checked: CheckedFile; onChange: (columns: Columns) => void };

/** Shows the guessed columns and lets the operator correct them. Two columns can make one name. */
export function ImportColumns({ checked: { columns, columnNames }, onChange }: ImportColumnsProps) {
  const options = columnNames.map((label, column) => ({ value: String(column), label }));
  const [first, second] = columns.name;
  return (
    <div className={styles.columns}>
      <ColumnSelect
        label="Email column"
        options={options}
        column={columns.email}
        onChange={(email) => email !== undefined && onChange({ ...columns, email })}
      />
      <ColumnSelect
        label="Name column"
        options={[none, ...options]}
        column={first}
        onChange={(chosen) => onChange({ ...columns, name: nameOf(chosen, second) })}
      />
      {first !== undefined && (
        <ColumnSelect
          label="Joined with"
          options={[none, ...options.filter(({ value }) => value !== String(first))]}
          column={second}
          onChange={(chosen) => onChange({ ...columns, name: nameOf(first, chosen) })}
        />
      )}
      <Checkbox
        label="First row is a header"
        checked={columns.hasHead}
        onCheckedChange={(hasHead) => onChange({ ...columns, hasHead: hasHead === true })}
      />
    </div>
  );
}

const none = { value: "", label: "None" };

/** Without a first column there is no second one, and one column is not joined with itself. */
function nameOf(first: number | undefined, second: number | undefined): readonly number[] {
  if (first === undefined) return [];
  return second === undefined || second === first ? [first] : [first, second];
}

type ColumnSelectProps = {
  label: string;
  options: readonly SelectOption[];
  column: number | undefined;
  onChange: (column: number | undefined) => void;
};

const ColumnSelect = ({ label, options, column, onChange }: ColumnSelectProps) => (
  <Field label={label}>
    {(props) => (
      <Select
        {...props}
        options={options}
        value={column === undefined ? "" : String(column)}
        onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
      />
    )}
  </Field>
);
