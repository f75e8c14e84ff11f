import { FileUp } from "lucide-react";
import { useEffect, useState } from "react";
import { formatFigure } from "@/shared/format/number";
import { importLimits } from "../../import/check";
import styles from "./import-dialog.module.css";

type ChooseFileProps = { file: File | undefined; onChoose: (file: File) => void };

/** Takes one file, chosen or dropped. The same file can be chosen again after it was fixed. */
export function ChooseFile({ file, onChoose }: ChooseFileProps) {
  const [isOver, setOver] = useState(false);
  useKeptPage();
  function take(files: FileList | null | undefined) {
    const [first] = files ?? [];
    if (first) onChoose(first);
  }
  return (
    <label
      className={styles.drop}
      data-over={isOver ? "" : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <FileUp aria-hidden="true" />
      <span className={styles.dropText}>
        <span>{file ? file.name : "Choose a CSV file, or drop it here"}</span>
        <span>
          {file
            ? "Choose another file"
            : `At most 10 MB and ${formatFigure(importLimits.rows)} rows, header row optional.`}
        </span>
      </span>
      <input
        type="file"
        aria-label="CSV file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** Keeps the browser from opening a file that is dropped outside the drop area. */
function useKeptPage() {
  useEffect(() => {
    const keep = (event: Event) => event.preventDefault();
    window.addEventListener("dragover", keep);
    window.addEventListener("drop", keep);
    return () => {
      window.removeEventListener("dragover", keep);
      window.removeEventListener("drop", keep);
    };
  }, []);
}
