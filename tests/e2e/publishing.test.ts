import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addBrand } from "./support/brand";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import {
  alter,
  entry,
  expectInAddress,
  hold,
  inAddress,
  ofScreens,
  overflow,
  refusals,
  refuse,
  region,
  said,
} from "./support/screen";

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const at = "/dashboard/publishing";
const queueOf = (page: Page) => region(page, "Content Approval Queue");
const approveIn = (place: Locator) => place.getByRole("button", { name: "Approve", exact: true });
const rejectIn = (place: Locator) => place.getByRole("button", { name: "Reject", exact: true });
const card = (page: Page, id: number) => queueOf(page).locator(`[data-post="${id}"]`);

type Pending = { id: number; text_content: string; image_url: string | null };
const pending = () =>
  running.read<Pending[]>("publishing/content-queue?status=pending_approval&limit=1000");

/** Returns the ids of the posts that the queue shows, in order. */
async function shownOf(page: Page) {
  await approveIn(queueOf(page)).first().waitFor();
  const ids = await queueOf(page)
    .locator("[data-post]")
    .evaluateAll((cards) => cards.map((one) => Number(one.getAttribute("data-post"))));
  return ids;
}

/** Returns the shown ids, after loading pages until there are at least `count`. */
async function firstOf<N extends number>(page: Page, count: N) {
  const more = queueOf(page).getByRole("button", { name: "Load More" });
  while ((await shownOf(page)).length < count) {
    const before = (await shownOf(page)).length;
    await more.click();
    await expect.poll(async () => (await shownOf(page)).length).toBeGreaterThan(before);
  }
  return shownOf(page);
}

const isPending = async (id: number | undefined) =>
  (await pending()).some((item) => item.id === id);

/** Allows motion; returns from where elements slide to their places from now on. */
async function watchSlides(page: Page) {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const slid = await page.evaluateHandle(() => {
    const froms: string[] = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      const [frames] = how;
      if (frames && "translate" in frames) froms.push(String([frames.translate].flat()[0]));
      return animate.apply(this, how);
    };
    return froms;
  });
  return () => slid.jsonValue();
}

// Runs first, while there are text posts among the twenty most recently published.
describe("In a small window", () => {
  it("the name of a platform is whole, or its mark stands alone", async () => {
    const { page } = await newOperator({ at: `${at}?tab=text`, width: 1024 });
    const label = /^(X \(Twitter\)|Instagram|Facebook Page|Threads|Bluesky|Reddit|TikTok)$/;
    const names = page.locator("main").getByTitle(label);
    for (const list of ["Upcoming Scheduled Posts", "Failed Posts"]) {
      await region(page, list).getByTitle(label).first().waitFor({ state: "attached" });
    }
    // How much of each can be seen beside its account, in pixels, and how much there is of it.
    const cut = await names.evaluateAll((all) =>
      all.flatMap((name) => {
        const own = name.getBoundingClientRect();
        const line = name.parentElement?.getBoundingClientRect() ?? own;
        const isSeen = own.top < line.bottom - 1;
        const isCut = name.scrollWidth > name.clientWidth || own.right > line.right + 1;
        return isSeen && isCut ? [name.textContent] : [];
      }),
    );
    expect(await names.count()).toBeGreaterThan(0);
    expect(cut).toEqual([]);
  });

  it("nothing overflows, and the cause of a failure has the whole width", async () => {
    const { page } = await newOperator({ at: `${at}?tab=text&view=calendar`, width: 360 });
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await region(page, "Recently Published").getByRole("link").first().waitFor();
      const cause = region(page, "Failed Posts").getByText("1 post").first().locator("..");
      await cause.waitFor();
      expect((await cause.boundingBox())?.width).toBeGreaterThan(width * 0.75);
      await expectAccessible(page);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
  });
});

/** By keyboard, from the notice on a post that breaks a rule: past 'Edit'. */
async function leaveOut(page: Page) {
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^Leave out /);
  await page.keyboard.press("Enter");
}

