import { guessedEncodings, likelihood } from "./letters";

/** The encodings that a file may be in, by their names on screen. */
export const encodings = {
  "UTF-8": "utf-8",
  "Windows-1250 (Central European)": "windows-1250",
  "Windows-1251 (Cyrillic)": "windows-1251",
  "Windows-1252 (Western European)": "windows-1252",
} as const;

export type EncodingName = keyof typeof encodings;
/** UTF-16 is never a guess, so it cannot be chosen. */
export type Encoding = EncodingName | "UTF-16";

/** The text of a file and its encoding, or the reason why it cannot be read. */
export type FileText = { readonly text: string; readonly encoding: Encoding } | { refusal: string };

/**
 * Decodes a file. Spreadsheets of any age write UTF-8 or UTF-16, with or without a byte order mark,
 * or the encoding of their country. That is guessed by the words that come out, and can be chosen.
 */
export function textOf(bytes: Uint8Array, chosen?: EncodingName): FileText {
  const [one, two] = bytes;
  if (one === 0x50 && two === 0x4b) {
    return { refusal: "This is a workbook or an archive. Save it as CSV first." };
  }
  const wide = wideEncoding(bytes);
  if (wide) return { text: decode(wide, bytes), encoding: "UTF-16" };
  if (bytes.includes(0)) return { refusal: "This is not a text file. Choose a CSV file." };
  const encoding = chosen ?? likelyEncoding(bytes);
  return { text: decode(encodings[encoding], bytes), encoding };
}

/**
 * The decoder drops the byte order mark, and leaves others where files were joined. All line breaks
 * become \n, so that lines can be counted.
 */
const decode = (label: string, bytes: Uint8Array) =>
  new TextDecoder(label)
    .decode(bytes)
    .replace(/\r\n?/g, "\n")
    .replace(/^\ufeff+/gm, "");

/** UTF-8 if at least half of its letters beyond ASCII are; else the encoding that gives the likeliest names. */
function likelyEncoding(bytes: Uint8Array): EncodingName {
  // Also if it holds the mark of a lost letter, which another program wrote.
  if (isUtf8(bytes)) return "UTF-8";
  const text = decode("utf-8", bytes);
  const unreadable = text.split("\ufffd").length - 1;
  const readable = [...text].filter((sign) => sign > "\x7f" && sign !== "\ufffd").length;
  // Other encodings hardly ever form a letter of UTF-8 by chance.
  if (unreadable <= readable) return "UTF-8";
  const scored = guessedEncodings.map((name) => ({
    name,
    score: likelihood(decode(encodings[name], bytes), name),
  }));
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).name;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Detects UTF-16 by its byte order mark, or by the zero byte beside each letter or sign of ASCII. */
function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [one, two] = bytes;
  if (one === 0xff && two === 0xfe) return "utf-16le";
  if (one === 0xfe && two === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 400);
  // No other text has zeros. Cyrillic has few of them: its separators, figures and line breaks.
  const zeros = (parity: number) =>
    sample.reduce((sum, byte, index) => sum + Number(byte === 0 && index % 2 === parity), 0);
  // The sample may end within an emoji.
  const isText = (label: string) =>
    !/(?![\t\n\r])\p{Cc}|\ufffd/u.test(new TextDecoder(label).decode(sample, { stream: true }));
  if (zeros(1) > sample.length / 40 && zeros(0) === 0 && isText("utf-16le")) return "utf-16le";
  if (zeros(0) > sample.length / 40 && zeros(1) === 0 && isText("utf-16be")) return "utf-16be";
  return undefined;
}
