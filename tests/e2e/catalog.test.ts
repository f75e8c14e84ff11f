import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { overflow, refuse, region, said } from "./support/screen";
import { expectAccessibleUncovered, patiently } from "./support/uncovered";

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const imageUrl = "https://zima.example.com/slika.png";

/** The pool of templates and the catalog of products: both are a list beside one form. */
const managers = [
  {
    title: "Meme Template Pool Manager",
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
    badUrlRefusal: "Image URL must be an address that begins with http://, https:// or /.",
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
    calls: /admin\/products\//,
    path: "admin/products/",
    form: "Product",
    name: "Product name",
    fields: { "Product image URL": imageUrl, Description: "Плетен од мерино вуне. ".repeat(9) },
    badUrl: "Call to action URL",
    badUrlRefusal: "Call-to-action URL must be an address that begins with http:// or https://.",
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
    const operator = await newOperator({ at: "/dashboard/config", width });
    const { page } = operator;
    const part = region(page, manager.title);
    await part.getByRole("form", { name: manager.form }).waitFor();
    return {
      ...operator,
      part,
      form: part.getByRole("form", { name: manager.form }),
      press: (name: string) => part.getByRole("button", { name, exact: true }).click(),
      card: (name: string) => part.getByRole("listitem").filter({ hasText: name }),
      stored: () => running.read<{ name: string }[]>(manager.path),
    };
  }

  async function fill(form: Awaited<ReturnType<typeof open>>["form"], name: string) {
    await form.getByLabel(manager.name, { exact: true }).fill(name);
    for (const [label, text] of Object.entries(manager.fields)) {
      await form.getByLabel(label).fill(text);
    }
  }

  it("adds, changes and deletes, and keeps the typed text when a call is refused", async () => {
    const { page, part, form, press, card, forgive, stored } = await open();
    // No server answers at the image URLs.
    forgive(/status of 4\d\d|ERR_|SafeError: .+: 4\d\d/);
    await part.getByText(manager.none).waitFor();
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
    await expectAccessibleUncovered(page);
    await letCreate();
    await press(manager.create);
    await card("Зимски шал").waitFor();
    await expect.poll(() => name.inputValue(), patiently).toBe("");
    expect(await form.getByRole("checkbox", { name: "Active" }).isChecked()).toBe(true);

    await card("Зимски шал").getByRole("button", { name: "Edit" }).click();
    await part.getByRole("heading", { name: 'Editing "Зимски шал"' }).waitFor();
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
    const { page, form } = await open();
    const name = form.getByLabel(manager.name, { exact: true });
    await name.fill("Зимски шал");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect.poll(() => name.inputValue(), patiently).toBe("Зимски шал");
    await expectAccessible(page);
  });

  it("does not scroll sideways on a phone", async () => {
    const { page } = await open(360);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
});
