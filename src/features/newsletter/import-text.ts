/** The text of a file and its encoding, or the reason why it cannot be read. */
export type FileText = { readonly text: string; readonly encoding: string } | { refusal: string };

/**
 * Decodes a file. Spreadsheets of any age write UTF-8 or UTF-16, with or without a byte order mark,
 * or Windows-1250 (Central European), which is assumed if the file is not valid UTF-8.
 */
export function textOf(bytes: Uint8Array): FileText {
  const [one, two] = bytes;
  if (one === 0x50 && two === 0x4b) {
    return { refusal: "This is a workbook or an archive. Save it as CSV, and import that." };
  }
  const wide = wideEncoding(bytes);
  if (wide) return readAs(wide, "UTF-16", bytes);
  if (bytes.includes(0)) return { refusal: "This is no text file. Choose one in CSV." };
  try {
    return readAs("utf-8", "UTF-8", bytes, true);
  } catch {
    return readAs("windows-1250", "Windows-1250 (Central European)", bytes);
  }
}

const readAs = (label: string, encoding: string, bytes: Uint8Array, fatal = false): FileText => ({
  // The decoder drops the byte order mark. All line breaks become \n, so that lines can be counted.
  text: new TextDecoder(label, { fatal }).decode(bytes).replace(/\r\n?/g, "\n"),
  encoding,
});

/** Detects UTF-16 by its byte order mark, or by the zero byte beside most Latin letters. */
function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [one, two] = bytes;
  if (one === 0xff && two === 0xfe) return "utf-16le";
  if (one === 0xfe && two === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 400);
  const zeros = (parity: number) =>
    sample.reduce((sum, byte, index) => sum + Number(byte === 0 && index % 2 === parity), 0);
  if (zeros(1) > sample.length / 4 && zeros(0) === 0) return "utf-16le";
  if (zeros(0) > sample.length / 4 && zeros(1) === 0) return "utf-16be";
  return undefined;
}
