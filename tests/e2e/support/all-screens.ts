import type { Page } from "playwright-core";

/** The addresses of all screens under /dashboard/. */
export const allScreens = [
  "content",
  "publishing",
  "publishing?tab=text",
  "publishing?view=calendar",
  "dashboard",
  "dashboard?tab=categories",
  "config",
  "config?tab=evergreen",
  "config?tab=direct",
  "config?tab=integrations",
  "config?tab=newsletter",
  "config?tab=mascot",
  "config?tab=settings",
  "activity",
];

/** The address of a screen of `allScreens` for a group. */
export const ofGroup = (screen: string, group: number) =>
  `/dashboard/${screen}${screen.includes("?") ? "&" : "?"}group=${group}`;

/** Waits until a screen has its heading and shows what it reads. */
export async function shown(page: Page) {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}
