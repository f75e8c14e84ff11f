import type { Piece } from "./jinja/values";
/** Puts the parts of an output together, and says which line of the template each line is of. */
export function withLines(pieces: readonly Piece[]) {
  const lines = [1];
  const texts = [];
  let begins = true;
  for (const { text, line: start, isSource } of pieces) {
    if (text === "") continue;
    let line = start;
    if (begins) lines[lines.length - 1] = line;
    for (const _ of text.matchAll(/\n/g)) {
      if (isSource) line++;
      lines.push(line);
    }
    texts.push(text);
    begins = text.endsWith("\n");
  }
  return { text: texts.join(""), lines };
}
