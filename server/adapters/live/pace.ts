import { setTimeout as wait } from "node:timers/promises";

/** Spaces the calls of an account evenly, over all jobs of this process. */
export type Pace = {
  /** Sets the rate of an account, in calls per second. */
  readonly set: (account: string, perSecond: number) => void;
  /** Resolves when the account's next call may begin. */
  readonly turn: (account: string) => Promise<void>;
};

/**
 * Creates the pace of calls.
 *
 * @param defaultRate calls per second of an account whose rate is not known
 * @param now in ms; for tests
 */
export function createPace(
  defaultRate: number,
  { now, sleep }: { now: () => number; sleep: (ms: number) => Promise<unknown> } = {
    now: () => performance.now(),
    sleep: wait,
  },
): Pace {
  const accounts = new Map<string, { perSecond: number; next: number }>();
  const of = (account: string) => {
    const known = accounts.get(account) ?? { perSecond: defaultRate, next: 0 };
    accounts.set(account, known);
    return known;
  };
  return {
    set: (account, perSecond) => {
      of(account).perSecond = perSecond;
    },
    turn: async (account) => {
      const known = of(account);
      const at = Math.max(now(), known.next);
      // Taken before the wait, so that calls at the same time get different turns.
      known.next = at + 1000 / known.perSecond;
      const ms = at - now();
      if (ms > 0) await sleep(ms);
    },
  };
}
