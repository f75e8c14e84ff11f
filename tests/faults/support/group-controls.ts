import type { Locator } from "playwright-core";
import { button, type Control, control, fill, fresh, type Named } from "./stage.ts";

/** Makes each press on an element drop the same file on it, as no press of a test can choose one. */
function dropWhenPressed(element: Element, name: string) {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const file = new File([png, name], `${name}.png`, { type: "image/png" });
  const drop = () => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file);
    const how = { bubbles: true, cancelable: true, dataTransfer };
    element.dispatchEvent(new DragEvent("drop", how));
  };
  element.addEventListener("click", drop);
  element.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== "Enter") return;
    // It would send the form as well.
    event.preventDefault();
    drop();
  });
}

/** A form on a configuration tab that saves settings of a group. */
const groupForm = (of: string, tab: string, title: string, name: string, fields: () => object) =>
  control(of, name, async ({ config, group, form }) => {
    await config(tab, await group());
    await fill(form(title), { ...fields() });
    return { target: button(form(title), name) };
  });

/** An action in an account's menu. */
const accountAct = (of: string, name: string, platform: "bluesky" | "tiktok" = "bluesky") =>
  control(of, name, async ({ running, page, config, group, newAccount, first, card }) => {
    const id = await group();
    const account = await first("account", async () => {
      if (platform === "bluesky") return newAccount(id);
      const name = fresh("nalog");
      const body = { platform_type: platform, platform_username: name, credentials: {} };
      await running.write(`publishing/account-groups/${id}/accounts`, body);
      return { name };
    });
    await config("accounts", id);
    await button(card(account.name), "Actions").click();
    return { target: page.getByRole("menuitem", { name }) };
  });

/** An action in an account's menu that asks for a confirmation. */
const accountQuestion = (of: string, name: string, grows?: number) =>
  control(of, name, async ({ page, config, group, newAccount, card, question, sizeOf }) => {
    const id = await group();
    const account = await newAccount(id);
    await config("accounts", id);
    await button(card(account.name), "Actions").click();
    await page.getByRole("menuitem", { name }).click();
    return {
      target: button(question(), name),
      ...(grows && { grows, count: sizeOf(`publishing/account-groups/${id}/accounts`) }),
    };
  });

/** A separately saved form of a category. */
const categoryPart = (title: string, name: string, type: (form: Locator) => Promise<void>) =>
  control("categories.change", name, async ({ config, group, newCategory, form }) => {
    const id = await group();
    const category = await newCategory(id);
    await config("evergreen", id, `&category=${category.id}`);
    await type(form(title));
    return { target: button(form(title), name) };
  });

