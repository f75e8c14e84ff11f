import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium } from "../../scripts/lib/chromium.mjs";
import { type RunningConsole, startConsole } from "./support/console";
import { serveKit } from "./support/kit-server";
import {
  beginUpdate,
  chromiumOfReferences,
  differenceOf,
  isUpdating,
  namesOfReferences,
  otherChromium,
  pixelsOf,
  readReference,
  sameChromium,
  showDifference,
  writeReference,
} from "./support/reference-image";
import { hold, ofScreens } from "./support/screen";
import {
  browserOfShots,
  overlays,
  publicScreens,
  type Shot,
  screens,
  timeOfShots,
  windows,
} from "./support/shots";

let browser: Browser;
let context: BrowserContext;
let running: RunningConsole;
let emptyConsole: RunningConsole;
let kit: Awaited<ReturnType<typeof serveKit>>;
let limits = sameChromium;

beforeAll(async () => {
  [browser, running, emptyConsole, kit] = await Promise.all([
    launchChromium(["--force-color-profile=srgb", "--font-render-hinting=none"]),
    startConsole({ seed: true, speed: 1, at: timeOfShots }),
    startConsole({ at: timeOfShots }),
    serveKit(),
  ]);
  await emptyConsole.write("publishing/account-groups", { name: "Nova grupa", description: null });
  context = await browser.newContext({
    ...browserOfShots,
    baseURL: running.address,
    // The policy would refuse the styles by which Playwright stops animations and hides carets.
    bypassCSP: true,
  });
  context.setDefaultTimeout(30_000);
  await context.clock.setFixedTime(timeOfShots);
  if (isUpdating) await beginUpdate(browser.version(), names);
  const madeWith = await chromiumOfReferences();
  const major = (version: string) => version.split(".")[0];
  if (major(madeWith) !== major(browser.version())) {
    limits = otherChromium;
    process.stderr.write(
      `\nThe reference images were made with Chromium ${madeWith}, and this is ${browser.version()}: they are compared with a wider tolerance. 'npm run images:update' makes them with this one.\n`,
    );
  }
});
afterAll(async () => {
  await browser.close();
  await Promise.all([running.stop(), emptyConsole.stop(), kit.stop()]);
});

type State = {
  readonly suffix: string;
  readonly server: () => RunningConsole;
  /** The steps before the screen is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly isLoading?: true;
};

const loaded: State = { suffix: "", server: () => running };
const otherStates: readonly State[] = [
  { suffix: "-empty", server: () => emptyConsole },
  {
    suffix: "-failed",
    server: () => running,
    prepare: (page) => page.route(ofScreens, (route) => route.fulfill({ status: 500 })),
  },
  {
    suffix: "-loading",
    server: () => running,
    prepare: (page) => hold(page, ofScreens),
    isLoading: true,
  },
];

const stateful = screens.filter(({ hasStates }) => hasStates);
const groups: readonly (readonly [string, readonly Shot[], State])[] = [
  ["Every screen", [...publicScreens, ...screens], loaded],
  ...otherStates.map(
    (state) => [`Every screen that is ${state.suffix.slice(1)}`, stateful, state] as const,
  ),
  ["Everything over or below that", overlays, loaded],
];

const windowsOf = ({ onlyAt }: Pick<Shot, "onlyAt">) =>
  windows.filter(({ width }) => onlyAt?.(width) ?? true);

/** The names of all reference images. */
const names = [
  ...groups.flatMap(([, shots, { suffix }]) =>
    shots.flatMap((shot) => windowsOf(shot).map(({ width }) => `${shot.name}${suffix}-${width}`)),
  ),
  ...windows.map(({ width }) => `kit-${width}`),
];

for (const [title, shots, state] of groups) {
  describe(`${title} looks as in its reference images`, () => {
    it.each(shots.map((shot) => ({ shot, name: shot.name + state.suffix })))(
      "$name",
      async ({ shot, name }) => {
        const differences: string[] = [];
        let page: Page | undefined;
        for (const { width, height, tall } of windowsOf(shot)) {
          const viewport = { width, height: shot.isOverlay || state !== loaded ? height : tall };
          // A screen follows its window; a menu is opened where the window shows it.
          if (page && !shot.isOverlay) await page.setViewportSize(viewport);
          else {
            await page?.close();
            page = await openShot(shot, state, viewport);
          }
          differences.push(...(await check(page, `${name}-${width}`, state)));
        }
        await page?.close();
        expect(differences).toEqual([]);
      },
    );
  });
}

describe("The kit looks as in its reference images", () => {
  it("kit", async () => {
    const differences: string[] = [];
    const page = await openKit();
    for (const { width } of windows) {
      await page.setViewportSize({ width, height: 800 });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
      differences.push(...(await check(page, `kit-${width}`, busyForEver)));
    }
    await page.close();
    expect(differences).toEqual([]);
  });

  it.each([
    ["padding of the buttons", "button { padding-inline: 14px !important }"],
    [
      "colour of the main buttons",
      "button[data-variant=primary] { background: #e3cf9d !important }",
    ],
    ["colour of the meta texts", ".meta { color: #b0b8bd !important }"],
    ["height of the table's rows", "td { height: 42px !important }"],
  ])("which differs in one %s", async (_what, style) => {
    const page = await openKit();
    await settled(page, busyForEver);
    const before = await pixelsOf(await page.screenshot());
    await page.addStyleTag({ content: style });
    const after = await page.screenshot();
    await page.close();
    expect(await differenceOf(before, after, sameChromium)).toBeDefined();
  });
});

describe("The reference images", () => {
  it("are all of a screen that there is", async () => {
    expect((await namesOfReferences()).filter((name) => !names.includes(name))).toEqual([]);
  });
});

/** The kit shows parts that are busy for ever. */
const busyForEver: State = { ...loaded, isLoading: true };

async function openKit(): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 2200 });
  await page.goto(kit.address);
  await page.getByRole("heading", { name: "The kit" }).waitFor();
  return page;
}

