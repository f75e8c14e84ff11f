/** How long the browser may take to begin with the file, in milliseconds. */
const patience = 60_000;

/** Spreadsheets take a file without this mark for one in the letters of the machine's own country. */
const byteOrderMark = "\uFEFF";

/** Hands a text over to the browser as a file to keep. Needs nothing of the policy but our own origin. */
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
