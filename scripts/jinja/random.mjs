/** Returns a source of random numbers that repeats itself with the same seed (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count) => Math.floor(next() * count);
  return {
    below,
    chance: (share) => next() < share,
    pick: (values) => values[below(values.length)],
  };
}
