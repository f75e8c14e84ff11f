import type { Page } from "playwright-core";
import { region } from "./screen";

export type Overlay = {
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

/** Dialogs and menus over a screen, and how each is opened: in a window of this width, or of 1440 px. */
export const overlays: readonly Overlay[] = [
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
  { name: "new item", at: "/dashboard/content?dialog=new-item", open: async () => {} },
  {
    name: "actions of an item",
    at: "/dashboard/content",
    open: (page) => pressIn(page, "Evergreen Content Pool", "Actions"),
  },
  { name: "edit an item", at: "/dashboard/content", open: (page) => choose(page, "Edit") },
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
    name: "approve a post",
    at: publishing,
    open: (page) => pressIn(page, "Content Approval Queue", "Approve…"),
  },
  {
    name: "reschedule a post",
    at: `${publishing}?tab=text`,
    open: async (page) => {
      await pressIn(page, "Upcoming Scheduled Posts", /^Actions for post on /);
      await page.getByRole("menuitem", { name: "Reschedule…" }).click();
      await page.getByRole("dialog", { name: "Reschedule post" }).waitFor();
    },
  },
  {
    name: "edit a failed post",
    at: `${publishing}?tab=text`,
    open: (page) => pressIn(page, "Failed Posts", "Edit"),
  },
  { name: "add an account", at: `${configuration}?dialog=add-account`, open: async () => {} },
  {
    name: "add a category",
    at: `${configuration}?tab=evergreen&dialog=add-category`,
    open: async () => {},
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
    open: (page) => pressIn(page, "Automated Weekly Sale Rotator", /^Live Run$/),
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

/** The dialog or menu that is open. */
const openOverlay = (page: Page) =>
  page.getByRole("dialog").or(page.getByRole("alertdialog")).or(page.getByRole("menu")).first();

/** Shows a screen in a window of this size, and opens what lies over it. */
export async function openOver(page: Page, { at, width = 1440, open }: Overlay) {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(at);
  // A dialog that the address opens hides the heading from assistive technology.
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await open(page);
  await openOverlay(page).waitFor();
}
