import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf } from "../../server/http/serve";
import { openBrowser } from "../e2e/support/browser";
import { type RunningConsole, startConsole } from "../e2e/support/console";
import type { Seen } from "../support/fault-proxy/fault";
import { seededRandom } from "../support/random";
import { controls, writingEndpoints } from "./support/controls";
import { storeFailedWork } from "./support/failed-work";
import { expectNone, seed, times } from "./support/figures";
import { countPresses, ways } from "./support/presses";
import { type Control, type Shown, type Stage, stageOf } from "./support/stage";

type Way = (typeof ways)[number];
type Press = { readonly control: Control; readonly way: Way };

/** The number of parallel consoles: pressing is mostly waiting. */
const lanes = times(1, 2);
const consoles: RunningConsole[] = [];

beforeAll(async () => {
  for (let lane = 0; lane < lanes; lane += 1) {
    consoles.push(await startConsole({ speed: 1, prepare: storeFailedWork }));
  }
});
afterAll(() => Promise.all(consoles.map((running) => running.stop())));

const { newOperator } = openBrowser(() => consoles[0]?.address ?? "");

/** Failures, by their row in the table of figures. */
const duplicates: string[] = [];
const without: string[] = [];
const notMade: string[] = [];

it("Every endpoint of the contract that writes has a control here", () => {
  const known = new Set<string>(controls.map(({ of }) => of));
  const all = Object.keys(writingEndpoints);
  expect(all.length).toBeGreaterThan(40);
  expectNone({
    what: `Writing endpoints without a control in this test, of ${all.length}`,
    wrong: all.filter((name) => !known.has(name)),
  });
});

describe("A control that is pressed twice, or whose request the browser resends", () => {
  const presses = times(0, 1) ? everyOne() : chosen();
  const pressed = new Set(presses.map(({ control }) => control)).size;
  const tried = `${presses.length} presses (${pressed} controls, ${ways.length} ways)`;

  it("is pressed as intended", async () => {
    await Promise.all(
      consoles.map((running, lane) =>
        work(
          running,
          presses.filter(({ control }) => controls.indexOf(control) % lanes === lane),
        ),
      ),
    );
    expectNone({ what: `Presses that could not be made, of ${tried}`, wrong: notMade });
  });

  it("takes effect", () => {
    expectNone({ what: `Presses without any effect, of ${tried}`, wrong: without });
  });

  it("takes effect once", () => {
    expectNone({ what: `Duplicate effects, ${tried}`, wrong: duplicates });
  });
});

function everyOne(): Press[] {
  return controls.flatMap((control) => ways.map((way) => ({ control, way })));
}

/** Every way, each with random controls of its own. */
function chosen(): Press[] {
  const random = seededRandom(seed);
  const left = [...controls];
  const take = () => left.splice(random.between(0, left.length - 1), 1);
  return ways.flatMap((way) =>
    [take(), take(), take()].flat().map((control) => ({ control, way })),
  );
}

async function work(running: RunningConsole, presses: readonly Press[]) {
  const { page } = await newOperator({ at: `${running.address}/dashboard`, underFaults: true });
  // The page asks before unfinished work is left.
  page.on("dialog", (dialog) => void dialog.accept());
  const stages = new Map<Control, Stage>();
  const random = seededRandom(seed);
  for (const { control, way } of presses) {
    const stage = stages.get(control) ?? stageOf(running, page);
    stages.set(control, stage);
    const name = `${control.of}, ${control.name}, ${way.name}`;
    try {
      const shown = await control.show(stage);
      await press(running, way, shown, control, name);
    } catch (error) {
      notMade.push(`${name}: ${String(error).split("\n")[0]}`);
    } finally {
      running.proxy.clear();
    }
  }

  async function press(
    { proxy }: RunningConsole,
    way: Way,
    { target, key, effects = 1, count, grows = effects }: Shown,
    { of }: Control,
    name: string,
  ) {
    await target.waitFor();
    const counted = await countPresses(target);
    const before = await count?.();
    const from = proxy.log.length;
    const endpoint = writingEndpoints[of];
    if (!endpoint) throw new Error(`The contract has no ${of}.`);
    // A fast server and a slow one: the second press comes after the answer, or before it.
    proxy.rule(({ method }) => method !== "GET", {
      kind: "delay",
      milliseconds: random.pick([0, 250]) ?? 0,
    });
    if (way.isCut) proxy.cutNext(endpoint.method, patternOf(addressOf(endpoint)));
    await way.press({ page, target, ...(key !== undefined && { key }) });

    const writes = () => proxy.log.slice(from).filter((request) => request.method !== "GET");
    await untilSettled(writes, way.isCut ? effects + 1 : effects);
    const told = inWords(writes());

    if (way.isCut) {
      const [cut] = writes().filter(({ isCut }) => isCut);
      const again = writes().filter(({ idempotencyKey }) => idempotencyKey === cut?.idempotencyKey);
      if (!cut || again.length < 2) notMade.push(`${name}: ${told}`);
    } else if ((await counted()) < 2) {
      notMade.push(`${name}: pressed ${await counted()} times`);
    }

    const done = executed(writes()).length;
    const notReplayed = writes().filter(({ isReplayed }) => !isReplayed).length;
    const different = new Set(executed(writes()).map(saidBy)).size;
    if (notReplayed > effects || different < done) duplicates.push(`${name}: ${told}`);
    if (done < effects) without.push(`${name}: ${told}`);
    if (count === undefined || before === undefined) return;
    const grown = await grownBy(count, before, grows);
    const wrong = `${name}: ${grown} instead of ${grows} on the server`;
    if (Math.abs(grown) > Math.abs(grows)) duplicates.push(wrong);
    else if (grown !== grows) without.push(wrong);
  }
}

/** Returns the writes that the server carried out; it marks an answer that it only replays. */
const executed = (requests: readonly Seen[]) =>
  requests.filter(
    ({ servedStatus = 0, isReplayed }) => servedStatus >= 200 && servedStatus < 300 && !isReplayed,
  );

const saidBy = ({ method, path, body }: Seen) => `${method} ${path} ${body}`;

/**
 * Waits until `enough` writes have come and all are answered, and then as long as another might
 * take.
 */
async function untilSettled(writes: () => readonly Seen[], enough: number) {
  let [before, since] = ["", performance.now()];
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const all = writes();
    const now = JSON.stringify(all.map(({ servedStatus }) => servedStatus ?? 0));
    if (now !== before) [before, since] = [now, performance.now()];
    const rest = performance.now() - since;
    const isAnswered = all.every(({ servedStatus }) => servedStatus !== undefined);
    if (isAnswered && all.length >= enough && rest > 650) return;
    if (rest > (isAnswered ? 10_000 : 60_000)) return;
  }
}

/** Waits for the expected growth, because a job makes some of it a moment later. */
async function grownBy(count: () => Promise<number>, before: number, expected: number) {
  const began = performance.now();
  for (;;) {
    const grown = (await count()) - before;
    if (Math.abs(grown) >= Math.abs(expected) || performance.now() - began > 15_000) return grown;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/?]+")}(\\?|$)`);

const inWords = (requests: readonly Seen[]) =>
  requests.length === 0
    ? "nothing was sent"
    : requests
        .map(({ method, path, servedStatus, isReplayed, isCut, idempotencyKey }) =>
          [
            method,
            path,
            servedStatus,
            isReplayed ? "replayed" : "",
            isCut ? "cut" : "",
            idempotencyKey?.slice(0, 8) ?? "no key",
          ]
            .filter(Boolean)
            .join(" "),
        )
        .join("; ");
