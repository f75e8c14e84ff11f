import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { openOver, overlays } from "./support/overlays";

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 600 },
  { width: 390, height: 660 },
];
// A menu has no foot, and the drawer is for phones alone.
const dialogs = overlays.filter(({ name }) => !/^actions|^navigation/.test(name));

it("Every dialog shows the button that ends it without scrolling", async () => {
  const { page } = await newOperator({ at: "/dashboard/content" });
  const hidden: string[] = [];
  for (const overlay of dialogs) {
    await openOver(page, overlay);
    const dialog = page.locator("[role=dialog], [role=alertdialog]").last();
    for (const size of sizes) {
      await page.setViewportSize(size);
      const isSeen = await dialog.evaluate((element) => {
        const ends = [...element.querySelectorAll("[type=submit], [data-variant=danger-solid]")];
        return [element, ...ends].every((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          const hit = document.elementFromPoint((left + right) / 2, bottom - 4);
          const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          return isInside && part.contains(hit);
        });
      });
      if (!isSeen) hidden.push(`${overlay.name}, ${size.width} px wide`);
    }
  }
  expect(hidden).toEqual([]);
});
