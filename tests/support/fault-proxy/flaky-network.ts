import { seededRandom } from "../random";
import { passing } from "./fault";
import type { FaultProxy } from "./proxy";

/** The seed of the faults under which the flows run; undefined for a network without faults. */
const seed = process.env.FLAKY_NETWORK ? Number(process.env.FLAKY_NETWORK) : undefined;
export const isNetworkFlaky = seed !== undefined;

/** The share of reads that suffer a fault. */
const share = 0.1;

/**
 * The most faults in a row of one read: as many as the console retries by itself. After that the
 * operator has to press 'Try again'.
 */
const inARow = 2;

/** Delays, cuts or refuses one read in ten, as a bad connection or a restarting server does. */
export function makeNetworkFlaky(proxy: FaultProxy) {
  if (seed === undefined) return;
  const random = seededRandom(seed);
  const row = new Map<string, number>();
  proxy.rule(
    ({ method, path }) => method === "GET" && path.startsWith("/api/v1/"),
    ({ path }) => {
      const before = row.get(path) ?? 0;
      const isHit = before < inARow && random.chance(share);
      row.set(path, isHit ? before + 1 : 0);
      return isHit ? passing(random) : undefined;
    },
  );
}