/** The controls of the groups, their accounts and categories, and of media. */
export const groupControls: readonly Control[] = [
  control("media.upload", "Upload", async ({ go, form }) => {
    await go("config?dialog=product");
    await form("Product").locator('input[type="file"]').waitFor();
    const target = form("Product").getByLabel("Product image URL", { exact: true });
    await target.evaluate(dropWhenPressed, fresh("slika"));
    return { target };
  }),
  control("groups.create", "Create Group", async ({ page, go, sizeOf }) => {
    await go("config");
    await button(page, "+ New Group").click();
    const dialog = page.getByRole("dialog", { name: "Create New Group" });
    await dialog.getByLabel("Group Name").fill(fresh("Nova grupa"));
    return {
      target: button(dialog, "Create Group"),
      count: sizeOf("publishing/account-groups"),
    };
  }),
  groupForm("groups.change", "settings", "Media and logo", "Save settings", () => ({
    "Logo URL": fresh("/logo/zima.png?").replace(" ", ""),
  })),
  groupForm("groups.setMascot", "mascot", "Mascot", "Save mascot", () => ({
    Description: fresh("Lisica u džemperu"),
  })),
  groupForm("groups.setProxy", "settings", "Proxy", "Save proxy", () => ({
    "Proxy server": `${fresh("http://proxy").replace(" ", "-")}.example.com`,
  })),

  control("groups.testProxy", "Test proxy", async ({ page, config, newGroup }) => {
    await config("settings", await newGroup());
    await page.getByLabel("Proxy server").fill("http://proxy.example.com:8080");
    await button(page, "Save proxy").click();
    return { target: button(page, "Test proxy") };
  }),

  groupForm("groups.setSlots", "settings", "Times", "Save times", () => {
    const minutes = Number(fresh("")) % 1440;
    const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
    return { Monday: `${two(minutes / 60)}:${two(minutes % 60)}` };
  }),
  groupForm("groups.rename", "settings", "Rename group", "Rename group", () => ({
    "Group Name": fresh("Preimenovana grupa"),
  })),
  control("groups.pause", "Pause publishing", async ({ page, config, newGroup, question }) => {
    await config("settings", await newGroup());
    await button(page, "Pause publishing").click();
    return { target: button(question(/^Pause publishing of/), "Pause publishing") };
  }),
  control("groups.resume", "Resume publishing", async (stage) => {
    const { running, page, config, newGroup, question } = stage;
    const id = await newGroup();
    await running.write(`publishing/account-groups/${id}/pause`);
    await config("settings", id);
    await button(page, "Resume publishing").click();
    return { target: button(question(/^Resume publishing of/), "Resume publishing") };
  }),
  control("groups.remove", "Delete group", async ({ running, page, config, newGroup, sizeOf }) => {
    const id = await newGroup();
    const all = await running.read<Named[]>("publishing/account-groups");
    await config("settings", id);
    await button(page, "Delete group…").click();
    const dialog = page.getByRole("dialog", { name: /^Delete / });
    await fill(dialog, {
      "Type the group's name to confirm": all.find((group) => group.id === id)?.name ?? "",
    });
    return {
      target: button(dialog, "Delete group"),
      count: sizeOf("publishing/account-groups"),
      grows: -1,
    };
  }),

  control("accounts.add", "Add account", async ({ config, group, form, sizeOf }) => {
    const id = await group();
    await config("accounts", id, "&dialog=add-account");
    await form("Add account").getByLabel("Platform").selectOption("bluesky");
    await fill(form("Add account"), {
      Username: fresh("nalog"),
      Identifier: "zima",
      "App password": "good",
    });
    return {
      target: button(form("Add account"), "Add account"),
      count: sizeOf(`publishing/account-groups/${id}/accounts`),
    };
  }),
  accountAct("accounts.test", "Test credentials"),
  control("accounts.test", "Test all", async ({ page, config, group, first, newAccount }) => {
    const id = await group();
    await first("accounts", async () => {
      for (const _ of [1, 2, 3]) await newAccount(id);
    });
    await config("accounts", id);
    return { target: button(page, "Test all"), effects: 3 };
  }),
  accountAct("accounts.backfillPerformance", "Backfill performance"),
  accountAct("accounts.testPerformanceFetch", "Test performance fetch"),
  accountAct("accounts.primeSession", "Prime session", "tiktok"),
  control("accounts.setCredentials", "Update credentials", async (stage) => {
    const { page, config, group, first, newAccount, card } = stage;
    const id = await group();
    const account = await first("account", () => newAccount(id));
    await config("accounts", id);
    await button(card(account.name), "Actions").click();
    await page.getByRole("menuitem", { name: "Update credentials" }).click();
    const dialog = page.getByRole("dialog", { name: `Update credentials of ${account.name}` });
    await fill(dialog, { Identifier: "zima", "App password": fresh("good") });
    return { target: button(dialog, "Update credentials") };
  }),
  accountQuestion("accounts.clearCredentials", "Clear credentials"),
  accountQuestion("accounts.remove", "Delete account", -1),

  control("categories.add", "Add category", async ({ config, group, form, sizeOf }) => {
    const id = await group();
    await config("evergreen", id, "&dialog=add-category");
    await fill(form("Add category"), { Name: fresh("Nova kategorija") });
    return {
      target: button(form("Add category"), "Add category"),
      count: sizeOf(`publishing/account-groups/${id}/categories`),
    };
  }),
  control("categories.remove", "Delete category", async (stage) => {
    const { page, config, group, newCategory, question, sizeOf } = stage;
    const id = await group();
    const category = await newCategory(id);
    await config("evergreen", id, `&category=${category.id}`);
    await button(page, "Delete category").click();
    return {
      target: button(question(/^Delete the category/), "Delete category"),
      count: sizeOf(`publishing/account-groups/${id}/categories`),
      grows: -1,
    };
  }),
  categoryPart("Category settings", "Save category", (form) =>
    fill(form, { "Category prompt": fresh("Piši toplo") }),
  ),
  categoryPart("Reddit settings", "Save Reddit settings", (form) =>
    form.getByLabel("Subreddits").fill("serbia"),
  ),
  categoryPart("Enabled platforms", "Save platforms", async (form) => {
    await form.getByRole("checkbox", { name: "All active platforms" }).uncheck();
    await form.getByRole("checkbox", { name: "Bluesky" }).check();
  }),
];
