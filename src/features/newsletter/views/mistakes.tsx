import { Notice } from "@/shared/ui/notice";
import { placeOf, type TemplateError } from "../mail";
import styles from "./mail-preview.module.css";

type MistakesProps = {
  errors: readonly TemplateError[];
  removed: readonly TemplateError[];
  sparseErrors: readonly TemplateError[];
  sizeWarning: string | undefined;
  onGoTo: (error: TemplateError) => void;
};

/** Lists the errors in the templates, in the server's words; each one leads to its line. */
export const Mistakes = ({ errors, removed, sparseErrors, sizeWarning, onGoTo }: MistakesProps) => (
  <div role="status" className={styles.mistakes}>
    {errors.length > 0 && (
      <Notice tone="danger" title="The templates do not render.">
        <List errors={errors} onGoTo={onGoTo} />
      </Notice>
    )}
    {removed.length > 0 && (
      <Notice
        tone="warning"
        title="Parts of the mail are removed: an active newsletter cannot be saved like this."
      >
        <List errors={removed} onGoTo={onGoTo} />
      </Notice>
    )}
    {sparseErrors.length > 0 && (
      <Notice
        tone="warning"
        title="Some mails will not render: a name, a price or all products may be missing."
      >
        <List errors={sparseErrors} onGoTo={onGoTo} />
      </Notice>
    )}
    {sizeWarning && <Notice tone="warning" title={sizeWarning} />}
  </div>
);

function List({ errors, onGoTo }: Pick<MistakesProps, "errors" | "onGoTo">) {
  return (
    <ul>
      {errors.map((error) => (
        <li key={`${error.part} ${error.line} ${error.message}`}>
          <button type="button" onClick={() => onGoTo(error)}>
            {placeOf(error)}
          </button>
          {`: ${error.message}`}
        </li>
      ))}
    </ul>
  );
}
