import type { Fold } from "./feeds";
import { linksOnX } from "./links-on-x";
import { type TextUnit, textLength } from "./text-length";
import type { TextLimit } from "./text-limits";

/**
 * The index at which a text goes beyond a limit; the text's own length if it does not. Never within a
 * grapheme, nor within a link where the platform counts that as one.
 */
export function endWithin(text: string, { max, unit, maxBytes }: TextLimit): number {
  const end = endOf(text, unit, max);
  return maxBytes === undefined ? end : Math.min(end, endOf(text, "UTF-8 bytes", maxBytes));
}

function endOf(text: string, unit: TextUnit, max: number): number {
  if (textLength(text, unit) <= max) return text.length;
  let end = 0;
  let length = 0;
  for (const piece of piecesOf(text, unit)) {
    length += textLength(piece, unit);
    if (length > max) break;
    end += piece.length;
  }
  return end;
}

/** The parts of a text that count as one. */
function* piecesOf(text: string, unit: TextUnit): Generator<string> {
  let from = 0;
  for (const { start, end } of unit === "x-weighted" ? linksOnX(text) : []) {
    yield* graphemesOf(text.slice(from, start));
    yield text.slice(start, end);
    from = end;
  }
  yield* graphemesOf(text.slice(from));
}

function* graphemesOf(text: string): Generator<string> {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

export type Folded = {
  /** The index at which the feed cuts the text. */
  readonly at: number;
  /** What the fold counts there. */
  readonly after: "characters" | "lines";
};

/** Where a feed folds a text; undefined if it shows all of it. */
export function foldOf(text: string, fold: Fold | null): Folded | undefined {
  const { characters = Number.POSITIVE_INFINITY, lines = Number.POSITIVE_INFINITY } = fold ?? {};
  let at = 0;
  let seen = 0;
  let broken = 0;
  for (const grapheme of graphemesOf(text)) {
    const isBreak = /[\n\r]/.test(grapheme);
    if (isBreak) broken += 1;
    const after = broken >= lines ? "lines" : seen >= characters ? "characters" : undefined;
    // Spaces alone are nothing to unfold.
    if (after) return text.slice(at).trim() ? { at, after } : undefined;
    seen += 1;
    at += grapheme.length;
  }
  return undefined;
}
