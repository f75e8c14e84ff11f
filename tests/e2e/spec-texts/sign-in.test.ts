import { expect, it } from "vitest";
import { refusal } from "../../support/spec-backend/faults";
import { button } from "./rows/row";
import { openSpecConsole } from "./spec-console";

const { backend, newOperator, signedIn } = openSpecConsole();

it("An operator signs in through the chat platform, and the first group is selected", async () => {
  const { page } = await newOperator({ underFaults: true });
  await page.goto("/login");
  await page.getByRole("link", { name: "Login with Discord" }).click();
  await page.getByRole("heading", { level: 1, name: "Content Library" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/content");
  expect(await button(page, "Winter").getAttribute("aria-pressed")).toBe("true");
});

it("An operator whose token the group list refuses is sent to the login screen", async () => {
  backend().fail("GET /publishing/account-groups", refusal(401, "Not authenticated"));
  const { page } = await signedIn();
  await page.goto("/dashboard/content");
  await page.getByRole("heading", { level: 1, name: "Admin Login" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
});
