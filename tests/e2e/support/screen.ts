import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The items of a list that contain a text. */
export const entry = (list: Page | Locator, text: string) =>
  list.getByRole("listitem").filter({ hasText: text });

/** Returns the page's horizontal overflow in pixels. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Returns a query parameter of the page's URL. */
export const inAddress = (page: Page, key: string) => new URL(page.url()).searchParams.get(key);

export async function expectInAddress(page: Page, key: string, value: string | null) {
  await expect.poll(() => inAddress(page, key)).toBe(value);
}

/** Waits until a text is on the screen, in a toast or inline. */
export const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/**
 * Refuses matching calls in the server's name until the returned function is called. For refusals
 * that no action of another operator can cause.
 */
export async function refuse(page: Page, address: RegExp, detail: string) {
  await page.route(address, (route) => route.fulfill({ status: 403, json: { detail } }));
  return () => page.unroute(address);
}

/** Changes the successful responses to matching calls; other responses pass unchanged. */
export const alter = <T>(page: Page, address: RegExp, change: (reply: T, address: URL) => T) =>
  page.route(address, async (route) => {
    const response = await route.fetch().catch(() => undefined);
    if (!response) return route.abort();
    if (!response.ok()) return route.fulfill({ response });
    // The caller names the type that the contract gives for this address.
    const reply = change((await response.json()) as T, new URL(route.request().url()));
    return route.fulfill({ response, json: reply });
  });

/** Closes the browser's tab, and answers the browser's question with no: the page stays. */
export async function closeAndStay(page: Page) {
  const asked = page.waitForEvent("dialog");
  await Promise.all([
    asked.then((question) => {
      expect(question.type()).toBe("beforeunload");
      return question.dismiss();
    }),
    page.close({ runBeforeUnload: true }),
  ]);
}

/** Matches errors for refused calls on the browser's console. */
export const refusals = /status of 4\d\d|SafeError: .+: 4\d\d/;

/** Never answers matching calls. */
export const hold = (page: Page, address: RegExp) => page.route(address, () => {});

/** Matches the reads of all screens, except the group list. */
export const ofScreens =
  /api\/v1\/(admin|publishing\/(activity|categories|content|scheduler|scheduled|performance)|publishing\/account-groups\/)/;
