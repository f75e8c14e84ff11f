import type { Page } from "playwright-core";

export type Screen = {
  readonly name: string;
  readonly at: string;
  /** The screen's own heading. */
  readonly title: string;
};

/** Every screen behind the sign-in, tab by tab. */
export const screens: readonly Screen[] = [
  { name: "Content Library", at: "/dashboard/content", title: "Content Library" },
  { name: "Dashboard, posts", at: "/dashboard/dashboard", title: "Dashboard" },
  {
    name: "Dashboard, by category",
    at: "/dashboard/dashboard?tab=categories",
    title: "Dashboard",
  },
  { name: "Publishing, media", at: "/dashboard/publishing?tab=media", title: "Publishing" },
  { name: "Publishing, text", at: "/dashboard/publishing?tab=text", title: "Publishing" },
  {
    name: "Publishing, calendar",
    at: "/dashboard/publishing?view=calendar",
    title: "Publishing",
  },
  {
    name: "Publishing, month of one group",
    at: "/dashboard/publishing?view=calendar&span=month&of=group",
    title: "Publishing",
  },
  { name: "Activity", at: "/dashboard/activity", title: "Activity" },
  ...["accounts", "evergreen", "direct", "integrations", "newsletter", "mascot", "settings"].map(
    (tab) => ({
      name: `Configuration, ${tab}`,
      at: `/dashboard/config?tab=${tab}`,
      title: "Configuration",
    }),
  ),
];

/** Waits until the screen is there and nothing of it is still loading. */
export async function settled(page: Page, { title }: Pick<Screen, "title">) {
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}
