import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openWith, shop } from "../features/integrations/support";
import { open as openDashboard } from "../features/performance/support";
import { region as panelOf } from "../features/scheduler/support";
import { findIn } from "../support/find-in";
import { answering, jsonAnswer, renderApp, saying } from "../support/render-app";

/** A record without the fields that the console cannot do without. */
const unreadable = { id: null };

const unread = /could not be read/;

it("Lists on Publishing do not claim to be empty over records that could not be read", async () => {
  const { user } = await renderApp("/dashboard/publishing", {
    server: await answering([
      saying("content-queue", [unreadable]),
      saying("scheduled-posts", [unreadable]),
      saying("scheduler-status", {
        failed_posts: [unreadable],
        upcoming_posts: [unreadable],
        recently_published: [unreadable],
      }),
      saying("failed-work", [unreadable]),
      saying("publishing/activity", [unreadable]),
    ]),
  });
  for (const name of [
    "Content Approval Queue",
    "Upcoming Scheduled Posts",
    "Failed Posts",
    "Recently Published",
    "Activity",
  ]) {
    const panel = await panelOf(name);
    expect(await panel.findByText(unread)).toBeVisible();
    expect(panel.queryByText(/^No /)).not.toBeInTheDocument();
  }
  const health = await panelOf("Scheduler Health");
  expect(health.queryByText("0")).not.toBeInTheDocument();

  await user.click(await health.findByRole("button", { name: "Background work: 1 failed" }));
  const work = await findIn("dialog", "Failed background work");
  expect(await work.findByText(unread)).toBeVisible();
  expect(work.queryByText("No background work has failed.")).not.toBeInTheDocument();
});

it.each([
  ["", "All Posts"],
  ["?tab=categories", "By Category"],
])("The dashboard's tab %s does not claim to be empty either", async (search, name) => {
  await openDashboard(search, {
    list: () => jsonAnswer(200, [{ platform: 4 }]),
    categories: () => jsonAnswer(200, { data: [{ category_name: "Saveti" }] }),
  });
  const tab = await findIn("tabpanel", name);
  expect(await tab.findByText("1 record could not be read.")).toBeVisible();
  expect(tab.queryByText("No performance data available yet.")).not.toBeInTheDocument();
});

it("Integrations do not claim that a platform or another group has none", async () => {
  const { wire, router } = await openWith({ own: [shop()] });
  await screen.findByText(/^No other group has/);
  wire.answer(/integrations(\/all)?$/, () =>
    jsonAnswer(200, [
      { id: 1, platform: "shopify", store_name: "Zima", account_group_id: 1 },
      unreadable,
    ]),
  );
  await router.options.context.queryClient.invalidateQueries({ queryKey: ["integrations"] });
  await waitFor(() => expect(screen.getAllByText("1 record could not be read.")).toHaveLength(2));
  expect(screen.queryByText(/^No (ad account|mail service|other group)/)).toBeNull();
});

it("Folded sections of Configuration do not claim to be empty", async () => {
  await renderApp("/dashboard/config", {
    server: await answering([
      saying("admin/products", [unreadable]),
      saying("admin/meme-templates", [unreadable]),
    ]),
  });
  await waitFor(() => expect(screen.getAllByText("1 record could not be read.")).toHaveLength(2));
  expect(screen.queryByText(/^No (products|templates) yet/)).not.toBeInTheDocument();
});

it("A link to a product that could not be read does not say that it was deleted", async () => {
  await renderApp("/dashboard/config?dialog=product&record=7", {
    server: await answering([saying("admin/products", [unreadable])]),
  });
  const dialog = await findIn("dialog", "Edit product");
  expect(await dialog.findByText("This product could not be read.")).toBeVisible();
  expect(dialog.queryByText("It was deleted.")).not.toBeInTheDocument();
});
