import { formatFigure } from "@/shared/format/number";
import { Field } from "@/shared/ui/form-controls/field";
import { Select } from "@/shared/ui/form-controls/select";
import { Notice } from "@/shared/ui/notice";
import type { CheckedFile } from "../import-check";
import { type Answers, answerKey } from "../import-consent";
import styles from "./import-dialog.module.css";

/** A column with more values than these is hardly one of consent; what is not asked is left out. */
const mostQuestions = 12;

type ImportConsentProps = {
  checked: CheckedFile;
  answers: Answers;
  onAnswer: (answers: Answers) => void;
};

/** Says which columns speak of consent, and asks once about each value that is not understood. */
export function ImportConsent({ checked, answers, onAnswer }: ImportConsentProps) {
  const { consent, columnNames, questions } = checked;
  const quoted = consent.map((column) => `"${columnNames[column]}"`).join(", ");
  if (consent.length === 0) {
    return (
      <Notice tone="warning">
        <p>No consent column found: all rows count as subscribers.</p>
      </Notice>
    );
  }
  const asked = questions.slice(0, mostQuestions);
  return (
    <div className={styles.first}>
      <p>Consent is read from {quoted}. Rows without a clear yes are skipped.</p>
      {asked.map(({ column, value, rows, answer }) => (
        <Field
          key={answerKey(column, value)}
          label={
            value === ""
              ? `What does an empty "${columnNames[column]}" mean?`
              : `What does "${value}" mean?`
          }
          hint={`${formatFigure(rows)} ${rows === 1 ? "row" : "rows"}, column "${columnNames[column]}"`}
        >
          {(props) => (
            <Select
              {...props}
              options={[
                { value: "import", label: "Import" },
                { value: "skip", label: "Skip" },
              ]}
              placeholder="Not answered: skipped"
              value={answer ?? ""}
              onChange={({ target }) =>
                onAnswer({
                  ...answers,
                  [answerKey(column, value)]: target.value === "import" ? "import" : "skip",
                })
              }
            />
          )}
        </Field>
      ))}
      {questions.length > asked.length && (
        <p>{formatFigure(questions.length - asked.length)} other values are skipped.</p>
      )}
    </div>
  );
}