describe("Content Approval Queue", () => {
  it("has room for five posts of three lines in a window 1,000 px high", async () => {
    const { page } = await newOperator({ at });
    await page.setViewportSize({ width: 1440, height: 1000 });
    await shownOf(page);
    const cards = queueOf(page).locator("[data-post]");
    const heights = await cards.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().height),
    );
    const top = (await cards.first().boundingBox())?.y ?? 0;
    expect(top + 5 * Math.min(...heights)).toBeLessThanOrEqual(1000);
  });

  it("approves and rejects, and reports a post that another operator has decided already", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    const [first = 0, second = 0, third = 0, fourth = 0] = await firstOf(page, 4);
    await approveIn(card(page, first)).click();
    await said(page, /^Approved\. Goes out (at|from) .+ on .+\.$/);
    await rejectIn(card(page, second)).click();
    await said(page, "Rejected. It will not be published.");
    expect([await isPending(first), await isPending(second)]).toEqual([false, false]);

    await running.write(`publishing/content-queue/${third}/approve`);
    await approveIn(card(page, third)).click();
    await said(page, "Failed to approve item.");
    await said(page, "This post is already approved.");
    await running.write(`publishing/content-queue/${fourth}/reject`);
    await rejectIn(card(page, fourth)).click();
    await said(page, "Failed to reject item.");
    await said(page, "This post is already rejected.");
  });

  it("asks before it approves a post that changed since it was shown", async () => {
    const { page } = await newOperator({ at });
    const [first = 0, second = 0] = await firstOf(page, 2);
    await alter<Pending[]>(page, /content-queue\?/, (items) =>
      items.map((item) =>
        item.id === second ? { ...item, text_content: "Sada piše nešto drugo." } : item,
      ),
    );
    await rejectIn(card(page, first)).click();
    await card(page, second).getByText("Sada piše nešto drugo.").waitFor();
    await approveIn(card(page, second)).click();
    const question = page.getByRole("alertdialog", {
      name: "This post changed since it was shown",
    });
    await question.getByText("Sada piše nešto drugo.").waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await isPending(second)).toBe(true);
  });

  it("decides on several at once, and reports each result", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    const [first = 0, second = 0] = await firstOf(page, 2);
    const queue = queueOf(page);
    for (const id of [first, second]) await card(page, id).getByRole("checkbox").check();
    await expectAccessible(page);
    await running.write(`publishing/content-queue/${second}/reject`);
    await queue.getByRole("button", { name: "Approve selected" }).click();
    const result = queue.getByRole("group", { name: "Result" });
    await result.getByText("1 approved, 1 failed.").waitFor();
    await entry(result, `#${second}`)
      .getByText(/This post is already rejected\./)
      .waitFor();
    expect(await isPending(first)).toBe(false);
    // So high that the result is below the list: over it, it may half cover a button.
    await page.setViewportSize({ width: 1440, height: 2000 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await result.getByRole("button", { name: "Close" }).click();

    await page.getByRole("tab", { name: "Text-Only Posts" }).click();
    await queue.getByRole("checkbox").first().check();
    await queue.getByRole("button", { name: /^Select all \d+ shown$/ }).click();
    await queue.getByRole("button", { name: "Clear selection" }).click();
    await queue.getByRole("checkbox").first().check();
    const before = (await pending()).length;
    await queue.getByRole("button", { name: "Reject selected" }).click();
    await result.getByText("1 rejected.").waitFor();
    expect((await pending()).length).toBe(before - 1);
  });

  it("lets the queue be emptied with the keyboard alone, page by page", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    const queue = queueOf(page);
    const approve = approveIn(queue);
    const stopped = queue.getByRole("group", { name: /^Not approved: / });
    const more = queue.getByRole("button", { name: "Load More" });
    await more.waitFor();
    const allowed = await refuse(page, /content-queue\?.*skip=[1-9]/, "Not now.");
    await more.focus();
    await page.keyboard.press("Enter");
    await queue.getByText("Failed to load more items.").waitFor();
    await allowed();
    for (const tab of ["Image/Video Posts", "Text-Only Posts"]) {
      await page.getByRole("tab", { name: tab }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("tab", { name: tab, selected: true }).waitFor();
      await approve.first().waitFor();
      while (await more.isVisible()) {
        const shown = await approve.count();
        await more.focus();
        await page.keyboard.press("Enter");
        await expect
          .poll(async () => (await approve.count()) > shown || !(await more.isVisible()), {
            timeout: 10_000,
          })
          .toBe(true);
      }
      for (let left = await approve.count(); left > 0; left -= 1) {
        if (!(await queue.locator("li:focus").count())) await page.keyboard.press("j");
        // Longer than the time in which a second press counts as a bounced key.
        await page.waitForTimeout(450);
        await page.keyboard.press(left % 2 === 0 ? "a" : "r");
        await expect
          .poll(async () => (await approve.count()) < left || (await stopped.isVisible()), {
            timeout: 10_000,
          })
          .toBe(true);
        if (await stopped.isVisible()) await leaveOut(page);
        await expect.poll(() => approve.count(), { timeout: 10_000 }).toBeLessThan(left);
      }
    }
    await expect.poll(async () => (await pending()).length).toBe(0);
    await queue.getByText("No text-only posts wait for approval.").waitFor();
    await expectAccessible(page);
  });
});

