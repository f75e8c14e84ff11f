import { seededRandom } from "../random";
import { passing } from "./fault";
import type { FaultProxy } from "./proxy";

/** The seed of the weather in which the flows are walked through; without it the sky is clear. */
const weather = process.env.WEATHER ? Number(process.env.WEATHER) : undefined;
export const isBadWeather = weather !== undefined;

/** What part of the reads suffers. */
const share = 0.1;

/** As often as the console asks again by itself: after that somebody has to press 'Try again'. */
const inARow = 2;

/** One read in ten is late, cut or refused, as by a bad line or a server that starts anew. */
export function bringWeather(proxy: FaultProxy) {
  if (weather === undefined) return;
  const random = seededRandom(weather);
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
