import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, it } from "vitest";
import { openBrowser, violationsOn } from "../e2e/support/browser";
import { type RunningConsole, startConsole } from "../e2e/support/console";
import { overlays as calmOverlays, type Overlay, openOver } from "../e2e/support/overlays";
import { hold, ofScreens, region } from "../e2e/support/screen";
import { status } from "../support/fault-proxy/fault";
import { some } from "../support/random";
import { expectNone, seed, times } from "./support/figures";
import { type Screen, screens, settled } from "./support/screens";

let running: RunningConsole;
let emptyConsole: RunningConsole;
beforeAll(async () => {
  [running, emptyConsole] = await Promise.all([
    // Slow enough that no post on the screens is published during the test.
    startConsole({ seed: true, speed: 0.001 }),
    startConsole(),
  ]);
  await emptyConsole.write("publishing/account-groups", { name: "Nova grupa", description: null });
});
afterEach(() => running.proxy.clear());
afterAll(() => Promise.all([running.stop(), emptyConsole.stop()]));

const { newOperator } = openBrowser(() => running.address);

/** Matches the reads of a screen, except the list of groups, which every screen needs. */
const isOfScreen = ({ method, path }: { method: string; path: string }) =>
  method === "GET" && /^\/api\/v1\/(?!publishing\/account-groups(\?|$))/.test(path);

type State = {
  readonly name: string;
  readonly show: (page: Page, screen: Screen) => Promise<void>;
};

const heading = (page: Page, { title }: Screen) =>
  page.getByRole("heading", { level: 1, name: title }).waitFor();

const states: readonly State[] = [
  {
    name: "loading",
    show: async (page, screen) => {
      // Held in the browser: calls held by the proxy would occupy its few connections.
      await hold(page, ofScreens);
      await page.goto(screen.at);
      await heading(page, screen);
    },
  },
  {
    name: "failed",
    show: async (page, screen) => {
      running.proxy.rule(isOfScreen, status(500));
      await page.goto(screen.at);
      await settled(page, screen);
    },
  },
  {
    name: "empty",
    show: async (page, screen) => {
      await page.goto(`${emptyConsole.address}${screen.at}`);
      await settled(page, screen);
    },
  },
  {
    name: "with data",
    show: async (page, screen) => {
      await page.goto(screen.at);
      await settled(page, screen);
    },
  },
];

/** The dialogs and menus over a screen, and the one that only a refusal opens. */
const overlays: readonly Overlay[] = [
  ...calmOverlays,
  {
    name: "session expired",
    at: "/dashboard/publishing",
    open: async (page) => {
      running.proxy.rule(isOfScreen, status(401));
      await region(page, "Scheduler Health").getByRole("button", { name: "Refresh now" }).click();
    },
  },
];

/** Returns the violations after `show`, or that it could not be shown. */
async function lookAt(page: Page, show: () => Promise<void>): Promise<string[]> {
  try {
    await show();
    return await violationsOn(page);
  } catch (error) {
    return [`not shown: ${String(error)}`];
  } finally {
    running.proxy.clear();
  }
}

describe("axe finds nothing", () => {
  it("on any screen that is loading, empty, failed or with data", async () => {
    const all = screens.flatMap((screen) => states.map((state) => ({ screen, state })));
    const tried = some(all, times(6, all.length), seed);
    const wrong: string[] = [];
    const { page, context } = await newOperator({ at: "/dashboard", underFaults: true });
    // Signs in to both consoles: each port is another origin, with a storage of its own.
    await context.addInitScript((token) => {
      // The frame of the mail preview has an opaque origin and no storage.
      if (window.origin === "null" || localStorage.getItem("accessToken")) return;
      localStorage.setItem("accessToken", token);
    }, emptyConsole.token);
    for (const { screen, state } of tried) {
      const found = await lookAt(page, () => state.show(page, screen));
      wrong.push(...found.map((violation) => `${screen.name}, ${state.name}: ${violation}`));
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    expectNone({ what: `axe violations, ${tried.length} screens and states`, wrong });
  });

  it("on any dialog or menu over a screen", async () => {
    const tried = some(overlays, times(6, overlays.length), seed);
    const wrong: string[] = [];
    const { page } = await newOperator({ at: "/dashboard", underFaults: true });
    for (const overlay of tried) {
      const found = await lookAt(page, () => openOver(page, overlay));
      wrong.push(...found.map((violation) => `${overlay.name}: ${violation}`));
    }
    expectNone({ what: `axe violations, ${tried.length} dialogs and menus`, wrong });
  });
});
