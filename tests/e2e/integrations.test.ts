import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { expectAccessibleUncovered, patiently } from "./support/uncovered";

type Integration = { platform: string; store_name: string; synced_at: string | null };

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const shop = (store_name: string) => ({
  platform: "shopify",
  store_name,
  credentials: { api_key: "good", password: "good", webhook_secret: "good" },
});

/** A token that the sandbox accepts as one of Facebook. */
const token = "EAAGsandbox1234567890token";

/** Opens the integrations tab of a new group that has these integrations. */
async function openGroup({ own = [], width = 1440 }: { own?: object[]; width?: number } = {}) {
  const name = `Grupa ${crypto.randomUUID()}`;
  const { id } = await running.write<{ id: number }>("publishing/account-groups", {
    name,
    description: null,
  });
  const path = `publishing/account-groups/${id}/integrations`;
  for (const one of own) await running.write(path, one);
  const operator = await newOperator({
    at: `/dashboard/config?tab=integrations&group=${id}`,
    width,
  });
  const { page } = operator;
  const form = (title: string) => page.getByRole("form", { name: title });
  const cards = page.getByRole("tabpanel").getByRole("listitem");
  const card = (store: string) =>
    cards.filter({ has: page.getByRole("heading", { name: store, exact: true }) });
  await form("Copy integration").or(page.getByText("No other group has a Shopify")).waitFor();
  return { ...operator, form, card, stored: () => running.read<Integration[]>(path) };
}

/** The browser logs an error for a refused call on its console. */
const refused = /Failed to load resource/;

async function addShop(page: Page, fields: Record<string, string>) {
  const form = page.getByRole("form", { name: "Add Shopify" });
  const usual = { "API key": "good", "Access token": "good", "Webhook secret": "good" };
  for (const [label, text] of Object.entries({ ...usual, ...fields })) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
  await form.getByRole("button", { name: "Add Shopify" }).click();
}

const valuesOf = (fields: Element[]) =>
  fields.map((field) => (field instanceof HTMLInputElement ? field.value : ""));

