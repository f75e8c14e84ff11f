import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { serverWith } from "../features/groups/support";
import { findDialog, open as openDashboard, rows, two } from "../features/performance/support";
import { openRotator } from "../features/sale-rotator/support";
import { post, region, status } from "../features/scheduler/support";
import { findIn } from "../support/find-in";
import { answering, jsonAnswer, renderApp, saying } from "../support/render-app";

/** Expects that nothing is reported as lost or as failed. */
function expectNothingLost() {
  expect(screen.queryByText(/could not be read/)).not.toBeInTheDocument();
  expect(screen.queryByText(/^Failed to /)).not.toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
}

async function openPublishing(...rules: Parameters<typeof answering>[0]) {
  await renderApp("/dashboard/publishing?upcoming=true", { server: await answering(rules) });
  const health = await region("Scheduler Health");
  await health.findByText(/^Checked \d\d:\d\d:\d\d$/);
  const counts = () => health.getAllByRole("definition").map(({ textContent }) => textContent);
  return { health, counts };
}

describe("A list that is null, as PostgreSQL's json_agg of no rows, is empty", () => {
  it("on Publishing, whichever call it answers", async () => {
    const none = { failed_posts: null, upcoming_posts: null, recently_published: null };
    const { counts, health } = await openPublishing(
      saying("scheduler-status", status(none)),
      saying("content-queue", null),
      saying("scheduled-posts", null),
      saying("failed-work", null),
      saying("publishing/activity", null),
    );
    expect(counts()).toEqual(["0", "0", "0"]);
    for (const [name, words] of [
      ["Content Approval Queue", "No image/video posts wait for approval."],
      ["Upcoming Scheduled Posts", "No image/video posts are scheduled."],
      ["Failed Posts", "No image/video posts have failed."],
      ["Upcoming Posts", "No image/video posts are due."],
      ["Recently Published", "No image/video posts were published recently."],
      ["Activity", "No activity yet."],
    ] as const) {
      expect(await (await region(name)).findByText(words)).toBeVisible();
    }
    expect(await health.findByText("Background work: none failed")).toBeVisible();
    expectNothingLost();
  });

  it.each(["failed_posts", "upcoming_posts", "recently_published"])(
    "beside two lists of the scheduler that have posts: %s",
    async (list) => {
      const lists = {
        failed_posts: [post(1, { status: "failed" })],
        upcoming_posts: [post(2)],
        recently_published: [post(3, { status: "published" })],
      };
      const { counts } = await openPublishing(
        saying("scheduler-status", { ...lists, [list]: null }),
      );
      expect(counts()).toEqual(Object.keys(lists).map((name) => (name === list ? "0" : "1")));
      expectNothingLost();
    },
  );

  it("on the Content Library, in the generation status and in the pool", async () => {
    const { server } = await serverWith("Zima");
    const rules = [
      saying("content-generation/status", { group_name: "Zima", categories: null }),
      saying("/categories", null),
    ];
    await renderApp("/dashboard/content", { server: await answering(rules, server) });
    for (const name of ["Generation Status", "Evergreen Content Pool"]) {
      const panel = await region(name);
      expect(await panel.findByText("This group has no content categories.")).toBeVisible();
    }
    expectNothingLost();
  });

  it.each([
    ["", "All Posts"],
    ["?tab=categories", "By Category"],
  ])("on the dashboard's tab %s", async (search, name) => {
    await openDashboard(search, {
      list: () => jsonAnswer(200, null),
      categories: () => jsonAnswer(200, { data: null }),
    });
    const tab = await findIn("tabpanel", name);
    expect(await tab.findByText("No performance data available yet.")).toBeVisible();
    expectNothingLost();
  });

  it("among the figures of a post, which has no snapshots then", async () => {
    const [performance] = two;
    const { user } = await openDashboard("", {
      list: () => jsonAnswer(200, two),
      detail: () => jsonAnswer(200, { performance, snapshots: null }),
    });
    const [first] = await rows();
    if (!first) throw new Error("A row is needed.");
    await user.click(first);
    const dialog = await findDialog();
    const words = "Not enough historical data to draw a chart.";
    expect(await dialog.findByText(words)).toBeVisible();
    expectNothingLost();
  });

  it("among the changes of a dry run", async () => {
    const { press, region: rotator, wire } = await openRotator();
    const summary = { products_to_add_to_sale: null, products_to_remove_from_sale: null };
    wire.answer(/dry_run=true/, () => jsonAnswer(200, { data: { summary } }));
    await press("Dry Run");
    expect(await rotator.findByText("Dry Run Results")).toBeVisible();
    expect(rotator.getByText("No products are put on sale.")).toBeVisible();
    expect(rotator.getByText("No products are taken off sale.")).toBeVisible();
    expectNothingLost();
  });
});
