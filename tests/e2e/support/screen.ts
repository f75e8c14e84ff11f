import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** A list's entry with such a text, by itself. */
export const entry = (list: Page | Locator, text: string) =>
  list.getByRole("listitem").filter({ hasText: text });

/** How far the page reaches beyond the window's side, in pixels. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** What the address says of one thing. */
export const inAddress = (page: Page, key: string) => new URL(page.url()).searchParams.get(key);

export async function expectInAddress(page: Page, key: string, value: string | null) {
  await expect.poll(() => inAddress(page, key)).toBe(value);
}

/** A notification, or what stands inline: said somewhere on the screen. */
export const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/**
 * Has the calls to such an address refused, in the server's name, until what is handed back is
 * called. For refusals that no other operator can bring about.
 */
export async function refuse(page: Page, address: RegExp, detail: string) {
  await page.route(address, (route) => route.fulfill({ status: 403, json: { detail } }));
  return () => page.unroute(address);
}

/** Has the good answers to such calls changed on their way; what else comes is handed on as it is. */
export const alter = <T>(page: Page, address: RegExp, change: (reply: T, address: URL) => T) =>
  page.route(address, async (route) => {
    const response = await route.fetch().catch(() => undefined);
    if (!response) return route.abort();
    if (!response.ok()) return route.fulfill({ response });
    // The caller names what the contract says of this address.
    const reply = change((await response.json()) as T, new URL(route.request().url()));
    return route.fulfill({ response, json: reply });
  });

/** What the browser says of refused calls on its console. */
export const refusals = /status of 4\d\d|SafeError: .+: 4\d\d/;

/** Holds the calls to such an address back for ever. */
export const hold = (page: Page, address: RegExp) => page.route(address, () => {});

/** Everything below the group list: what a screen of the day is made of. */
export const ofScreens =
  /api\/v1\/(admin|publishing\/(categories|content|scheduler|scheduled|performance)|publishing\/account-groups\/)/;
