let offset = 0;

/**
 * The server's clock, as far as its answers show it: operators' own clocks are often minutes wrong,
 * and 'in 3 min' must mean the server's time. All in milliseconds.
 */
export const clock = {
  now: () => Date.now() + offset,

  /**
   * Learns from an answer's `Date` header, which has whole seconds: a difference below two seconds
   * is noise.
   */
  learn(dateHeader: string | null) {
    const server = dateHeader ? Date.parse(dateHeader) : Number.NaN;
    if (Number.isNaN(server)) return;
    const difference = server + 500 - Date.now();
    offset = Math.abs(difference) < 2_000 ? 0 : difference;
  },
};