describe("A decided post", () => {
  it("lets the next ones slide into its place, and not where motion is unwanted", async () => {
    const texts = ["Prva objava.", "Druga objava.", "Treća objava.", "Četvrta objava."];
    const brand = await addBrand(running, "Pokret", ["pokret.bsky.social"], texts);
    const { page } = await newOperator({ at: `${at}?tab=text&of=group&group=${brand.id}` });
    const [first, second, third] = await firstOf(page, 4);
    const slides = await watchSlides(page);
    await rejectIn(card(page, first ?? 0)).click();
    await card(page, first ?? 0).waitFor({ state: "hidden" });
    const froms = await slides();
    expect(froms.length).toBeGreaterThanOrEqual(3);
    for (const from of froms) expect(from).toMatch(/^0px \d+px$/);

    await page.emulateMedia({ reducedMotion: "reduce" });
    await rejectIn(card(page, second ?? 0)).click();
    await card(page, second ?? 0).waitFor({ state: "hidden" });
    await card(page, third ?? 0).waitFor();
    expect(await slides()).toEqual(froms);
  });
});

describe("Upcoming Scheduled Posts", () => {
  const upcomingOf = (page: Page) => region(page, "Upcoming Scheduled Posts");

  it("load five at a time, and say when loading more fails", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    const more = upcomingOf(page).getByRole("button", { name: "Load More" });
    await more.waitFor();
    const rows = upcomingOf(page).getByRole("listitem");
    const shown = await rows.count();
    const allowed = await refuse(page, /scheduled-posts\?.*skip=[1-9]/, "Not now.");
    await more.click();
    await upcomingOf(page).getByText("Failed to load more scheduled posts.").waitFor();
    await allowed();
    // The next five may all be of the other tab, and with the last ones the button disappears.
    const load = () => more.click({ timeout: 2_000 }).catch(() => {});
    await expect.poll(() => load().then(() => rows.count())).toBeGreaterThan(shown);
  });

  it("keep tab, view and week over reload, Back and a copied URL", async () => {
    const { page, newTab } = await newOperator({ at });
    await page.getByRole("tab", { name: "Text-Only Posts" }).click();
    await upcomingOf(page).getByRole("radio", { name: "Calendar" }).check();
    await upcomingOf(page).getByRole("button", { name: "Next", exact: true }).click();
    await expectInAddress(page, "view", "calendar");
    await expect.poll(() => inAddress(page, "week")).toMatch(/^\d{4}-\d\d-\d\d$/);
    const week = upcomingOf(page).getByText(/^\d+ \w+ – \d+ \w+$/);
    const next = await week.textContent();
    await expectAccessible(page);

    const copied = await newTab();
    await copied.goto(page.url());
    await page.reload();
    for (const tab of [page, copied]) {
      await upcomingOf(tab)
        .getByText(next ?? "")
        .waitFor();
      await tab.getByRole("tab", { name: "Text-Only Posts", selected: true }).waitFor();
    }
    await page.goBack();
    await expectInAddress(page, "week", null);
    await expect.poll(() => week.textContent()).not.toBe(next);
    await page.goBack();
    await expect.poll(() => upcomingOf(page).getByRole("region", { name: "Week" }).count()).toBe(0);
    expect(inAddress(page, "tab")).toBe("text");
  });
});

