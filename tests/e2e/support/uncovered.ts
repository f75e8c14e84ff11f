import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "./browser";

/** On whatever machine this is. */
export const patiently = { timeout: 20_000 };

/** A toast or the page's head lies over what is below it, which axe takes for too small then. */
export async function expectAccessibleUncovered(page: Page) {
  await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  const toasts = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await expect.poll(() => toasts.count(), patiently).toBe(0);
  await expectAccessible(page);
}
