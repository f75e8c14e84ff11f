import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ seed: true });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

describe("The API docs page", () => {
  it("shows a call and runs it with a token, which it does not store", async () => {
    const { page } = await newOperator();
    await page.goto("/docs");
    await authorize(page, running.token);
    const groups = await open(page, "Account groups", "Lists the account groups");
    await groups.getByRole("button", { name: "Try it out" }).click();
    const [answer] = await Promise.all([
      page.waitForResponse("**/api/v1/publishing/account-groups"),
      groups.getByRole("button", { name: "Execute" }).click(),
    ]);
    expect(answer.status()).toBe(200);
    await groups.locator(".live-responses-table").getByText("200", { exact: true }).waitFor();
    await groups.locator(".live-responses-table").getByText("proxy_password_set").first().waitFor();

    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toContain(running.token);
    // The URL names the call, so it is open again after the reload; the token is gone.
    await page.reload();
    await groups.getByRole("button", { name: "authorization button unlocked" }).waitFor();
  });

  it("shows the request, the response and the errors of a command", async () => {
    const { page } = await newOperator();
    await page.goto("/docs/");
    expect(new URL(page.url()).pathname).toBe("/docs");
    const create = await open(page, "Account groups", "Creates an account group");
    for (const text of ["Idempotency-Key", "Idempotent-Replayed", "Field required"]) {
      await create.getByText(text).first().waitFor();
    }
    for (const status of ["201", "401", "409", "422", "500"]) {
      await create.locator(".responses-table").getByText(status, { exact: true }).first().waitFor();
    }
    await create.getByRole("tab", { name: "Schema" }).first().click();
    await page.getByRole("button", { name: "Schemas" }).click();
    await page.getByText("ScheduledPost").first().waitFor();
  });
});

async function authorize(page: Page, token: string) {
  await page.getByRole("button", { name: "Authorize" }).click();
  const dialog = page.locator(".dialog-ux");
  await dialog.getByRole("textbox").fill(token);
  await dialog.getByRole("button", { name: "Apply credentials" }).click();
  await dialog.getByRole("button", { name: "Close" }).first().click();
}

/** Opens a call under its heading. */
async function open(page: Page, heading: string, summary: string) {
  await page.getByRole("heading", { name: heading }).click();
  const call = page.locator(".opblock", { hasText: summary });
  await call.locator(".opblock-summary-control").click();
  return call;
}
