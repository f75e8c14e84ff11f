import { counted, formatFigure } from "@/shared/format/number";
import { Field } from "@/shared/ui/form-controls/field";
import { Select } from "@/shared/ui/form-controls/select";
import { Notice } from "@/shared/ui/panel/notice";
import type { CheckedFile } from "../../import/check";
import { type Answer, type Answers, answerKey, type ConsentQuestion } from "../../import/consent";
import styles from "./import-dialog.module.css";

/** What is not asked is answered with the whole column, or left out. */
const mostQuestions = 12;

type ImportConsentProps = {
  checked: CheckedFile;
  answers: Answers;
  onAnswer: (answers: Answers) => void;
};

/** Says which columns speak of consent, and asks once about each value that is not understood. */
export function ImportConsent({ checked, answers, onAnswer }: ImportConsentProps) {
  const { consent, columnNames, questions, unread } = checked;
  const quote = (columns: readonly number[]) =>
    columns.map((column) => `"${columnNames[column] ?? `Column ${column + 1}`}"`).join(", ");
  const quoted = quote(consent.map(({ column }) => column));
  const saysYes = consent.some(({ is }) => !/block$|^plan end$|^words$/.test(is));
  const asked = [...new Set(questions.map(({ column }) => column))];
  return (
    <div className={styles.first}>
      {saysYes ? (
        <p>Consent is read from {quoted}. Rows without a clear yes are skipped.</p>
      ) : (
        <Notice tone="warning">
          <p>
            {consent.length === 0
              ? "No consent column found: all rows count as subscribers."
              : `Only refusals are read, from ${quoted}. All other rows count as subscribers.`}
          </p>
        </Notice>
      )}
      {unread.length > 0 && (
        <Notice tone="warning">
          <p>{`Not read as consent: ${quote(unread)}. Check that no "no" there is about email.`}</p>
        </Notice>
      )}
      {asked.map((column) => (
        <ColumnQuestions
          key={column}
          column={column}
          name={columnNames[column] ?? ""}
          questions={questions.filter((question) => question.column === column)}
          answers={answers}
          onAnswer={onAnswer}
        />
      ))}
    </div>
  );
}

type ColumnQuestionsProps = Pick<ImportConsentProps, "answers" | "onAnswer"> & {
  column: number;
  name: string;
  questions: readonly ConsentQuestion[];
};

function ColumnQuestions({ column, name, questions, answers, onAnswer }: ColumnQuestionsProps) {
  const key = answerKey(column);
  const whole = answers[key];
  const rows = questions.reduce((sum, question) => sum + question.rows, 0);
  const shown = questions.slice(0, mostQuestions);
  const others = questions.length - shown.length;
  return (
    <>
      {questions.length > 1 && (
        <Field
          label={`What do the unclear values of "${name}" mean?`}
          hint={`${counted(questions.length, "value")}, ${counted(rows, "row")}`}
        >
          {(props) => (
            <Select
              {...props}
              options={[{ value: "", label: "Ask for each" }, ...choices]}
              value={whole ?? ""}
              onChange={({ target }) => {
                const { [key]: _, ...rest } = answers;
                onAnswer(target.value === "" ? rest : { ...rest, [key]: answerOf(target.value) });
              }}
            />
          )}
        </Field>
      )}
      {shown.map(({ value, rows: ofValue, answer }) => (
        <Field
          key={value}
          label={value === "" ? `What does an empty "${name}" mean?` : `What does "${value}" mean?`}
          hint={`${counted(ofValue, "row")}, column "${name}"`}
        >
          {(props) => (
            <Select
              {...props}
              options={choices}
              placeholder={whole ? asWhole[whole] : "Not answered: skipped"}
              value={answer ?? ""}
              onChange={({ target }) =>
                onAnswer({ ...answers, [answerKey(column, value)]: answerOf(target.value) })
              }
            />
          )}
        </Field>
      ))}
      {others > 0 && (
        <p>
          {formatFigure(others)} other values are {whole === "import" ? "imported" : "skipped"}.
        </p>
      )}
    </>
  );
}

const choices = [
  { value: "import", label: "Import" },
  { value: "skip", label: "Skip" },
];

const asWhole: Readonly<Record<Answer, string>> = {
  import: "Same as the column: imported",
  skip: "Same as the column: skipped",
};

const answerOf = (value: string): Answer => (value === "import" ? "import" : "skip");
