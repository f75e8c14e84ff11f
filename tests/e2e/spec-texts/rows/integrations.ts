import type { Page } from "playwright-core";
import { answer, button, detailAlone, fill, form, type Rows } from "./row";

const integrations = "/dashboard/config?group=1&tab=integrations";
const newsletter = "/dashboard/config?group=1&tab=newsletter";

const unexplained = "An unexpected error occurred.";

async function adAccounts(page: Page) {
  await fill(form(page, "Add Facebook Ads"), { "User access token": "token of an advertiser" });
  return button(form(page, "Add Facebook Ads"), "Fetch ad accounts");
}

const card = (page: Page, name: string) =>
  page
    .getByRole("tabpanel")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

const addFailure = {
  at: integrations,
  call: "POST /publishing/account-groups/{id}/integrations",
  text: `Failed to add integration: ${unexplained}`,
  quoted: ["Failed to add integration: {detail}", unexplained],
  withDetail: (detail: string) => `Failed to add integration: ${detail}`,
} as const;

export const integrationRows: Rows = {
  writes: [
    {
      ...addFailure,
      what: "add a shop",
      ready: async (page) => {
        const shop = form(page, "Add Shopify");
        await fill(shop, {
          "Store name": "autumn.myshopify.com",
          "API key": "a",
          "Access token": "b",
          "Webhook secret": "c",
        });
        return button(shop, "Add Shopify");
      },
    },
    {
      ...addFailure,
      what: "add an ad account",
      ready: async (page) => {
        await (await adAccounts(page)).click();
        const ads = form(page, "Add Facebook Ads");
        await ads.getByLabel("Ad account").selectOption("act_1234567890");
        return button(ads, "Add Facebook Ads");
      },
    },
    {
      what: "add a mail service",
      at: integrations,
      call: "POST /publishing/account-groups/{id}/integrations",
      text: `Failed to add SES integration: ${unexplained}`,
      quoted: "Failed to add SES integration: {detail}",
      withDetail: (detail) => `Failed to add SES integration: ${detail}`,
      ready: async (page) => {
        const service = form(page, "Add Amazon SES");
        await fill(service, {
          "Sender email": "mail@autumn.example.com",
          "AWS access key ID": "a",
          "AWS secret access key": "b",
        });
        return button(service, "Add Amazon SES");
      },
    },
    {
      what: "fetch ad accounts",
      at: integrations,
      call: "POST /publishing/facebook/ad-accounts",
      text: `Failed to fetch ad accounts: ${unexplained}`,
      quoted: "Failed to fetch ad accounts: {detail}",
      withDetail: (detail) => `Failed to fetch ad accounts: ${detail}`,
      changesNothing: true,
      ready: adAccounts,
    },
    {
      what: "copy an integration",
      at: integrations,
      call: "POST /publishing/integrations/copy",
      text: `Failed to copy integration: ${unexplained}`,
      quoted: "Failed to copy integration: {detail}",
      withDetail: (detail) => `Failed to copy integration: ${detail}`,
      ready: async (page) => {
        await form(page, "Copy integration").getByLabel("Integration").selectOption("104");
        return button(form(page, "Copy integration"), "Copy integration");
      },
    },
    {
      what: "remove an integration",
      at: integrations,
      call: "DELETE /publishing/integrations/{id}",
      text: "Failed to remove integration.",
      ready: async (page) => {
        await button(card(page, "winter.myshopify.com"), "Remove").click();
        return answer(page, "Remove");
      },
    },
    {
      what: "sync the products of a shop",
      at: integrations,
      call: "POST /admin/integrations/shopify/{id}/sync-products",
      text: "Failed to start Shopify sync.",
      ready: (page) => button(card(page, "winter.myshopify.com"), "Sync products"),
    },
    {
      what: "save the newsletter",
      at: newsletter,
      call: "PUT /admin/newsletter/settings/{groupId}",
      text: "Failed to save settings.",
      ready: async (page) => {
        const settings = form(page, "Newsletter settings");
        await settings.getByRole("textbox", { name: "Subject template" }).fill("News of the week");
        return button(settings, "Save settings");
      },
    },
    {
      what: "send a test email",
      at: newsletter,
      call: "POST /admin/newsletter/send-test/{groupId}",
      text: "Failed to send test email.",
      ready: (page) => button(form(page, "Newsletter settings"), "Send test email"),
    },
    {
      what: "add a subscriber",
      at: newsletter,
      call: "POST /admin/newsletter/subscribers/{groupId}",
      text: "Failed to add subscriber.",
      withDetail: detailAlone,
      ready: async (page) => {
        const add = form(page, "Add subscriber");
        await add.getByRole("textbox", { name: "Email" }).fill("vera@reader.example.com");
        return add.locator("button[type=submit]");
      },
    },
    {
      what: "import a subscriber",
      at: newsletter,
      call: "POST /admin/newsletter/subscribers/{groupId}",
      text: "Failed to add subscriber.",
      withDetail: detailAlone,
      // The outcome of the row precedes the reason.
      after: /(Failed|Refused|Unclear):/,
      look: (page, timeout) =>
        button(page, "Show report")
          .click({ timeout })
          .catch(() => undefined),
      ready: async (page) => {
        const report = page.getByRole("dialog", { name: "Import report" });
        if (await report.isVisible()) await report.getByText("Close", { exact: true }).click();
        await button(page, "Import CSV").click();
        const dialog = page.getByRole("dialog", { name: "Import subscribers" });
        await dialog.getByLabel("CSV file").setInputFiles({
          name: "list.csv",
          mimeType: "text/csv",
          buffer: Buffer.from("vera@reader.example.com,Vera\r\n"),
        });
        return button(dialog, "Import 1 subscriber");
      },
    },
    {
      what: "remove a subscriber",
      at: newsletter,
      call: "DELETE /admin/newsletter/subscribers/{id}",
      text: "Failed to remove subscriber.",
      ready: async (page) => {
        await button(page, "Remove ana@reader.example.com").click();
        return answer(page, "Remove");
      },
    },
  ],
  reads: [
    {
      what: "the integrations of a group",
      at: integrations,
      call: "GET /publishing/account-groups/{id}/integrations",
      text: "Failed to fetch integrations.",
    },
    {
      what: "the integrations of all groups",
      at: integrations,
      call: "GET /publishing/integrations/all",
      text: "Failed to fetch integrations.",
    },
    {
      what: "the newsletter's settings",
      at: newsletter,
      call: "GET /admin/newsletter/settings/{groupId}",
      text: "Failed to load newsletter data.",
    },
    {
      what: "the newsletter's subscribers",
      at: newsletter,
      call: "GET /admin/newsletter/subscribers/{groupId}",
      text: "Failed to load newsletter data.",
    },
  ],
  shown: [
    {
      what: "a token without ad accounts",
      at: integrations,
      text: "No ad accounts found for this token.",
      arrange: (backend) => {
        backend.state().adAccounts.length = 0;
      },
      press: async (page) => (await adAccounts(page)).click(),
    },
    {
      what: "adding an ad account before one is chosen",
      at: integrations,
      text: "Please fetch and select an ad account, and provide a token.",
      press: (page) => button(form(page, "Add Facebook Ads"), "Add Facebook Ads").click(),
    },
  ],
};
