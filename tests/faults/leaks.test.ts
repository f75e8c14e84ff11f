import { afterAll, beforeAll, describe, it } from "vitest";
import { openBrowser } from "../e2e/support/browser";
import { type RunningConsole, startConsole } from "../e2e/support/console";
import { expectAtMost, isFull, times } from "./support/figures";
import { type Counts, count, goAround, round } from "./support/rounds";
import { settled } from "./support/screens";

let running: RunningConsole;
beforeAll(async () => {
  // Posts published during the count would add records to show, and so nodes and memory.
  running = await startConsole({ seed: true, speed: 0.001 });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

describe("Going through the screens", () => {
  it("leaks no DOM nodes, listeners or memory", async () => {
    const { page } = await newOperator({ at: "/dashboard" });
    await settled(page, { title: "Content Library" });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");

    const [blocks, rounds] = [10, times(1, 30)];
    const visits = blocks * rounds;
    // Everything that is cached on purpose is loaded after the first rounds.
    await goAround(page, times(3, 10));
    const counted: Counts[] = [await count(page, devtools)];
    for (let block = 0; block < blocks; block++) {
      await goAround(page, rounds);
      counted.push(await count(page, devtools));
    }

    const perVisit = (of: keyof Counts) =>
      slope(counted.map((counts) => counts[of])) / (rounds * round.length);
    const tried = `${visits} visits to each of ${round.length} screens`;
    expectAtMost({
      what: `DOM nodes left by a visit, ${tried}`,
      figure: perVisit("nodes"),
      atMost: 0.1,
    });
    expectAtMost({
      what: `Listeners left by a visit, ${tried}`,
      figure: perVisit("listeners"),
      atMost: 0.1,
    });
    // Over a few visits the engine itself allocates more than the console could leak.
    if (!isFull) return;
    expectAtMost({
      what: `Memory left by a visit, ${tried}`,
      figure: perVisit("heap") / 1_000,
      atMost: 1,
      unit: " kB",
    });
  });
});

/** Returns the growth from one value to the next (least squares). */
function slope(values: readonly number[]) {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [up, across] = [0, 0];
  values.forEach((value, at) => {
    up += (at - middle) * (value - mean);
    across += (at - middle) ** 2;
  });
  return up / across;
}
