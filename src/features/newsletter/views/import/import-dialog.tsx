import { Upload } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { counted, formatFigure } from "@/shared/format/number";
import { Button } from "@/shared/ui/button/button";
import { Dialog } from "@/shared/ui/dialog/dialog";
import { Notice } from "@/shared/ui/panel/notice";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import type { CheckedFile } from "../../import/check";
import { reportOf } from "../../import/report";
import { ImportColumns } from "./import-columns";
import { ImportConsent } from "./import-consent";
import styles from "./import-dialog.module.css";
import { ImportEncoding } from "./import-encoding";
import { ChooseFile } from "./import-file";
import { ReportList } from "./import-report-list";
import type { Import } from "./use-import";

/** Checks the whole file before anything is sent; afterwards shows the import report. */
export function ImportDialog({ work }: { work: Import }) {
  const { isOpen, close, file, check, isChecking, batch, start, choose } = work;
  const checked = check?.is === "checked" ? check : undefined;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => open || close()}
      title={batch ? "Import report" : "Import subscribers"}
      description={batch ? file?.name : "You can check the file before anything is sent."}
      size="lg"
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {batch ? "Close" : "Cancel"}
          </Button>
          {!batch && checked && checked.good.length > 0 && (
            <Button variant="primary" icon={<Upload />} onClick={start} busy={isChecking}>
              {importing(checked.good.length)}
            </Button>
          )}
        </>
      }
    >
      {!batch && <ChooseFile file={file} onChoose={choose} />}
      {file && !check && (
        <Loading label={`Checking ${file.name}…`} visible>
          <Skeleton height={120} radius={8} />
        </Loading>
      )}
      {check?.is === "refused" && (
        <div role="alert">
          <Notice tone="danger">
            <p>{check.reason}</p>
          </Notice>
        </div>
      )}
      {checked && <Checked checked={checked} work={work} />}
    </Dialog>
  );
}

const importing = (count: number) => `Import ${counted(count, "subscriber")}`;

function Checked({ checked, work }: { checked: CheckedFile; work: Import }) {
  const { batch, results, choices, reconsider } = work;
  // While an import runs, new results may render a little later, so that input comes first.
  const shown = useDeferredValue(results);
  const rows = useMemo(() => reportOf(checked, shown), [checked, shown]);
  return (
    <>
      {!batch && (
        <>
          <Summary checked={checked} />
          <ImportEncoding
            checked={checked}
            onChange={(encoding) => reconsider({ encoding, columns: undefined })}
          />
          <ImportColumns checked={checked} onChange={(columns) => reconsider({ columns })} />
          <ImportConsent
            checked={checked}
            answers={choices.answers ?? {}}
            onAnswer={(answers) => reconsider({ answers })}
          />
        </>
      )}
      <ReportList rows={rows} isDone={batch !== undefined} />
    </>
  );
}

function Summary({ checked }: { checked: CheckedFile }) {
  const { good, left, questions, encoding, delimiter } = checked;
  const count = (because: string) => left.filter((row) => row.because === because).length;
  return (
    <div className={styles.summary}>
      <dl>
        <Figure label="Valid rows" value={good.length} />
        <Figure label="Invalid rows" value={count("bad")} />
        <Figure label="No consent" value={count("unwanted")} />
        <Figure label="Duplicates" value={count("repeated")} />
        <Figure label="Already subscribed" value={count("known")} />
      </dl>
      <p role="status">
        {formatFigure(good.length)} of {formatFigure(good.length + left.length)} rows can be
        imported. Read as {encoding}, separated by {delimiterWords[delimiter] ?? `"${delimiter}"`}.
      </p>
      {good.length === 0 && (
        <Notice tone="warning">
          <p>
            {questions.length > 0
              ? "Nothing to import yet: say below what the unclear values mean."
              : "Nothing to import. Check the email column below, or choose another file."}
          </p>
        </Notice>
      )}
    </div>
  );
}

const delimiterWords: Partial<Record<string, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{formatFigure(value)}</dd>
  </div>
);
