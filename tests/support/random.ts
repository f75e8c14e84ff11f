export type Random = {
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number;
  /** Returns true with this probability. */
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T | undefined;
  /** Returns this many items, each once. */
  readonly some: <T>(from: readonly T[], count: number) => T[];
};

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    chance: (probability) => next() < probability,
    pick: (from) => from[between(0, from.length - 1)],
    some: (from, count) => {
      const rest = [...from];
      return Array.from({ length: Math.min(count, from.length) }, () =>
        rest.splice(between(0, rest.length - 1), 1),
      ).flat();
    },
  };
}

/** Picks this many items at random, each once. */
export const some = <T>(list: readonly T[], count: number, seed: number): T[] =>
  seededRandom(seed).some(list, count);
