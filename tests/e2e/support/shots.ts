import type { Page } from "playwright-core";
import { region } from "./screen";

/**
 * A screen as `npm run shots` and the reference images show it. Its steps lead to the same view in
 * each run.
 */
export type Shot = {
  readonly name: string;
  readonly at: string;
  /** The steps from there. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** Needs no sign-in. */
  readonly isPublic?: boolean;
  /** Reads lists, which can be empty, and fail, in a way of their own. */
  readonly hasStates?: boolean;
  /** Fills the window, so that the image is not as long as the page. */
  readonly isOverlay?: boolean;
  readonly onlyAt?: (width: number) => boolean;
};

/** The windows; `tall` is as much of a page as a reference image shows. */
export const windows = [
  { width: 1440, height: 760, tall: 1100 },
  { width: 1024, height: 760, tall: 1000 },
  { width: 390, height: 760, tall: 1000 },
] as const;

/** A Wednesday at noon, so that the week in the calendar has posts on both sides of now. */
export const timeOfShots = new Date("2026-03-04T11:20:00Z");

/** The operator's browser, the same on every machine. */
export const browserOfShots = {
  locale: "en-GB",
  timezoneId: "Europe/Belgrade",
  colorScheme: "light",
  reducedMotion: "reduce",
} as const;

const wide = (width: number) => width >= 768;
const narrow = (width: number) => width < 768;

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();

const pressIn = (page: Page, panel: string, name: string) =>
  region(page, panel).getByRole("button", { name, exact: true }).first().click();

async function choose(page: Page, action: string) {
  await page.getByRole("main").getByRole("button", { name: "Actions" }).first().click();
  await page.getByRole("menuitem", { name: action }).click();
}

const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name })).waitFor();

const content = "/dashboard/content";
const performance = "/dashboard/dashboard";
const publishing = "/dashboard/publishing";
const configuration = "/dashboard/config";

/** Every screen with its data. */
export const screens: readonly Shot[] = [
  { name: "content-library", at: content, hasStates: true },
  { name: "dashboard", at: performance, hasStates: true },
  { name: "dashboard-categories", at: `${performance}?tab=categories`, hasStates: true },
  { name: "publishing-media", at: `${publishing}?tab=media`, hasStates: true },
  { name: "publishing-text", at: `${publishing}?tab=text` },
  { name: "activity", at: "/dashboard/activity", hasStates: true },
  { name: "configuration-accounts", at: configuration, hasStates: true },
  { name: "configuration-evergreen", at: `${configuration}?tab=evergreen`, hasStates: true },
  { name: "configuration-direct", at: `${configuration}?tab=direct`, hasStates: true },
  { name: "configuration-integrations", at: `${configuration}?tab=integrations`, hasStates: true },
  { name: "configuration-mascot", at: `${configuration}?tab=mascot` },
  { name: "configuration-settings", at: `${configuration}?tab=settings` },
  {
    name: "configuration-newsletter",
    at: `${configuration}?tab=newsletter`,
    hasStates: true,
    open: (page) => page.frameLocator("iframe").locator("img").first().waitFor(),
  },
];

/** The screens that need no sign-in. */
export const publicScreens: readonly Shot[] = [
  { name: "login", at: "/login", isPublic: true },
  { name: "login-unauthorized", at: "/login?error=unauthorized", isPublic: true },
  {
    name: "identity-provider",
    at: "/login",
    isPublic: true,
    open: (page) => page.getByRole("link", { name: "Login with Discord" }).click(),
  },
];

/** Scrolls a region to the top of the window, below the header. */
const scrollTo = (page: Page, name: string) =>
  region(page, name).evaluate((element) => element.scrollIntoView());

