import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../e2e/support/browser";
import { type RunningConsole, startConsole } from "../e2e/support/console";
import { region, said } from "../e2e/support/screen";
import { goTo } from "../e2e/support/sign-in";
import { status } from "../support/fault-proxy/fault";
import { some } from "../support/random";
import { expectNone, seed, times } from "./support/figures";
import { settled } from "./support/screens";

let running: RunningConsole;
beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
});
afterEach(() => running.proxy.clear());
afterAll(() => running.stop());

const browser = openBrowser(() => running.address);

/**
 * Opens an operator's browser that forgives the logs of a chunk that did not load, by the browser
 * and by the error boundary.
 */
async function newOperator(at: string) {
  const operator = await browser.newOperator({ at, underFaults: true });
  operator.forgive(/^ChunkLoadError: |Failed to fetch dynamically imported module/);
  return operator;
}

const titles = ["Content Library", "Publishing", "Dashboard", "Configuration"] as const;
const addressOf = {
  "Content Library": "/dashboard/content",
  Publishing: "/dashboard/publishing",
  Dashboard: "/dashboard/dashboard",
  Configuration: "/dashboard/config",
} as const;
type Title = (typeof titles)[number];

/** Removes a file from the server. @returns a function that restores it */
const takeAway = (file: string | RegExp) =>
  running.proxy.rule(
    ({ path }) => (typeof file === "string" ? path === `/assets/${file}` : file.test(path)),
    status(404),
  );

const isDocument = (page: Page) => {
  return (request: { isNavigationRequest(): boolean; frame(): unknown }) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
};

/** Counts the documents that the browser loads from now on. */
function documentsOf(page: Page, onDocument: () => void = () => {}) {
  let documents = 0;
  const isOne = isDocument(page);
  page.on("request", (request) => {
    if (!isOne(request)) return;
    documents += 1;
    onDocument();
  });
  return () => documents;
}

/** Returns the script files that each screen requests when it is opened first. */
async function firstFiles() {
  const of = new Map<Title, Set<string>>();
  for (const title of titles) {
    const { page, context } = await newOperator("/dashboard");
    const asked = new Set<string>();
    page.on("request", (request) => {
      const file = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
      if (file) asked.add(file);
    });
    await page.goto(addressOf[title]);
    await settled(page, { title });
    of.set(title, asked);
    await context.close();
  }
  return of;
}

const newVersion = (page: Page) => page.getByText("New version available. Reload");

describe("After a deploy, an open console whose code is no longer on the server", () => {
  it("switches to the new build automatically, whichever file is missing", async () => {
    const first = await firstFiles();
    const cases = readdirSync("dist/assets")
      .filter((file) => file.endsWith(".js"))
      .flatMap((file) => {
        // Files that every screen starts with are loaded in every open console.
        const from = titles.find((title) => !first.get(title)?.has(file));
        return from ? [{ file, from }] : [];
      });
    expect(cases.length).toBeGreaterThan(10);
    const wrong: string[] = [];
    const tried = some(cases, times(3, cases.length), seed);
    for (const { file, from } of tried) {
      const { page, context, complaints } = await newOperator(addressOf[from]);
      await settled(page, { title: from });
      // A new document comes from the new build, which has all of its files.
      const giveBack = takeAway(file);
      const documents = documentsOf(page, giveBack);
      for (const title of [...titles, from]) {
        await goTo(page, title)
          .then(() => settled(page, { title }))
          .catch((error: Error) => wrong.push(`${file}: ${title}: ${error.message}`));
      }
      if (documents() > 1) wrong.push(`${file}: loaded ${documents()} times`);
      wrong.push(...complaints().map((complaint) => `${file}: ${complaint}`));
      await context.close();
      giveBack();
    }
    expectNone({
      what: `Screens that did not come after a deploy, ${tried.length} missing files`,
      wrong,
    });
  });

  it("says so and reloads no more than once if the file stays missing", async () => {
    const { page } = await newOperator("/dashboard/content");
    await settled(page, { title: "Content Library" });
    const giveBack = takeAway(/\/assets\/publishing-/);
    const documents = documentsOf(page);
    await page.getByRole("link", { name: "Publishing", exact: true }).click();
    await newVersion(page).waitFor();
    // It has reloaded once automatically; now it waits for the operator, and other screens work.
    await page.waitForTimeout(1_500);
    await goTo(page, "Dashboard");
    await page.getByRole("link", { name: "Publishing", exact: true }).click();
    await newVersion(page).waitFor();
    expect(documents()).toBe(1);

    giveBack();
    await page.getByRole("button", { name: "Reload" }).click();
    await settled(page, { title: "Publishing" });
    expect(documents()).toBe(2);
  });

  it("does not reload automatically while a write is in flight", async () => {
    const { page } = await newOperator("/dashboard/content");
    await settled(page, { title: "Content Library" });
    const isTrigger = ({ path }: { path: string }) => path.includes("/trigger-group-quota/");
    running.proxy.rule(isTrigger, { kind: "delay", milliseconds: 4_000 });
    takeAway(/\/assets\/publishing-/);
    const documents = documentsOf(page);
    await region(page, "Generation Status")
      .getByRole("button", { name: "Generate text quota" })
      .click();
    await expect.poll(() => running.proxy.log.some(isTrigger)).toBe(true);
    await page.getByRole("link", { name: "Publishing", exact: true }).click();
    await newVersion(page).waitFor();
    await expect.poll(() => running.proxy.log.find(isTrigger)?.servedStatus).toBe(202);
    expect(documents()).toBe(0);
  });

  it.each([
    [
      "the search",
      /\/assets\/palette-list-/,
      "Content Library",
      "/dashboard/content",
      (page: Page) => page.keyboard.press("Control+k"),
      "Search could not be loaded.",
    ],
    [
      "a post's line",
      /\/assets\/line-chart-/,
      "Dashboard",
      "/dashboard/dashboard",
      (page: Page) =>
        page
          .getByRole("table", { name: "Posts" })
          .getByRole("row")
          .nth(1)
          .click({ position: { x: 200, y: 12 } }),
      "The chart could not be shown. The table has the same figures.",
    ],
    [
      "the mail's preview",
      /\/preview\.html/,
      "Configuration",
      "/dashboard/config?tab=newsletter",
      async () => {},
      "The preview could not be loaded.",
    ],
  ] as const)("loses only %s, and says so there", async (_, file, title, at, open, text) => {
    takeAway(file);
    const { page } = await newOperator(at);
    await settled(page, { title });
    await open(page);
    await said(page, text);
    // A dialog may cover it.
    const main = page.getByRole("navigation", { name: "Main", includeHidden: true });
    expect(await main.count()).toBe(1);
  });
});