async function openShot(shot: Shot, state: State, viewport: { width: number; height: number }) {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  const server = state.server();
  await page.addInitScript(startAsNew, shot.isPublic ? undefined : server.token);
  await state.prepare?.(page);
  await page.goto(new URL(shot.at, server.address).href);
  // Not by its role: a dialog that the address opens hides the page from screen readers.
  await page.locator("h1").first().waitFor();
  await settled(page, state);
  if (state !== loaded) return page;
  // The sidebar's counts come last, and a narrow window has no sidebar.
  if (!shot.isPublic && viewport.width >= 768) {
    const counts = page.getByText(/^\d+ to approve, \d+ failed$/).first();
    await counts.waitFor({ state: "attached" });
  }
  await shot.open?.(page);
  return page;
}

/** Runs in the page. Nothing that an earlier shot has stored, such as a folded sidebar, is left. */
function startAsNew(token: string | undefined) {
  // The frame of the mail preview has an opaque origin and no storage.
  if (window.origin === "null" || sessionStorage.getItem("isNew")) return;
  localStorage.clear();
  if (token) localStorage.setItem("accessToken", token);
  sessionStorage.setItem("isNew", "no");
}

/** Waits until everything has loaded that the window shows. */
async function settled(page: Page, { isLoading }: State) {
  if (!isLoading) {
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  }
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
    ),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** The time in milliseconds after which a screen that differs has its final look. */
const patience = 3_000;

/** Toasts go by themselves, whenever their time is over. Fonts of the machine are not the console's. */
const style = `
  [role=region][aria-label^="Notifications"] { visibility: hidden }
  :root { --font-mono: "Inter Variable" !important }
`;

/** Takes a screenshot without what the browser decides: a mail's fonts in its frame, a video's controls. */
const shoot = (page: Page) =>
  page.screenshot({ style, mask: [page.locator("iframe, video[controls]")], maskColor: "#808080" });

/** Compares the page with its reference, or replaces that. @returns what differs, in words */
async function check(page: Page, name: string, state: State): Promise<string[]> {
  await settled(page, state);
  const reference = isUpdating ? undefined : await readReference(name);
  const begun = performance.now();
  let screenshot = await shoot(page);
  for (;;) {
    const difference = reference && (await differenceOf(reference, screenshot, limits));
    if (reference && !difference) return [];
    await sleep(250);
    await settled(page, state);
    const next = await shoot(page);
    const isStill = next.equals(screenshot);
    screenshot = next;
    if (!isStill) continue;
    if (isUpdating) {
      await writeReference(name, screenshot);
      return [];
    }
    if (!reference) return [`${name}: no reference; 'npm run images:update' makes it`];
    if (performance.now() - begun < patience) continue;
    const folder = await showDifference(name, screenshot);
    return [`${name}: ${difference}; see ${folder}/${name}-*.png`];
  }
}
