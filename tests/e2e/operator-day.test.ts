import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addBrand, type Queued, type Row, scheduledOf } from "./support/brand";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { byKeyboard, byMouse, type InputDevice } from "./support/input-device";
import { entry, region, said } from "./support/screen";
import { patiently } from "./support/uncovered";

let running: RunningConsole;

beforeEach(async () => {
  // Nothing goes out meanwhile: a post is due at the earliest ten minutes after its approval.
  running = await startConsole({ speed: 1 });
});
afterEach(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

type Group = Row & { name: string; paused_at: string | null };

const item = (id: number | undefined) => running.read<Queued>(`publishing/content-queue/${id}`);

/** The moment some days from now at this time, in the zone of the browser, which is that of this process. */
function inDays(days: number, time: string) {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const of = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${of(date.getMonth() + 1)}-${of(date.getDate())}T${time}`;
}
const utcOf = (local: string) => new Date(local).toISOString();

const queueOf = (page: Page) => region(page, "Content Approval Queue");
const cardOf = (page: Page, id: number | undefined) => queueOf(page).locator(`[data-post="${id}"]`);
const upcomingOf = (page: Page) => region(page, "Upcoming Scheduled Posts");
const menuOf = (page: Page, text: string) =>
  entry(upcomingOf(page), text)
    .getByRole("button", { name: /^Actions for post on / })
    .first();
const toastsOf = (page: Page) =>
  page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
const linkOf = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

/** What a screen reader says after the name of the link to Publishing. */
const described = (page: Page) =>
  linkOf(page, "Publishing").evaluate((link) => {
    const id = link.getAttribute("aria-describedby");
    return id && (document.getElementById(id)?.textContent ?? null);
  });

async function go(page: Page, input: InputDevice, screen: string) {
  await input.press(linkOf(page, screen));
  await page.getByRole("heading", { level: 1, name: screen }).waitFor();
}

describe("The day of an operator with three brands", () => {
  it.each([
    ["by mouse", byMouse],
    ["by keyboard alone", byKeyboard],
  ] as const)("%s", async (_name, inputOn) => {
    const winter = await addBrand(
      running,
      "Zimska kolekcija",
      ["zimska.bsky.social"],
      ["Zima je stilga.", "Šal za duge večeri."],
    );
    const summer = await addBrand(
      running,
      "Letnja kolekcija",
      ["letnja.bsky.social", "more.bsky.social"],
      ["Leto počinje u petak."],
    );
    const autumn = await addBrand(
      running,
      "Jesenja kolekcija",
      ["jesenja.bsky.social"],
      ["Kaput za prvu kišu.", "Lišće u gradu."],
    );
    const [typo, stopped] = winter.posts;
    const [timed] = summer.posts;
    const [undone, reopened] = autumn.posts;
    await running.write(`publishing/content-queue/${stopped}/approve`);

    const { page } = await newOperator({ at: "/dashboard/publishing?tab=text" });
    const input = inputOn(page);
    await cardOf(page, typo).waitFor();
    await expect.poll(() => described(page), patiently).toBe("4 to approve");

    // Corrects a typo.
    await input.decide(cardOf(page, typo), "Edit");
    const editor = cardOf(page, typo).getByRole("form", { name: `Edit post #${typo}` });
    await input.write(editor.getByRole("textbox", { name: "Text" }), "Zima je stigla.");
    await input.press(editor.getByRole("button", { name: "Save" }));
    await said(page, "Post saved.");
    await cardOf(page, typo).getByText("Zima je stigla.").first().waitFor();
    expect(await item(typo)).toMatchObject({
      status: "pending_approval",
      text_content: "Zima je stigla.",
    });

    // Chooses an account and a time.
    const chosen = inDays(3, "10:30");
    await input.press(cardOf(page, timed).getByRole("button", { name: "Approve…" }));
    const approval = page.getByRole("dialog", { name: `Approve post #${timed}` });
    await input.toggle(approval.getByRole("checkbox", { name: /more\.bsky\.social/ }));
    await input.choose(approval.getByRole("radiogroup", { name: "Publish at" }), "Date and time");
    await input.setTime(approval.locator("input[type=datetime-local]"), chosen);
    await input.press(approval.getByRole("button", { name: "Approve", exact: true }));
    await approval.waitFor({ state: "hidden" });
    await said(page, /^Approved\. Goes out /);
    await cardOf(page, timed).waitFor({ state: "detached" });
    expect(await scheduledOf(running, timed)).toMatchObject([
      {
        publish_at: utcOf(chosen),
        social_account: { platform_username: "letnja.bsky.social" },
      },
    ]);
    await expect.poll(() => described(page), patiently).toBe("3 to approve");

    // Moves it.
    const moved = inDays(4, "17:45");
    await input.pick(menuOf(page, "Leto počinje u petak."), "Reschedule…");
    const reschedule = page.getByRole("dialog", { name: "Reschedule post" });
    await input.setTime(reschedule.locator("input[type=datetime-local]"), moved);
    await input.press(reschedule.getByRole("button", { name: "Reschedule" }));
    await reschedule.waitFor({ state: "hidden" });
    await expect
      .poll(() => scheduledOf(running, timed), patiently)
      .toMatchObject([{ publish_at: utcOf(moved) }]);
    await entry(upcomingOf(page), "Leto počinje u petak.")
      .getByText(/\b17:45\b/)
      .first()
      .waitFor();

    // Stops another one.
    await input.pick(menuOf(page, "Šal za duge večeri."), "Cancel post…");
    const stop = page.getByRole("alertdialog", { name: "Cancel this post?" });
    await input.press(stop.getByRole("button", { name: "Cancel post" }));
    await stop.waitFor({ state: "hidden" });
    await expect.poll(() => entry(upcomingOf(page), "Šal za duge večeri.").count()).toBe(0);
    expect(await scheduledOf(running, stopped)).toEqual([]);
    expect(await item(stopped)).toMatchObject({ status: "rejected" });

    // Undoes an approval: that of the only notification, so the earlier ones must have gone.
    await expect.poll(() => toastsOf(page).count(), patiently).toBe(0);
    await input.decide(cardOf(page, undone), "Approve");
    await cardOf(page, undone).waitFor({ state: "detached" });
    await expect.poll(() => scheduledOf(running, undone), patiently).toHaveLength(1);
    await input.answer(toastsOf(page).filter({ hasText: "Approved." }), "Undo");
    await said(page, "The post is pending again.");
    await cardOf(page, undone).waitFor();
    expect(await item(undone)).toMatchObject({ status: "pending_approval" });
    expect(await scheduledOf(running, undone)).toEqual([]);

    // Reopens a rejected post.
    await input.decide(cardOf(page, reopened), "Reject");
    await said(page, "Rejected. It will not be published.");
    expect(await item(reopened)).toMatchObject({ status: "rejected" });
    const status = queueOf(page).getByRole("radiogroup", { name: "Status" });
    await input.choose(status, "Rejected");
    await input.press(cardOf(page, reopened).getByRole("button", { name: "Reopen" }));
    await cardOf(page, reopened).waitFor({ state: "detached" });
    expect(await item(reopened)).toMatchObject({ status: "pending_approval" });
    await input.choose(status, "Pending");
    await cardOf(page, reopened).waitFor();
    await expect.poll(() => described(page), patiently).toBe("3 to approve");

    // Pauses a brand.
    await go(page, input, "Configuration");
    const picker = region(page, "Active Group");
    await input.press(picker.getByRole("button", { name: autumn.name }));
    await picker.getByRole("button", { name: autumn.name, pressed: true }).waitFor();
    await input.openTab("Settings");
    const settings = region(page, "Group Settings");
    await input.press(settings.getByRole("button", { name: "Pause publishing" }));
    const pause = page.getByRole("alertdialog", { name: `Pause publishing of ${autumn.name}?` });
    await input.press(pause.getByRole("button", { name: "Pause publishing" }));
    await pause.waitFor({ state: "hidden" });
    await settings.getByRole("button", { name: "Resume publishing" }).waitFor();
    const groups = await running.read<Group[]>("publishing/account-groups");
    expect(groups.filter(({ paused_at }) => paused_at).map(({ name }) => name)).toEqual([
      autumn.name,
    ]);

    // Reads the activity.
    await go(page, input, "Publishing");
    await said(page, "Publishing is paused");
    await page.getByRole("link", { name: autumn.name, exact: true }).waitFor();
    const activity = region(page, "Activity");
    await entry(activity, "Reopened").first().waitFor();
    await expectAccessible(page);
    await input.press(activity.getByRole("link", { name: "All activity" }));
    await page.getByRole("heading", { level: 1, name: "Activity" }).waitFor();
    const entries = page.getByRole("region", { name: "Entries" });
    for (const [kind, about] of [
      ["Edited", "Zima je stigla."],
      ["Approved", "Leto počinje u petak."],
      ["Rescheduled", "Leto počinje u petak."],
      ["Cancelled", "Šal za duge večeri."],
      ["Approved", "Kaput za prvu kišu."],
      ["Reopened", "Kaput za prvu kišu."],
      ["Rejected", "Lišće u gradu."],
      ["Reopened", "Lišće u gradu."],
      ["Settings changed", `Group ${autumn.name}: paused`],
    ]) {
      await entry(entries, kind ?? "")
        .filter({ hasText: about })
        .first()
        .waitFor();
    }
    const kinds = (await running.read<{ kind: string }[]>("publishing/activity?limit=100")).map(
      ({ kind }) => kind,
    );
    for (const kind of ["edited", "approved", "rescheduled", "cancelled", "rejected", "reopened"]) {
      expect(kinds).toContain(kind);
    }
    await expectAccessible(page);
  });
});
