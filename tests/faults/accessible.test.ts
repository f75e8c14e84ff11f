import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, it } from "vitest";
import { openBrowser, violationsOn } from "../e2e/support/browser";
import { type RunningConsole, startConsole } from "../e2e/support/console";
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

type Overlay = {
  readonly name: string;
  readonly at: string;
  readonly width?: number;
  readonly open: (page: Page) => Promise<unknown>;
};

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).first().click();

const pressIn = (page: Page, panel: string, name: string | RegExp) =>
  region(page, panel).getByRole("button", { name }).first().click();

async function choose(page: Page, action: string) {
  await page.getByRole("main").getByRole("button", { name: "Actions" }).first().click();
  await page.getByRole("menuitem", { name: action }).click();
}

const configuration = "/dashboard/config";
const publishing = "/dashboard/publishing";

/** Dialogs and menus over a screen, and how each is opened. */
const overlays: readonly Overlay[] = [
  { name: "search", at: publishing, open: (page) => page.keyboard.press("Control+k") },
  { name: "shortcuts", at: publishing, open: (page) => page.keyboard.press("?") },
  {
    name: "navigation",
    at: publishing,
    width: 390,
    open: (page) => press(page, "Open navigation"),
  },
  { name: "new group", at: publishing, open: (page) => press(page, "+ New Group") },
  {
    name: "unsaved changes",
    at: publishing,
    open: async (page) => {
      await press(page, "+ New Group");
      await page.getByLabel("Group Name").fill("Zima");
      await page.keyboard.press("Escape");
    },
  },
  {
    name: "session expired",
    at: publishing,
    open: async (page) => {
      running.proxy.rule(isOfScreen, status(401));
      await pressIn(page, "Scheduler Health", "Refresh now");
    },
  },
  { name: "new item", at: "/dashboard/content?dialog=new-item", open: async () => {} },
  {
    name: "actions of an item",
    at: "/dashboard/content",
    open: (page) => pressIn(page, "Evergreen Content Pool", "Actions"),
  },
  { name: "post now", at: "/dashboard/content", open: (page) => choose(page, "Post now") },
  { name: "delete an item", at: "/dashboard/content", open: (page) => choose(page, "Delete") },
  {
    name: "a post's performance",
    at: "/dashboard/dashboard",
    open: (page) =>
      page
        .getByRole("table", { name: "Posts" })
        .getByRole("row")
        .nth(1)
        .click({ position: { x: 200, y: 12 } }),
  },
  {
    name: "preview of a pending post",
    at: publishing,
    open: async (page) => {
      await pressIn(page, "Content Approval Queue", "Preview");
      await page.getByRole("tablist", { name: "Preview on" }).waitFor();
    },
  },
  {
    name: "clear failed posts",
    at: publishing,
    open: (page) => pressIn(page, "Maintenance", "Clear failed posts"),
  },
  {
    name: "clear scheduled posts",
    at: publishing,
    open: (page) => pressIn(page, "Maintenance", "Clear scheduled posts"),
  },
  {
    name: "retry all",
    at: `${publishing}?tab=text`,
    open: (page) => pressIn(page, "Failed Posts", "Retry all"),
  },
  { name: "actions of an account", at: configuration, open: (page) => press(page, "Actions") },
  {
    name: "update credentials",
    at: configuration,
    open: (page) => choose(page, "Update credentials"),
  },
  {
    name: "clear credentials",
    at: configuration,
    open: (page) => choose(page, "Clear credentials"),
  },
  { name: "delete an account", at: configuration, open: (page) => choose(page, "Delete account") },
  {
    name: "publish directly",
    at: `${configuration}?tab=direct`,
    open: async (page) => {
      await page.getByLabel("Text content").fill("Zima je stigla.");
      await press(page, "Publish");
    },
  },
  {
    name: "remove an integration",
    at: `${configuration}?tab=integrations`,
    open: (page) => press(page, "Remove"),
  },
  {
    name: "remove a subscriber",
    at: `${configuration}?tab=newsletter`,
    open: (page) => press(page, /^Remove .+@/),
  },
  {
    name: "import subscribers",
    at: `${configuration}?tab=newsletter`,
    open: (page) => press(page, "Import CSV"),
  },
  {
    name: "starter template",
    at: `${configuration}?tab=newsletter`,
    open: async (page) => {
      await page.getByLabel("Subject template").fill("Zima je stigla.");
      await press(page, /starter template/);
    },
  },
  {
    name: "live run",
    at: `${configuration}?tab=direct#sale-rotator`,
    open: (page) => pressIn(page, "Automated Weekly Sale Rotator", "Live Run"),
  },
  {
    name: "delete a template",
    // Each has another tab: an address that differs in its hash alone would not load the page again.
    at: `${configuration}?tab=integrations#meme-templates`,
    open: (page) => pressIn(page, "Meme Template Pool Manager", "Delete"),
  },
  { name: "new template", at: `${configuration}?dialog=template`, open: async () => {} },
  {
    name: "delete a product",
    at: `${configuration}?tab=mascot#products`,
    open: (page) => pressIn(page, "Product Catalog Manager", "Delete"),
  },
  {
    name: "edit a product",
    at: `${configuration}?tab=settings#products`,
    open: (page) => pressIn(page, "Product Catalog Manager", "Edit"),
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

const isOpen = (page: Page) =>
  page.getByRole("dialog").or(page.getByRole("alertdialog")).or(page.getByRole("menu")).first();

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
    for (const { name, at, width = 1440, open } of tried) {
      const found = await lookAt(page, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(at);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
        await open(page);
        await isOpen(page).waitFor();
      });
      wrong.push(...found.map((violation) => `${name}: ${violation}`));
    }
    expectNone({ what: `axe violations, ${tried.length} dialogs and menus`, wrong });
  });
});
