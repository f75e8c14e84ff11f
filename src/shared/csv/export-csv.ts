import { sentences } from "@/shared/format/text";
import { preferences } from "@/shared/session/preferences";
import { toasts } from "@/shared/toast/toast";
import { csvSeparator } from "./csv";

type Export = {
  /** The number and kind of exported records, as the toast says it: '24 posts exported.' */
  title: string;
  fileName: string;
  /** A note for the operator about the table. */
  note?: string | undefined;
  /** Formats the table, in the dialect of the moment. */
  text: () => string;
};

const dialects = {
  ",": { words: "Separated by commas, with decimal points.", other: ";", change: "Use semicolons" },
  ";": { words: "Separated by semicolons, with decimal commas.", other: ",", change: "Use commas" },
} as const;

/**
 * Saves a table as a file, and says in which dialect: a spreadsheet opens that of its own region alone. The
 * toast offers the other one, which saves the file again and is kept for the next exports.
 */
export function exportCsv(table: Export) {
  const { title, fileName, note, text } = table;
  saveCsv(fileName, text());
  const { words, other, change } = dialects[csvSeparator()];
  toasts.show({
    kind: "success",
    title,
    detail: sentences(note, words, fileName) ?? words,
    action: {
      label: change,
      run: () => {
        preferences.rememberCsvSeparator(other);
        exportCsv(table);
      },
    },
  });
}

/** How long the browser may take to start saving the file, in milliseconds. */
const addressLifetime = 60_000;

/** Without this mark spreadsheets read the file in the machine's regional encoding, not as UTF-8. */
const byteOrderMark = "\uFEFF";

/**
 * Downloads a text as a file. The Content-Security-Policy needs to allow nothing but our own
 * origin.
 */
export function saveCsv(name: string, text: string) {
  const address = URL.createObjectURL(
    new Blob([byteOrderMark, text], { type: "text/csv;charset=utf-8" }),
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), addressLifetime);
}