/** Dialogs, menus and the rest that opens over a screen, and what is further down on it. */
export const overlays: readonly Shot[] = (
  [
    { name: "command-palette", at: content, open: (page) => page.keyboard.press("Control+k") },
    { name: "shortcuts", at: publishing, open: (page) => page.keyboard.press("?") },
    {
      name: "create-group",
      at: `${content}?dialog=new-group`,
      open: (page) => dialog(page, "Create New Group"),
    },
    {
      name: "new-item",
      at: `${content}?dialog=new-item`,
      open: (page) => dialog(page, "New content item"),
    },
    {
      name: "item-actions",
      at: content,
      open: (page) =>
        page.getByRole("main").getByRole("button", { name: "Actions" }).first().click(),
    },
    {
      name: "post-now",
      at: content,
      open: async (page) => {
        await choose(page, "Post now");
        await dialog(page, /Post now/);
      },
    },
    {
      name: "dashboard-post",
      at: performance,
      open: async (page) => {
        const posts = page.getByRole("table", { name: "Posts" });
        await posts
          .getByRole("row")
          .nth(1)
          .click({ position: { x: 200, y: 12 } });
        await dialog(page, "Post performance");
      },
    },
    {
      name: "post-preview",
      at: publishing,
      open: async (page) => {
        await pressIn(page, "Content Approval Queue", "Preview");
        await page.getByRole("tablist", { name: "Preview on" }).waitFor();
      },
    },
    {
      name: "approve-post",
      at: publishing,
      open: async (page) => {
        await pressIn(page, "Content Approval Queue", "Approve…");
        await dialog(page, /Approve post/);
      },
    },
    {
      name: "publishing-calendar",
      at: `${publishing}?view=calendar`,
      open: (page) => scrollTo(page, "Upcoming Scheduled Posts"),
    },
    { name: "queue-approved", at: `${publishing}?status=approved` },
    { name: "dashboard-by-account", at: `${performance}?grouped=false` },
    {
      name: "dashboard-open-group",
      at: performance,
      open: (page) =>
        page
          .getByRole("button", { name: / accounts$/ })
          .first()
          .click(),
    },
    {
      name: "add-template",
      at: `${configuration}?dialog=template`,
      open: (page) => dialog(page, "New template"),
    },
    { name: "not-found", at: "/dashboard/nowhere" },
    {
      name: "publishing-failed",
      at: `${publishing}?tab=text`,
      open: (page) => scrollTo(page, "Failed Posts"),
    },
    {
      name: "clear-scheduled-posts",
      at: publishing,
      open: (page) => pressIn(page, "Maintenance", "Clear scheduled posts"),
    },
    {
      name: "add-account",
      at: `${configuration}?dialog=add-account`,
      open: (page) => dialog(page, "Add account"),
    },
    {
      name: "add-category",
      at: `${configuration}?tab=evergreen&dialog=add-category`,
      open: (page) => dialog(page, "Add category"),
    },
    {
      name: "add-product",
      at: `${configuration}?dialog=product`,
      open: (page) => dialog(page, "Add New Product"),
    },
    {
      name: "sale-rotator",
      at: `${configuration}#sale-rotator`,
      open: (page) => scrollTo(page, "Automated Weekly Sale Rotator"),
    },
    {
      name: "meme-templates",
      at: `${configuration}#meme-templates`,
      open: (page) => scrollTo(page, "Meme Template Pool Manager"),
    },
    {
      name: "products",
      at: `${configuration}#products`,
      open: (page) => scrollTo(page, "Product Catalog Manager"),
    },
    {
      name: "update-credentials",
      at: configuration,
      open: async (page) => {
        await choose(page, "Update credentials");
        await dialog(page, /credentials/i);
      },
    },
    {
      name: "sidebar-collapsed",
      at: content,
      onlyAt: wide,
      open: async (page) => {
        await press(page, "Collapse");
        await page.getByRole("link", { name: "Publishing" }).hover();
      },
    },
    {
      name: "drawer-open",
      at: content,
      onlyAt: narrow,
      open: (page) => press(page, "Open navigation"),
    },
  ] satisfies Shot[]
).map((shot) => ({ ...shot, isOverlay: true }));
