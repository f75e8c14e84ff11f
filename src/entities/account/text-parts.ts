/** A part of a text; positions in UTF-16 units. */
export type Place = { readonly start: number; readonly end: number };

/** The parts of a text that a platform turns into links. */
export type TextParts = {
  readonly links: readonly Place[];
  /** Cashtags (`$ACME`) are among them where the platform links those. */
  readonly hashtags: readonly Place[];
  /** Of users, and of their lists. */
  readonly names: readonly Place[];
};

/** In the order of the text, without those that begin within an earlier one: that one is the link. */
export const withoutOverlaps = <Part extends Place>(parts: readonly Part[]): readonly Part[] =>
  parts
    .toSorted((one, other) => one.start - other.start)
    .reduce<Part[]>((kept, part) => {
      if (part.start >= (kept.at(-1)?.end ?? 0)) kept.push(part);
      return kept;
    }, []);