describe("Integrations", () => {
  it("are added: a shop, whose products are then synced", async () => {
    const { page, card, stored } = await openGroup();
    await page.getByText("This group has no integrations.").waitFor();
    await expectAccessible(page);
    await addShop(page, { "Store name": "zima.myshopify.com" });
    await card("zima.myshopify.com")
      .getByText(/^Products synced/)
      .waitFor();
    await expectAccessibleUncovered(page);
    expect(await stored()).toMatchObject([
      { platform: "shopify", store_name: "zima.myshopify.com" },
    ]);
    const typed = await page.locator("input").evaluateAll(valuesOf);
    expect(typed).not.toContain("good");
  });

  it("are refused with the platform's message, and the typed text is kept", async () => {
    const { page, form, forgive, stored } = await openGroup();
    forgive(refused);
    await addShop(page, { "Store name": "zima.myshopify.com", "API key": "wrong" });
    const alert = form("Add Shopify").getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(
      /^Failed to add integration: \[API\] Invalid API key/,
    );
    expect(await form("Add Shopify").getByLabel("Webhook secret").inputValue()).toBe("good");
    await expectAccessible(page);
    expect(await stored()).toEqual([]);
  });

  it("say under each field what is missing", async () => {
    const { page, form } = await openGroup();
    for (const name of ["Add Shopify", "Add Facebook Ads", "Add Amazon SES"]) {
      await form(name).getByRole("button", { name }).click();
    }
    await page.getByText("Webhook secret is required.").waitFor();
    await page.getByText("Please fetch and select an ad account, and provide a token.").waitFor();
    await page.getByText("AWS secret access key is required.").waitFor();
    await expectAccessible(page);
  });

  it("are added with the keyboard alone", async () => {
    const { page, form, card } = await openGroup();
    await form("Add Shopify").getByLabel("Store name").focus();
    await page.keyboard.type("zima.myshopify.com");
    for (const key of ["api", "access", "webhook"]) {
      await page.keyboard.press("Tab");
      // Each key is followed by its reveal button, one more Tab stop.
      if (key !== "api") await page.keyboard.press("Tab");
      await page.keyboard.type(`good-${key}`);
    }
    await page.keyboard.press("Enter");
    await card("zima.myshopify.com").waitFor();
  });

  it("are added: an ad account, chosen from those of a token", async () => {
    const { page, form, card, stored } = await openGroup();
    const ads = form("Add Facebook Ads");
    await ads.getByLabel("User access token").fill(token);
    await ads.getByRole("button", { name: "Fetch ad accounts" }).click();
    await ads.getByText("2 ad accounts found.").waitFor();
    const account = ads.getByLabel("Ad account");
    await account.selectOption({ index: 1 });
    const id = await account.inputValue();
    await expectAccessible(page);
    await ads.getByRole("button", { name: "Add Facebook Ads" }).click();
    await card(id).waitFor();
    expect(await stored()).toMatchObject([{ platform: "facebook_ads", store_name: id }]);
    await expect.poll(() => ads.getByLabel("User access token").inputValue(), patiently).toBe("");
  });

  it("say why there are no ad accounts to choose from", async () => {
    const { page, form, forgive } = await openGroup();
    forgive(refused);
    const ads = form("Add Facebook Ads");
    for (const [text, said] of [
      [`${token}-empty`, "No ad accounts found for this token."],
      ["wrong", "Failed to fetch ad accounts: Invalid OAuth access token"],
    ] as const) {
      await ads.getByLabel("User access token").fill(text);
      await ads.getByRole("button", { name: "Fetch ad accounts" }).click();
      await ads.getByRole("alert").filter({ hasText: said }).waitFor();
      await expectAccessible(page);
    }
  });

  it("are added: a mail service, but the same one only once", async () => {
    const { page, form, card, forgive, stored } = await openGroup();
    forgive(refused);
    const ses = form("Add Amazon SES");
    const add = async (key: string) => {
      await ses.getByLabel("Sender email").fill("novosti@zima.example.com");
      await ses.getByLabel("AWS access key ID").fill("good");
      await ses.getByLabel("AWS secret access key").fill(key);
      await ses.getByRole("button", { name: "Add Amazon SES" }).click();
    };
    await add("good");
    await card("novosti@zima.example.com").waitFor();
    await expect.poll(() => ses.getByLabel("Sender email").inputValue(), patiently).toBe("");
    await add("another");
    await ses.getByRole("alert").waitFor();
    expect(await ses.getByRole("alert").textContent()).toBe(
      "Failed to add SES integration: This group already has novosti@zima.example.com on Amazon SES.",
    );
    await expectAccessibleUncovered(page);
    expect(await stored()).toHaveLength(1);
  });

  it("are copied from another group, but the same one only once", async () => {
    await (await openGroup({ own: [shop("leto.myshopify.com")] })).page.close();
    const { page, form, card, forgive, stored } = await openGroup();
    forgive(refused);
    const copy = form("Copy integration");
    const press = async () => {
      const source = copy.getByRole("option", { name: /^leto\.myshopify\.com/ });
      await source.first().waitFor({ state: "attached" });
      await copy.getByLabel("Integration").selectOption(await source.first().getAttribute("value"));
      await copy.getByRole("button", { name: "Copy integration" }).click();
    };
    await press();
    await card("leto.myshopify.com").waitFor();
    await expect.poll(() => copy.getByLabel("Integration").inputValue(), patiently).toBe("");
    // A second press too soon counts as part of a double click and sends nothing.
    await expect
      .poll(async () => {
        await press();
        return copy.getByRole("alert").isVisible();
      }, patiently)
      .toBe(true);
    expect(await copy.getByRole("alert").textContent()).toBe(
      "Failed to copy integration: This group already has leto.myshopify.com on Shopify.",
    );
    await expectAccessibleUncovered(page);
    expect(await stored()).toHaveLength(1);
  });

  it("sync their products, and say why not when there is no network", async () => {
    const { page, card, context, forgive } = await openGroup({ own: [shop("zima.myshopify.com")] });
    // Parts further down the page load a moment later and may fail offline as well.
    forgive(/ERR_INTERNET_DISCONNECTED|^SafeError: GET .*: offline/);
    const sync = card("zima.myshopify.com").getByRole("button", { name: "Sync products" });
    await sync.click();
    await page.getByText("The products of zima.myshopify.com are being synced.").first().waitFor();
    await context.setOffline(true);
    // A second press too soon counts as part of a double click and sends nothing.
    const alert = card("zima.myshopify.com").getByRole("alert");
    await expect
      .poll(async () => {
        await sync.click();
        return alert.isVisible();
      }, patiently)
      .toBe(true);
    expect(await alert.textContent()).toContain("Failed to start Shopify sync.");
    await context.setOffline(false);
    await expectAccessibleUncovered(page);
  });

  it("are removed after a confirmation, and stay if the call fails", async () => {
    const { page, card, context, forgive, stored } = await openGroup({
      own: [shop("zima.myshopify.com")],
    });
    forgive(/ERR_INTERNET_DISCONNECTED/);
    await card("zima.myshopify.com").getByRole("button", { name: "Remove" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove zima.myshopify.com?" });
    await question.waitFor();
    await expectAccessible(page);
    await context.setOffline(true);
    await question.getByRole("button", { name: "Remove" }).click();
    await question.getByRole("alert").waitFor();
    expect(await question.getByRole("alert").textContent()).toContain(
      "Failed to remove integration.",
    );
    await context.setOffline(false);
    await expectAccessible(page);
    expect(await stored()).toHaveLength(1);
    await question.getByRole("button", { name: "Remove" }).click();
    await page.getByText("This group has no integrations.").waitFor();
    expect(await stored()).toEqual([]);
  });

  it.each([360, 390, 768, 1024])("do not scroll sideways at %i px", async (width) => {
    const { page, card } = await openGroup({
      own: [shop(`${"vrlo-duga-prodavnica-".repeat(4)}.myshopify.com`)],
      width,
    });
    await card(`${"vrlo-duga-prodavnica-".repeat(4)}.myshopify.com`).waitFor();
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
});
