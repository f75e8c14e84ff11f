import type { Page } from "playwright-core";
import { answer as reply } from "../../../support/spec-backend/faults";
import { answer, button, fill, form, menuItem, type Rows } from "./row";

const at = "/dashboard/config?group=1&tab=accounts";

const card = (page: Page, account: string) =>
  page
    .getByRole("tabpanel")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: account, exact: true }) });

async function choose(page: Page, account: string, name: string) {
  await button(card(page, account), "Actions").click();
  return menuItem(page, name);
}

const ask = (account: string, name: string) => async (page: Page) => {
  await (await choose(page, account, name)).click();
  return answer(page, name);
};

const testFailed = {
  text: "Test failed: An unexpected error occurred.",
  quoted: "Test failed: {error or detail}",
  withDetail: (detail: string) => `Test failed: ${detail}`,
} as const;

export const accountRows: Rows = {
  writes: [
    {
      what: "add an account",
      at,
      call: "POST /publishing/account-groups/{id}/accounts",
      text: "Failed to add account. Check console for details.",
      ready: async (page) => {
        await button(page, "Add account").click();
        const add = form(page, "Add account");
        await add.getByLabel("Platform").selectOption("bluesky");
        await fill(add, { Username: "snow.example", Identifier: "snow", "App password": "abcd" });
        return button(add, "Add account");
      },
    },
    {
      what: "delete an account",
      at,
      call: "DELETE /publishing/accounts/{id}",
      text: "Failed to delete account...",
      ready: ask("winter.example", "Delete account"),
    },
    {
      what: "clear credentials",
      at,
      call: "POST /publishing/accounts/{id}/clear-credentials",
      text: "Failed to clear credentials...",
      ready: ask("winter.example", "Clear credentials"),
    },
    {
      what: "update credentials",
      at,
      call: "PUT /publishing/accounts/{id}/credentials",
      text: "Failed to update credentials...",
      ready: async (page) => {
        await (await choose(page, "winter.example", "Update credentials")).click();
        const dialog = page.getByRole("dialog", { name: /^Update credentials of/ });
        await fill(dialog, { Identifier: "winter", "App password": "abcd" });
        return button(dialog, "Update credentials");
      },
    },
    {
      ...testFailed,
      what: "test credentials",
      at,
      call: "POST /publishing/accounts/{id}/test",
      ready: (page) => choose(page, "winter.example", "Test credentials"),
    },
    {
      ...testFailed,
      what: "test the credentials of all accounts",
      at,
      call: "POST /publishing/accounts/{id}/test",
      calls: 3,
      ready: (page) => button(page, "Test all"),
    },
    {
      what: "prime a session",
      at,
      call: "POST /publishing/accounts/{id}/prime-session",
      text: "Failed to start priming session.",
      ready: (page) => choose(page, "winter.films", "Prime session"),
    },
    {
      what: "backfill performance",
      at,
      call: "POST /admin/backfill-performance/{accountId}",
      text: "Failed to start backfill process.",
      ready: (page) => choose(page, "winter.example", "Backfill performance"),
    },
    {
      ...testFailed,
      what: "test the performance fetch",
      at,
      call: "POST /admin/test-performance-fetch/{accountId}",
      changesNothing: true,
      ready: (page) => choose(page, "winter.example", "Test performance fetch"),
    },
  ],
  reads: [
    {
      what: "the accounts of a group",
      at,
      call: "GET /publishing/account-groups/{id}/accounts",
      text: "Failed to fetch group accounts.",
    },
  ],
  shown: [
    {
      what: "connecting Reddit without a token",
      at,
      text: "Authentication token not found. Please log in again.",
      press: async (page) => {
        await button(page, "Add account").click();
        await form(page, "Add account").getByLabel("Platform").selectOption("reddit");
        await page.evaluate(() => localStorage.removeItem("accessToken"));
        await button(page, "Connect Reddit").click();
      },
    },
    {
      what: "a performance fetch that the platform refuses",
      at,
      text: "Test failed: The token has expired.",
      quoted: "Test failed: {error or detail}",
      arrange: (backend) =>
        backend.fail(
          "POST /admin/test-performance-fetch/{accountId}",
          reply(200, { success: false, message: null, error: "The token has expired." }),
        ),
      press: async (page) =>
        (await choose(page, "winter.example", "Test performance fetch")).click(),
    },
    {
      what: "credentials that work",
      at,
      text: "The platform knows this account.",
      press: async (page) => (await choose(page, "winter.example", "Test credentials")).click(),
    },
    {
      what: "a session that is primed",
      at,
      text: "Priming has started for this account.",
      press: async (page) => (await choose(page, "winter.films", "Prime session")).click(),
    },
  ],
};
