import { setTimeout as delay } from "node:timers/promises";

/** Waits for the work, for so many milliseconds at most. The time keeps no process running. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, delay(milliseconds, undefined, { ref: false })]);
}
