import { afterAll, beforeAll, expect, it } from "vitest";
import { screens, settled } from "../../faults/support/screens";
import { expectAccessible, openBrowser } from "../support/browser";
import { type RunningConsole, startConsole } from "../support/console";
import { withSpecAlone } from "../support/spec-alone";

let running: RunningConsole;
beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);
const { open, expectNothingBeyond } = withSpecAlone(() => running, newOperator);

it("with a backend that announces no capability, each screen is whole and shows nothing beyond it", async () => {
  // The first tab of each screen. `no-capabilities` in the folder above opens them all, and acts there.
  const firstTabs = screens.filter(
    ({ title }, place) => screens.findIndex((screen) => screen.title === title) === place,
  );
  expect(firstTabs.map(({ title }) => title)).toEqual([
    "Content Library",
    "Dashboard",
    "Publishing",
    "Activity",
    "Configuration",
  ]);
  for (const screen of firstTabs) {
    const page = await open(screen.at);
    await settled(page, screen);
    // The parts below the first view are loaded too.
    await page.keyboard.press("End");
    await settled(page, screen);
    expect(await page.getByRole("alert").count()).toBe(0);
    await expectNothingBeyond(page);
    await expectAccessible(page);
  }
});