describe("Dragging a post in the calendar", () => {
  const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Reschedule post" });
  const timeIn = (page: Page) => dialogOf(page).getByLabel("Publish at").inputValue();

  it("fills in the dialog, moves nothing before 'Reschedule', and is cancelled by Escape", async () => {
    const { page } = await newOperator({ at });
    const upcoming = region(page, "Upcoming Scheduled Posts");
    await upcoming
      .getByRole("button", { name: /^Actions for post on/ })
      .last()
      .click();
    await page.getByRole("menuitem", { name: "Reschedule…" }).click();
    await dialogOf(page).getByLabel("Publish at").fill("2036-11-19T12:00");
    await dialogOf(page).getByRole("button", { name: "Reschedule" }).click();
    await said(page, /^Rescheduled to /);

    await page.goto(`${running.address}${at}?view=calendar&week=2036-11-19`);
    const week = upcoming.getByRole("region", { name: "Week" });
    const dayOf = (name: string) => week.getByRole("heading", { name }).locator("..");
    const entryIn = (day: string) => dayOf(day).getByRole("listitem");
    await entryIn("Wed 19").getByRole("button").first().waitFor();
    const text = entryIn("Wed 19").getByRole("paragraph");
    const { height = 0 } = (await dayOf("Fri 21").boundingBox()) ?? {};
    const evening = { targetPosition: { x: 30, y: height * 0.755 } };

    await text.hover();
    await page.mouse.down();
    // The first move begins the drag, and the second is over the day.
    for (const y of [40, evening.targetPosition.y]) {
      await dayOf("Fri 21").hover({ position: { x: 30, y }, force: true });
    }
    await dayOf("Fri 21").getByText(/18:00/).waitFor();
    await page.keyboard.press("Escape");
    await dayOf("Fri 21").getByText(/18:00/).waitFor({ state: "hidden" });
    await page.mouse.up();
    expect(await dialogOf(page).count()).toBe(0);

    await text.dragTo(dayOf("Fri 21"), evening);
    await dialogOf(page).waitFor();
    expect(await timeIn(page)).toBe("2036-11-21T18:00");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "hidden" });
    await entryIn("Wed 19").waitFor();

    await text.dragTo(dayOf("Fri 21"), evening);
    const slides = await watchSlides(page);
    await dialogOf(page).getByRole("button", { name: "Reschedule" }).click();
    await entryIn("Fri 21").waitFor();
    expect(await entryIn("Wed 19").count()).toBe(0);
    // Two days to the right of where it was.
    expect(await slides()).toEqual([expect.stringMatching(/^-\d+px 0px$/)]);
    await expectAccessible(page);
  });
});

describe("Scheduler Health", () => {
  it("refreshes on demand, and keeps the last status when that fails", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    const health = region(page, "Scheduler Health");
    await health.getByText(/^Next check in \d+ s$/).waitFor();
    const allowed = await refuse(page, /scheduler-status/, "The database is being moved.");
    await health.getByRole("button", { name: "Refresh now" }).click();
    await health.getByText(/^Failed to fetch scheduler status\. Showing/).waitFor();
    await health.getByText(/^Checked/).waitFor();
    await region(page, "Recently Published").getByRole("link").first().waitFor();
    await expectAccessible(page);
    await allowed();
    await health.getByRole("button", { name: "Try again" }).click();
    await health.getByText(/^Failed to fetch/).waitFor({ state: "hidden" });
  });
});

