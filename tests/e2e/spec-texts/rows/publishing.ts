import type { Page } from "playwright-core";
import { region } from "../../support/screen";
import { answer, button, type Rows } from "./row";

const at = "/dashboard/publishing";

const queue = (page: Page) => region(page, "Content Approval Queue");
const maintenance = (page: Page) => region(page, "Maintenance");
const failed = (page: Page) => region(page, "Failed Posts");

const card = (page: Page, id: number) => queue(page).locator(`[data-post="${id}"]`);

async function select(page: Page, name: string) {
  for (const id of [51, 52]) await card(page, id).getByRole("checkbox").check();
  return button(queue(page), name);
}

const ask = (name: string) => async (page: Page) => {
  await button(maintenance(page), name).click();
  return answer(page, name);
};

const loadMore = (title: string) => (page: Page) =>
  button(region(page, title), "Load More").click();

/** In the result of a batch each line begins with the post's number. */
const numbered = { after: /#\d+/, calls: 2 } as const;

export const publishingRows: Rows = {
  writes: [
    {
      what: "approve an item",
      at,
      call: "POST /publishing/content-queue/{id}/approve",
      text: "Failed to approve item.",
      ready: (page) => button(card(page, 51), "Approve"),
    },
    {
      what: "reject an item",
      at,
      call: "POST /publishing/content-queue/{id}/reject",
      text: "Failed to reject item.",
      ready: (page) => button(card(page, 51), "Reject"),
    },
    {
      ...numbered,
      what: "approve several items",
      at,
      call: "POST /publishing/content-queue/{id}/approve",
      text: "Failed to approve item.",
      ready: (page) => select(page, "Approve selected"),
    },
    {
      ...numbered,
      what: "reject several items",
      at,
      call: "POST /publishing/content-queue/{id}/reject",
      text: "Failed to reject item.",
      ready: (page) => select(page, "Reject selected"),
    },
    {
      what: "retry a post",
      at,
      call: "POST /publishing/posts/{id}/retry",
      text: "Failed to retry post.",
      quoted: [],
      ready: async (page) => {
        await button(failed(page).getByRole("row"), "Retry").first().click();
        return answer(page, "Retry");
      },
    },
    {
      ...numbered,
      what: "retry all posts",
      at,
      call: "POST /publishing/posts/{id}/retry",
      text: "Failed to retry post.",
      quoted: [],
      ready: async (page) => {
        await button(failed(page), "Retry all").click();
        return answer(page, "Retry all");
      },
    },
    {
      what: "run the daily planner",
      at,
      call: "POST /admin/scheduler/run-daily-planner",
      text: "Failed to trigger planner job.",
      ready: ask("Run daily planner"),
    },
    {
      what: "clear failed posts",
      at,
      call: "POST /admin/clear-failed-posts",
      text: "Failed to clear failed posts.",
      ready: ask("Clear failed posts"),
    },
    {
      what: "clear scheduled posts",
      at,
      call: "POST /admin/clear-scheduled-posts",
      text: "Failed to clear scheduled posts.",
      ready: ask("Clear scheduled posts"),
    },
  ],
  reads: [
    {
      what: "the scheduler's status",
      at,
      call: "GET /publishing/scheduler-status",
      text: "Failed to fetch scheduler status.",
    },
    {
      what: "the approval queue",
      at,
      call: "GET /publishing/content-queue",
      text: "Failed to fetch content data.",
    },
    {
      what: "the scheduled posts",
      at,
      call: "GET /publishing/scheduled-posts",
      text: "Failed to fetch content data.",
    },
    {
      what: "more of the approval queue",
      at,
      call: "GET /publishing/content-queue",
      text: "Failed to load more items.",
      press: loadMore("Content Approval Queue"),
    },
    {
      what: "more of the scheduled posts",
      at,
      call: "GET /publishing/scheduled-posts",
      text: "Failed to load more scheduled posts.",
      press: loadMore("Upcoming Scheduled Posts"),
    },
  ],
  shown: [
    {
      what: "failed posts that are cleared",
      at,
      text: "Cleared all failed posts.",
      press: async (page) => (await ask("Clear failed posts")(page)).click(),
    },
    {
      what: "scheduled posts that are cleared",
      at,
      text: "Cleared all scheduled posts.",
      press: async (page) => (await ask("Clear scheduled posts")(page)).click(),
    },
  ],
};
