import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAccount, addBrand, type Row, scheduledOf } from "./support/brand";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { arrowTo, byKeyboard, hasFocus, type InputDevice, tabTo } from "./support/input-device";
import { entry, region, said } from "./support/screen";
import { patiently } from "./support/uncovered";

type Named = Row & { name: string };

const brand = "Jesenja kolekcija";
const doomed = "Za brisanje";
const texts = ["Pomeri me.", "Otkaži me.", "Objavi me.", "Odobri me.", "Ostavi me."] as const;

let running: RunningConsole;
let group: number;
/** The post of each text. */
const posts = new Map<string, number>();

beforeAll(async () => {
  // Nothing goes out meanwhile: a post is due at the earliest ten minutes after its approval.
  running = await startConsole({ seed: true, speed: 1 });
  const made = await addBrand(running, brand, ["jesenja.bsky.social"], texts);
  group = made.id;
  for (const [place, text] of texts.entries()) posts.set(text, made.posts[place] ?? 0);
  const { id } = await running.write<Row>("publishing/account-groups", { name: doomed });
  for (const name of ["prvi", "drugi"]) await addAccount(running, id, `${name}.bsky.social`);
  for (const text of texts.slice(0, 3)) {
    await running.write(`publishing/content-queue/${posts.get(text)}/approve`);
  }
  // Only now, so that each of these has one scheduled post.
  await addAccount(running, group, "kisa.bsky.social");
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const scheduledPostsOf = (text: string) => scheduledOf(running, posts.get(text));
const groups = () => running.read<Named[]>("publishing/account-groups");
const groupOf = async (name: string) => (await groups()).find((one) => one.name === name)?.id;
const products = () => running.read<Named[]>("admin/products/");

/** Far from now, so that the time is still to come when the test runs. */
const time = "2036-11-21T17:45";

const cardOf = (page: Page, text: string) =>
  region(page, "Content Approval Queue").locator(`[data-post="${posts.get(text)}"]`);
const menuOf = (page: Page, text: string) =>
  entry(region(page, "Upcoming Scheduled Posts"), text)
    .getByRole("button", { name: /^Actions for post on / })
    .first();
const actionsOf = (page: Page, account: string) =>
  page
    .getByRole("tabpanel")
    .getByRole("listitem")
    .filter({ hasText: account })
    .getByRole("button", { name: "Actions" });
const deletesOf = (page: Page) =>
  region(page, "Product Catalog Manager").getByRole("button", { name: /^Delete/ });
const button = (place: Page | Locator, name: string) =>
  place.getByRole("button", { name, exact: true });
const text = (dialog: Locator, name: string | RegExp) => dialog.getByRole("textbox", { name });
const cancelIn = (dialog: Locator) => button(dialog, "Cancel");

type Key = "Enter" | "Space";

type DialogRow = {
  /** The address of the screen. */
  readonly at: () => string | Promise<string>;
  /** Makes the screen show the opener. */
  readonly prepare?: (page: Page, input: InputDevice) => Promise<void>;
  /** The control that has the focus before, and again afterwards. */
  readonly opener: (page: Page) => Locator;
  /** The item of the menu that the opener opens. */
  readonly item?: string;
  /** The steps from the opener to the dialog, if the pressed key alone does not lead there. */
  readonly open?: (page: Page, input: InputDevice) => Promise<void>;
  readonly dialog: (page: Page) => Locator;
  /** The control that gets the focus; by default the dialog itself. */
  readonly begins?: (dialog: Locator) => Locator;
  /** Does what the dialog is for, and sees the effect. */
  readonly act?: (page: Page, input: InputDevice, dialog: Locator) => Promise<void>;
  /** The control that has the focus after the act. */
  readonly after?: (page: Page) => Locator;
};

const ownPosts = () => `/dashboard/publishing?tab=text&of=group&group=${group}`;
const ownTab = (tab: string) => () => `/dashboard/config?tab=${tab}&group=${group}`;
const doomedTab = (tab: string) => async () =>
  `/dashboard/config?tab=${tab}&group=${await groupOf(doomed)}`;
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole("dialog", { name });
const question = (name: string | RegExp) => (page: Page) => page.getByRole("alertdialog", { name });

const rows: Readonly<Record<string, DialogRow>> = {
  "Approve…": {
    at: ownPosts,
    opener: (page) => button(cardOf(page, "Odobri me."), "Approve…"),
    dialog: dialog(/^Approve post #/),
    begins: (approval) => approval.getByRole("checkbox").first(),
    act: async (_page, input, approval) => {
      await input.toggle(approval.getByRole("checkbox", { name: /kisa\.bsky\.social/ }));
      await input.choose(approval.getByRole("radiogroup", { name: "Publish at" }), "Date and time");
      await input.setTime(approval.locator("input[type=datetime-local]"), time);
      await input.press(button(approval, "Approve"));
      await approval.waitFor({ state: "hidden" });
      await expect
        .poll(() => scheduledPostsOf("Odobri me."), patiently)
        .toMatchObject([
          {
            publish_at: new Date(time).toISOString(),
            social_account: { platform_username: "jesenja.bsky.social" },
          },
        ]);
    },
    after: (page) => cardOf(page, "Ostavi me."),
  },
  Preview: {
    at: ownPosts,
    opener: (page) => button(cardOf(page, "Ostavi me."), "Preview"),
    dialog: dialog(/^Preview of post #/),
  },
  "Reschedule…": {
    at: ownPosts,
    opener: (page) => menuOf(page, "Pomeri me."),
    item: "Reschedule…",
    dialog: dialog("Reschedule post"),
    begins: (reschedule) => reschedule.getByLabel("Publish at"),
    act: async (_page, input, reschedule) => {
      await input.setTime(reschedule.getByLabel("Publish at"), time);
      await input.press(button(reschedule, "Reschedule"));
      await reschedule.waitFor({ state: "hidden" });
      await expect
        .poll(() => scheduledPostsOf("Pomeri me."), patiently)
        .toMatchObject([{ publish_at: new Date(time).toISOString() }]);
    },
    after: (page) => menuOf(page, "Pomeri me."),
  },
  "Reschedule… of an open post": {
    at: ownPosts,
    opener: (page) => menuOf(page, "Pomeri me."),
    item: "Open",
    open: async (page, input) => {
      await input.press(button(dialog(/^Post #/)(page), "Reschedule…"));
    },
    dialog: dialog("Reschedule post"),
    begins: (reschedule) => reschedule.getByLabel("Publish at"),
  },
  "Cancel post…": {
    at: ownPosts,
    opener: (page) => menuOf(page, "Otkaži me."),
    item: "Cancel post…",
    dialog: question("Cancel this post?"),
    begins: (asked) => button(asked, "Keep post"),
    act: async (page, input, asked) => {
      await input.press(button(asked, "Cancel post"));
      await asked.waitFor({ state: "hidden" });
      await expect.poll(() => scheduledPostsOf("Otkaži me."), patiently).toEqual([]);
      await menuOf(page, "Otkaži me.").waitFor({ state: "detached" });
    },
  },
  "Publish now…": {
    at: ownPosts,
    opener: (page) => menuOf(page, "Objavi me."),
    item: "Publish now…",
    dialog: question("Publish this post now?"),
    begins: cancelIn,
    act: async (page, input, asked) => {
      await input.press(button(asked, "Publish now"));
      await asked.waitFor({ state: "hidden" });
      await expect.poll(() => scheduledPostsOf("Objavi me."), patiently).toEqual([]);
      await menuOf(page, "Objavi me.").waitFor({ state: "detached" });
    },
  },
  "Run daily planner": {
    at: ownPosts,
    opener: (page) => button(region(page, "Maintenance"), "Run daily planner"),
    dialog: question("Run the daily planner?"),
    begins: cancelIn,
    act: async (page, input, asked) => {
      await input.press(button(asked, "Run daily planner"));
      await said(page, /planner is queued/);
    },
    after: (page) => button(region(page, "Maintenance"), "Run daily planner"),
  },
  "Clear failed posts": {
    at: ownPosts,
    opener: (page) => button(region(page, "Maintenance"), "Clear failed posts"),
    dialog: question("Clear failed posts of all groups?"),
    begins: cancelIn,
  },
  "Edit of a failed post": {
    at: () => "/dashboard/publishing?tab=text",
    opener: (page) => button(region(page, "Failed Posts"), "Edit").first(),
    dialog: dialog("Edit post"),
    begins: (editor) => text(editor, "Text"),
    act: async (page, input, editor) => {
      await input.write(text(editor, "Text"), "Kratko.");
      await input.press(button(editor, "Save"));
      await said(page, "Post saved.");
      await editor.waitFor({ state: "hidden" });
    },
    after: (page) => button(region(page, "Failed Posts"), "Edit").first(),
  },
  "Retry of a failed post": {
    at: () => "/dashboard/publishing?tab=text",
    opener: (page) => button(region(page, "Failed Posts"), "Retry").first(),
    dialog: question(/^Retry post #/),
    begins: cancelIn,
    act: async (page, input, asked) => {
      await input.press(button(asked, "Retry"));
      await said(page, "The post is queued again.");
    },
  },
  "Retry all": {
    at: () => "/dashboard/publishing?tab=text",
    opener: (page) => button(region(page, "Failed Posts"), "Retry all"),
    dialog: question(/^Retry \d+ failed posts\?$/),
    begins: cancelIn,
  },
  "The enlarged image, from its button": {
    at: () => "/dashboard/publishing",
    opener: (page) =>
      region(page, "Content Approval Queue")
        .getByRole("button", { name: "Image of the post" })
        .first(),
    dialog: dialog(/^Post #/),
  },
  "Generate and Approve": {
    at: () => `/dashboard/content?group=${group}`,
    prepare: async (page, input) => {
      await input.press(button(page, "Show AI Content Generator"));
      const form = page.getByRole("form", { name: "AI Content Generator" });
      await tabTo(page, form.getByLabel("Content category"));
      await page.keyboard.press("ArrowDown");
      await input.write(text(form, "Post text"), "Novo danas.");
    },
    opener: (page) =>
      button(page.getByRole("form", { name: "AI Content Generator" }), "Generate and Approve"),
    dialog: question("Generate and approve this post?"),
    begins: cancelIn,
    act: async (page, input, asked) => {
      await input.press(button(asked, "Generate and Approve"));
      await asked.waitFor({ state: "hidden" });
      await said(page, "Generation started.");
    },
    after: (page) =>
      button(page.getByRole("form", { name: "AI Content Generator" }), "Generate and Approve"),
  },
  "New item": {
    at: () => "/dashboard/content",
    opener: (page) => button(page, "New item"),
    dialog: dialog("New content item"),
    begins: (form) => text(form, "Text content"),
    act: async (page, input, form) => {
      await input.write(text(form, "Text content"), "Nova stavka za zimu.");
      await input.press(button(form, "Create item"));
      await form.waitFor({ state: "hidden" });
      await said(page, "Nova stavka za zimu.");
    },
    after: (page) => button(page, "New item"),
  },
  "Add account": {
    at: ownTab("accounts"),
    opener: (page) => button(page, "Add account"),
    dialog: dialog("Add account"),
    begins: (form) => form.getByLabel("Platform"),
    act: async (page, input, form) => {
      await input.write(text(form, "Username"), "sneg.example.com");
      await input.press(button(form, "Add account"));
      await form.waitFor({ state: "hidden" });
      await actionsOf(page, "sneg.example.com").waitFor();
    },
    after: (page) => button(page, "Add account"),
  },
  "Add category": {
    at: ownTab("evergreen"),
    opener: (page) => button(page, "Add category"),
    dialog: dialog("Add category"),
    begins: (form) => text(form, "Name"),
    act: async (page, input, form) => {
      await input.write(text(form, "Name"), "Vesti o snegu");
      await input.press(button(form, "Add category"));
      await form.waitFor({ state: "hidden" });
      await button(page, "Edit Vesti o snegu").waitFor();
    },
    after: (page) => button(page, "Add category"),
  },
  "Direct Publishing": {
    at: ownTab("direct"),
    prepare: (page, input) =>
      input.write(text(page.getByRole("tabpanel"), "Text content"), "Danas do 18 h."),
    opener: (page) => button(page.getByRole("tabpanel"), "Publish"),
    dialog: question(/^Publish on \d accounts\?$/),
    begins: cancelIn,
  },
  "Restore original prices…": {
    at: () => "/dashboard/config#sale-rotator",
    opener: (page) => button(page, "Restore original prices…"),
    dialog: question("Restore Original Prices"),
    begins: cancelIn,
    act: async (page, input, asked) => {
      await input.press(button(asked, "Yes, Restore"));
      await said(page, "Original prices restored successfully!");
    },
    after: (page) => button(page, "Restore original prices…"),
  },
  "Delete product": {
    at: () => `${ownTab("settings")()}#products`,
    opener: (page) => deletesOf(page).first(),
    dialog: question("Are you sure you want to delete this product?"),
    begins: cancelIn,
    act: async (_page, input, asked) => {
      const { length } = await products();
      await input.press(button(asked, "Delete"));
      await asked.waitFor({ state: "hidden" });
      expect(await products()).toHaveLength(length - 1);
    },
    after: (page) =>
      page
        .getByRole("region", { name: /^Existing Products/ })
        .getByRole("listitem")
        .first(),
  },
  "Delete account": {
    at: doomedTab("accounts"),
    opener: (page) => actionsOf(page, "prvi.bsky.social"),
    item: "Delete account",
    dialog: question("Delete prvi.bsky.social?"),
    begins: cancelIn,
    act: async (_page, input, asked) => {
      await input.press(button(asked, "Delete account"));
      await asked.waitFor({ state: "hidden" });
      const left = await running.read<Row[]>(
        `publishing/account-groups/${await groupOf(doomed)}/accounts`,
      );
      expect(left).toHaveLength(1);
    },
    after: (page) => actionsOf(page, "drugi.bsky.social"),
  },
  "Delete group…": {
    at: doomedTab("settings"),
    opener: (page) => button(page, "Delete group…"),
    dialog: dialog(`Delete ${doomed}?`),
    begins: (form) => text(form, "Type the group's name to confirm"),
    act: async (_page, input, form) => {
      await input.write(text(form, "Type the group's name to confirm"), doomed);
      await input.press(button(form, "Delete group"));
      await form.waitFor({ state: "hidden" });
      expect((await groups()).map(({ name }) => name)).not.toContain(doomed);
    },
  },
  "New Group": {
    at: ownPosts,
    opener: (page) => button(page, "+ New Group"),
    dialog: dialog("Create New Group"),
    begins: (form) => text(form, "Group Name"),
    act: async (_page, input, form) => {
      await input.write(text(form, "Group Name"), "Letnja kolekcija 2");
      await input.press(button(form, "Create Group"));
      await form.waitFor({ state: "hidden" });
      expect((await groups()).map(({ name }) => name)).toContain("Letnja kolekcija 2");
    },
    after: (page) => button(page, "+ New Group"),
  },
};

/** The dialogs that a key opens from wherever the focus is. */
const byShortcut: Readonly<Record<string, DialogRow & { open: NonNullable<DialogRow["open"]> }>> = {
  "The palette": {
    at: ownPosts,
    opener: (page) => button(page, "Refresh now"),
    open: (page) => page.keyboard.press("Control+k"),
    dialog: dialog("Search or jump to…"),
    begins: (palette) => palette.getByRole("combobox"),
  },
  "New Group in the palette": {
    at: ownPosts,
    opener: (page) => button(page, "Refresh now"),
    open: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("New Group");
      await page.getByRole("option", { name: "New Group", selected: true }).waitFor();
      await page.keyboard.press("Enter");
    },
    dialog: dialog("Create New Group"),
    begins: (form) => text(form, "Group Name"),
  },
  "The list of shortcuts": {
    at: ownPosts,
    opener: (page) => button(page, "Refresh now"),
    open: (page) => page.keyboard.press("?"),
    dialog: dialog("Keyboard shortcuts"),
  },
  "The enlarged image, from its card": {
    at: () => "/dashboard/publishing",
    opener: (page) => region(page, "Content Approval Queue").locator("[data-post]").first(),
    open: (page) => page.keyboard.press("Enter"),
    dialog: dialog(/^Post #/),
  },
};

const focuses = (target: Locator) => expect.poll(() => hasFocus(target), patiently).toBe(true);

/** Presses Tab until it is back at the beginning. The dialog's elements are in the order of Tab. */
async function expectTabStaysIn(page: Page, shown: Locator) {
  const place = () =>
    shown.evaluate((dialog) => {
      const { activeElement } = document;
      return activeElement && [...dialog.querySelectorAll("*")].indexOf(activeElement);
    });
  let last = -1;
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    const next = (await place()) ?? -1;
    expect(next, "Tab leaves the dialog.").toBeGreaterThanOrEqual(0);
    if (next < last) break;
    last = next;
  }
  // To the last control, from which Esc has to work as well.
  await page.keyboard.press("Shift+Tab");
  expect(await place(), "Shift+Tab leaves the dialog.").toBeGreaterThanOrEqual(0);
}

async function openBy(key: Key, row: DialogRow, page: Page, input: InputDevice) {
  const opener = row.opener(page);
  await tabTo(page, opener);
  await page.keyboard.press(key);
  if (row.item) {
    const item = page.getByRole("menuitem", { name: row.item, exact: true });
    await item.waitFor();
    await arrowTo(page, item, "ArrowDown");
    await page.keyboard.press(key);
  }
  await row.open?.(page, input);
}

/** Opens, walks through and closes the dialog. */
async function expectUsable(row: DialogRow, page: Page, open: () => Promise<void>) {
  const shown = row.dialog(page);
  await open();
  await shown.waitFor();
  await focuses(row.begins?.(shown) ?? shown);
  await expectTabStaysIn(page, shown);
  await page.keyboard.press("Escape");
  await shown.waitFor({ state: "hidden" });
  expect(await page.locator("[role=dialog], [role=alertdialog]").count()).toBe(0);
  await focuses(row.opener(page));
  // A press that comes sooner counts as part of a double click.
  await page.waitForTimeout(500);
}

describe("By keyboard alone", () => {
  it.each(Object.entries(rows))("%s", async (_name, row) => {
    const { page, forgive } = await newOperator({ at: await row.at() });
    // A group may be deleted while the screen still reads parts of it.
    forgive(/status of 404/);
    const input = byKeyboard(page);
    await row.prepare?.(page, input);
    await expectUsable(row, page, () => openBy("Enter", row, page, input));
    if (!row.act) return;
    const shown = row.dialog(page);
    await openBy("Space", row, page, input);
    await focuses(row.begins?.(shown) ?? shown);
    await row.act(page, input, shown);
    await shown.waitFor({ state: "hidden" });
    if (row.after) await focuses(row.after(page));
    // Lost focus would begin again at the top of the page.
    await expect.poll(() => hasFocus(page.locator("body")), patiently).toBe(false);
  });

  it.each(Object.entries(byShortcut))("%s", async (_name, row) => {
    const { page } = await newOperator({ at: await row.at() });
    const input = byKeyboard(page);
    const opener = row.opener(page);
    await opener.waitFor();
    const isCard = (await opener.getAttribute("data-post")) !== null;
    await expectUsable(row, page, async () => {
      if (isCard) await page.keyboard.press("j");
      else await tabTo(page, opener);
      await focuses(opener);
      await row.open(page, input);
    });
  });

  it("Session expired", async () => {
    const { page, forgive } = await newOperator({ at: ownPosts() });
    forgive(/status of 401|SafeError: .+: (401|session)/);
    const input = byKeyboard(page);
    await tabTo(page, button(page, "Refresh now"));
    await page.route(/api\/v1\//, (route) =>
      route.fulfill({ status: 401, json: { detail: "Not authenticated" } }),
    );
    await page.keyboard.press("Enter");
    const expired = dialog("Session expired")(page);
    const signIn = expired.getByRole("link", { name: "Sign in again" });
    await focuses(signIn);
    await expectTabStaysIn(page, expired);
    await page.keyboard.press("Escape");
    await page.unroute(/api\/v1\//);
    await input.press(signIn);
    await button(page, "Continue as Administrator").waitFor();
  });
});