describe("Failed Posts", () => {
  const failedOf = (page: Page) => region(page, "Failed Posts");
  const retryIn = (place: Locator) => place.getByRole("button", { name: "Retry", exact: true });

  type Status = { failed_posts: { id: number; content_queue_item: Pending }[] };
  const failed = async () =>
    (await running.read<Status>("publishing/scheduler-status")).failed_posts;

  it("are retried one by one and all together, and say which were refused", async () => {
    const { page, forgive } = await newOperator({ at: `${at}?tab=text` });
    forgive(refusals);
    const list = failedOf(page);
    await retryIn(list).nth(3).waitFor();
    await expectAccessible(page);
    await retryIn(list).first().click();
    await expectAccessible(page);
    await retryIn(page.getByRole("alertdialog")).click();
    await said(page, "The post is queued again.");

    // The list is newest first, and its first post has just been retried: take the last.
    const locked = (await failed()).at(-1)?.id;
    const allowed = await refuse(page, new RegExp(`/posts/${locked}/retry`), "It is locked.");
    await list.getByRole("button", { name: "Retry all" }).click();
    const question = page.getByRole("alertdialog", { name: /^Retry \d failed posts\?$/ });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Retry all" }).click();
    const result = list.getByRole("group", { name: "Result" });
    await result.getByText(/^\d queued again, 1 failed\.$/).waitFor();
    await entry(result, `#${locked}`)
      .getByText(/It is locked\./)
      .waitFor();
    await expectAccessible(page);
    await allowed();
    await result.getByRole("button", { name: "Retry the failed" }).click();
    await result.getByText("1 queued again.").waitFor();
    await result.getByRole("button", { name: "Close" }).click();
  });

  it("say that another operator has cleared them", async () => {
    // A retried post that its platform refuses returns to the list automatically.
    await expect.poll(async () => (await failed()).length, { timeout: 60_000 }).toBeGreaterThan(0);
    const { page, forgive } = await newOperator({ at: `${at}?tab=text` });
    forgive(refusals);
    await retryIn(failedOf(page)).first().waitFor();
    await running.write("admin/clear-failed-posts");
    await retryIn(failedOf(page)).first().click();
    await retryIn(page.getByRole("alertdialog")).click();
    await said(page, "Failed to retry post.");
  });
});

describe("Maintenance", () => {
  const maintenanceOf = (page: Page) => region(page, "Maintenance");

  it("runs the planner, and says why it failed", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    const run = maintenanceOf(page).getByRole("button", { name: "Run daily planner" });
    const allowed = await refuse(page, /run-daily-planner/, "Planning is switched off.");
    await run.click();
    const question = page.getByRole("alertdialog", { name: "Run the daily planner?" });
    const sure = question.getByRole("button", { name: "Run daily planner" });
    await expectAccessible(page);
    await sure.click();
    await question.getByText("Failed to trigger planner job.").waitFor();
    await allowed();
    await sure.click();
    await said(page, /planner is queued/);
  });

  it("asks before clearing all groups, and shows a failure in its dialog", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    await region(page, "Failed Posts")
      .getByText(/Retry|on the other tab|have failed/)
      .first()
      .waitFor();
    for (const [name, noun] of [
      ["Clear failed posts", "failed"],
      ["Clear scheduled posts", "scheduled"],
    ] as const) {
      await maintenanceOf(page).getByRole("button", { name }).click();
      const question = page.getByRole("alertdialog", { name: `${name} of all groups?` });
      const allowed = await refuse(page, /admin\/clear-/, "A post is just going out.");
      await question.getByRole("button", { name }).click();
      await question.getByText("A post is just going out.").waitFor();
      await expectAccessible(page);
      // The dialog shows the error; no toast repeats it.
      expect(await page.getByRole("alert").filter({ hasText: "going out" }).count()).toBeLessThan(
        2,
      );
      await allowed();
      await question.getByRole("button", { name }).click();
      await page.getByText(new RegExp(`^Cleared \\d+ ${noun} posts?\\.`)).waitFor();
      await question.waitFor({ state: "hidden" });
    }
  });
});

describe("Publishing", () => {
  it("is accessible while it loads, when it fails, and when it is empty", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    await region(page, "Upcoming Scheduled Posts")
      .getByText(/are scheduled\.$/)
      .waitFor();
    await queueOf(page)
      .getByText(/wait for approval\.$/)
      .waitFor();
    await expectAccessible(page);

    const allowed = await refuse(page, ofScreens, "The database is being moved.");
    await page.reload();
    await queueOf(page).getByText("Failed to fetch content data.").waitFor();
    await region(page, "Failed Posts").getByText("Failed to fetch scheduler status.").waitFor();
    await expectAccessible(page);
    await allowed();
    await queueOf(page).getByRole("button", { name: "Try again" }).click();
    await queueOf(page)
      .getByText(/wait for approval\.$/)
      .waitFor();

    await hold(page, ofScreens);
    await page.reload();
    await page.getByText("Loading approval queue").waitFor({ state: "attached" });
    await expectAccessible(page);
  });
});
