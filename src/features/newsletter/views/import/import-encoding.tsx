import { Field } from "@/shared/ui/form-controls/field";
import { Select } from "@/shared/ui/form-controls/select";
import type { CheckedFile } from "../../import/check";
import { type EncodingName, encodings } from "../../import/text";
import styles from "./import-dialog.module.css";

const names = Object.keys(encodings) as EncodingName[];

type ImportEncodingProps = { checked: CheckedFile; onChange: (encoding: EncodingName) => void };

/** Shows the first rows as they were read: in a wrong encoding the names are garbled. */
export function ImportEncoding({ checked, onChange }: ImportEncodingProps) {
  const { encoding, first, columnNames } = checked;
  return (
    <div className={styles.first}>
      {encoding !== "UTF-16" && (
        <Field label="Encoding" hint="Change it if names look wrong below.">
          {(props) => (
            <Select
              {...props}
              options={names.map((name) => ({ value: name, label: name }))}
              value={encoding}
              onChange={({ target }) => {
                const chosen = names.find((name) => name === target.value);
                if (chosen) onChange(chosen);
              }}
            />
          )}
        </Field>
      )}
      <div className={styles.firstRows}>
        <table>
          <caption>First rows</caption>
          <thead>
            <tr>
              {columnNames.map((name, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
                <th key={column} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
              <tr key={row}>
                {columnNames.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
                  <td key={column}>{cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
