/** How long the browser may take to start saving the file, in milliseconds. */
const patience = 60_000;

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
  setTimeout(() => URL.revokeObjectURL(address), patience);
}
