import type { Page } from "playwright-core";

/** Signs in from the login screen through the identity provider, and waits for the shell. */
export async function signIn(page: Page) {
  await page.getByRole("link", { name: "Login with Discord" }).click();
  await page.getByRole("button", { name: "Continue as Administrator" }).click();
  await isIn(page);
}

/** Signs in at a stand-in for Discord, whose user is logged in there. */
export async function signInWithDiscord(page: Page) {
  await page.goto("/");
  await page.getByRole("link", { name: "Login with Discord" }).click();
  await page.getByRole("link", { name: "Authorize" }).click();
  await isIn(page);
}

/** Waits for the shell. */
export const isIn = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).or(openNavigation(page)).waitFor();

/** The button that replaces the sidebar in a narrow window. */
const openNavigation = (page: Page) => page.getByRole("button", { name: "Open navigation" });

/** Goes to another screen as an operator does, through the sidebar or the drawer. */
export async function goTo(page: Page, screen: string) {
  if (await openNavigation(page).isVisible()) await openNavigation(page).click();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: screen, exact: true })
    .click();
  await page.getByRole("heading", { level: 1, name: screen }).waitFor();
}
