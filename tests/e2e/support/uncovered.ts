import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "./browser";

/** Long enough for a slow machine. */
export const patiently = { timeout: 60_000 };

/**
 * Expects no violation once no toast or header covers other elements, which axe would take for too
 * small.
 */
export async function expectAccessibleUncovered(page: Page) {
  await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  const toasts = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await expect.poll(() => toasts.count(), patiently).toBe(0);
  await expectAccessible(page);
}
