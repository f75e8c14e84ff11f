import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { alter, overflow, refuse, region, said } from "./support/screen";
import { expectAccessibleUncovered, patiently } from "./support/uncovered";

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const imageUrl = "https://zima.example.com/slika.png";

/** The pool of templates and the catalog of products: both are a list with one dialog. */
const managers = [
  {
    title: "Meme Template Pool Manager",
    id: "meme-templates",
    add: "Add template",
    addTitle: "New template",
    folded: "No templates yet.",
    calls: /admin\/meme-templates\//,
    path: "admin/meme-templates/",
    form: "Meme template",
    name: "Name",
    fields: {
      "Image URL": imageUrl,
      "Usage explanation": "Лево пре, десно после.",
      "Humor explanation": "Зато што је тако.",
    },
    badUrl: "Image URL",
    badUrlRefusal: "Image URL must start with http://, https:// or /.",
    create: "Create Template",
    update: "Update Template",
    createFailure: "Failed to create or update template.",
    updateFailure: "Failed to create or update template.",
    question: (name: string) => `Delete ${name}?`,
    deleteFailure: "Failed to delete template.",
    none: "No meme templates yet",
  },
  {
    title: "Product Catalog Manager",
    id: "products",
    add: "Add product",
    addTitle: "Add New Product",
    folded: "No products yet.",
    calls: /admin\/products\//,
    path: "admin/products/",
    form: "Product",
    name: "Product name",
    fields: { "Product image URL": imageUrl, Description: "Плетен од мерино вуне. ".repeat(9) },
    badUrl: "Call to action URL",
    badUrlRefusal: "Call-to-action URL must start with http:// or https://.",
    create: "Create Product",
    update: "Update Product",
    createFailure: "Failed to create product.",
    updateFailure: "Failed to update product.",
    question: () => "Are you sure you want to delete this product?",
    deleteFailure: "Failed to delete product.",
    none: "The catalog has no products yet.",
  },
] as const;

