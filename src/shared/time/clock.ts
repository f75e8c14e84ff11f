let offset = 0;

/**
 * The server's clock, as far as its answers show it: operators' own clocks are often minutes wrong,
 * and 'in 3 min' must mean the server's time. All in milliseconds.
 */
export const clock = {
  now: () => Date.now() + offset,

  /**
   * Learns from the `Date` header of an answer that arrived at this time, in ms. The header has whole
   * seconds: a difference below two seconds is noise. An answer with an `Age` comes from a cache.
   */
  learn(headers: Headers, arrived: number) {
    const date = headers.get("date");
    const server = date && !headers.has("age") ? Date.parse(date) : Number.NaN;
    if (Number.isNaN(server)) return;
    const difference = server + 500 - arrived;
    offset = Math.abs(difference) < 2_000 ? 0 : difference;
  },
};