describe.each(managers)("$title", (manager) => {
  async function open(width = 1440) {
    const operator = await newOperator({ at: `/dashboard/config#${manager.id}`, width });
    const { page } = operator;
    const part = region(page, manager.title);
    const form = page.getByRole("form", { name: manager.form });
    return {
      ...operator,
      part,
      form,
      press: (name: string) => form.getByRole("button", { name, exact: true }).click(),
      add: async () => {
        await part.getByRole("button", { name: manager.add }).click();
        await page.getByRole("dialog", { name: manager.addTitle }).waitFor();
      },
      card: (name: string) => part.getByRole("listitem").filter({ hasText: name }),
      stored: () => running.read<{ id: number; name: string }[]>(manager.path),
    };
  }

  async function fill(form: Awaited<ReturnType<typeof open>>["form"], name: string) {
    await form.getByLabel(manager.name, { exact: true }).fill(name);
    for (const [label, text] of Object.entries(manager.fields)) {
      await form.getByLabel(label).fill(text);
    }
  }

  it("adds, changes and deletes, and keeps the typed text when a call is refused", async () => {
    const { page, part, form, press, add, card, forgive, stored } = await open();
    // No server answers at the image URLs.
    forgive(/status of 4\d\d|ERR_|SafeError: .+: 4\d\d/);
    await part.getByText(manager.none).waitFor();
    await expectAccessible(page);
    await add();
    await expectAccessible(page);
    await press(manager.create);
    await form
      .getByText(/ is required\.$/)
      .first()
      .waitFor();
    await fill(form, "Зимски шал");
    await form.getByLabel(manager.badUrl).fill("slika");
    await press(manager.create);
    await form.getByText(manager.badUrlRefusal).waitFor();
    await expectAccessible(page);
    await form.getByLabel(manager.badUrl).fill(imageUrl);

    const letCreate = await refuse(page, manager.calls, "Not today.");
    await press(manager.create);
    await said(page, manager.createFailure);
    const name = form.getByLabel(manager.name, { exact: true });
    expect(await name.inputValue()).toBe("Зимски шал");
    // The toast may cover fields, which axe would take for too small.
    await expect.poll(() => page.getByText(manager.createFailure).count(), patiently).toBe(1);
    await expectAccessible(page);
    await letCreate();
    await press(manager.create);
    await card("Зимски шал").waitFor();
    await form.waitFor({ state: "hidden" });
    await add();
    expect(await name.inputValue()).toBe("");
    expect(await form.getByRole("checkbox", { name: "Active" }).isChecked()).toBe(true);
    await press("Cancel");

    await card("Зимски шал").getByRole("button", { name: "Edit" }).click();
    await page.getByRole("heading", { name: 'Editing "Зимски шал"' }).waitFor();
    await name.fill("Летњи шал");
    await form.getByRole("checkbox", { name: "Active" }).uncheck();
    await press("Cancel Edit");
    const discard = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
    await discard.waitFor();
    await expectAccessible(page);
    await discard.getByRole("button", { name: "Keep editing" }).click();
    const letUpdate = await refuse(page, manager.calls, "Not today.");
    await press(manager.update);
    await said(page, manager.updateFailure);
    expect(await name.inputValue()).toBe("Летњи шал");
    await letUpdate();
    await press(manager.update);
    await card("Летњи шал").getByText("Inactive").waitFor();
    await expectAccessibleUncovered(page);
    expect(await stored()).toMatchObject([{ name: "Летњи шал", is_active: false }]);

    await card("Летњи шал").getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("alertdialog", { name: manager.question("Летњи шал") });
    const letDelete = await refuse(page, manager.calls, "Not today.");
    await question.getByRole("button", { name: "Delete" }).click();
    await question.getByText(manager.deleteFailure).waitFor();
    await expectAccessible(page);
    expect(await stored()).toHaveLength(1);
    await letDelete();
    await question.getByRole("button", { name: "Delete" }).click();
    await part.getByText(manager.none).waitFor();
    expect(await stored()).toEqual([]);
  });

  it("keeps unsaved text over a reload", async () => {
    const { page, form, add } = await open();
    await add();
    const name = form.getByLabel(manager.name, { exact: true });
    await name.fill("Зимски шал");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect.poll(() => name.inputValue(), patiently).toBe("Зимски шал");
    await expectAccessible(page);
  });

  it("opens its form in the address, which Back closes after a question", async () => {
    const { page, form, add } = await open();
    await add();
    await form.getByLabel(manager.name, { exact: true }).fill("Зимски шал");
    await page.goBack();
    const discard = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
    await discard.getByRole("button", { name: "Discard" }).click();
    await form.waitFor({ state: "hidden" });
    await page.goForward();
    await page.getByRole("dialog", { name: manager.addTitle }).waitFor();
    expect(await form.getByLabel(manager.name, { exact: true }).inputValue()).toBe("");
  });

  it("does not scroll sideways on a phone, open, folded or with its form", async () => {
    const { page, part, add } = await open(360);
    await part.getByText(manager.none).waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await part.getByRole("button", { name: manager.title }).click();
    await part.getByText(manager.folded, { exact: true }).waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await add();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });

  it("says on the line of its folded heading that records could not be read", async () => {
    const { page, part } = await open();
    await part.getByText(manager.none).waitFor();
    await part.getByRole("button", { name: manager.title }).click();
    await part.getByText(manager.folded, { exact: true }).waitFor();
    const height = async () => (await part.boundingBox())?.height;
    const before = await height();
    await alter(page, manager.calls, () => [{ id: 1, name: "Šal" }, {}, {}, {}]);
    await page.reload();
    await part.getByText("3 records could not be read.").waitFor();
    await part.getByText(/ active$/).waitFor();
    expect(await height()).toBe(before);
  });

  it("shows the new card once its dialog has closed, and gives the focus back", async () => {
    const { page, part, form, press, add, card, forgive, stored } = await open(390);
    await page.setViewportSize({ width: 390, height: 500 });
    // No server answers at the image URLs.
    forgive(/status of 4\d\d|ERR_/);
    for (const name of ["Прва", "Друга", "Трећа", "Четврта"]) {
      await add();
      await fill(form, name);
      await press(manager.create);
      await form.waitFor({ state: "hidden" });
      await card(name).waitFor();
    }
    const isShown = () =>
      card("Четврта").evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
      });
    await expect.poll(isShown, patiently).toBe(true);
    const opener = part.getByRole("button", { name: manager.add });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    for (const { id } of await stored()) await running.remove(`${manager.path}${id}`);
  });
});

it.each([1440, 390])(
  "marks the section of Configuration one has come to, %i px wide",
  async (width) => {
    const { page } = await newOperator({ at: "/dashboard/config", width });
    const index = page.getByRole("navigation", { name: "Sections" });
    const marked = () => index.locator("[aria-current=location]").allTextContents();
    await expect.poll(marked, patiently).toEqual(["Group Settings"]);
    for (const [section, heading] of [
      ["Meme Templates", "Meme Template Pool Manager"],
      ["Products", "Product Catalog Manager"],
    ]) {
      await index.getByRole("link", { name: section }).click();
      await expect.poll(marked, patiently).toEqual([section]);
      const title = await page.getByRole("heading", { name: heading }).boundingBox();
      const bar = await index.boundingBox();
      if (!title || !bar) throw new Error("The section has no heading, or the index is not shown.");
      expect(title.y).toBeGreaterThanOrEqual(bar.y + bar.height);
    }
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(marked, patiently).toEqual(["Group Settings"]);
  },
);
