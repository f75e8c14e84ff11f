import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { serverWith } from "../features/groups/support";
import { detailOf, findDialog, open, two } from "../features/performance/support";
import { findIn, noDialog } from "../support/find-in";
import { answering, jsonAnswer, renderApp } from "../support/render-app";

const panel = (name: string) => findIn("region", name);

/** A server with a group, which refuses every read of these addresses until it is fixed. */
async function brokenServer(broken: readonly string[]) {
  const { server } = await serverWith("Zima");
  let isBroken = true;
  const says = () => (isBroken ? jsonAnswer(400, { detail: "Away." }) : undefined);
  return {
    server: await answering(
      broken.map((to) => ({ to, says })),
      server,
    ),
    fix: () => {
      isBroken = false;
    },
    breakIt: () => {
      isBroken = true;
    },
  };
}

const ofPublishing = ["/content-queue", "/scheduled-posts", "/scheduler-status"];

describe("'Try again' in one panel", () => {
  it("also retries what failed in the screen's other panels", async () => {
    const { server, fix } = await brokenServer(ofPublishing);
    const { user } = await renderApp("/dashboard/publishing", { server });
    const queue = await panel("Content Approval Queue");
    const upcoming = await panel("Upcoming Scheduled Posts");
    const health = await panel("Scheduler Health");
    const failed = await panel("Failed Posts");
    expect(await queue.findByText("Failed to fetch content data.")).toBeVisible();
    expect(await upcoming.findByText("Away.")).toBeVisible();
    expect(await health.findByText("Failed to fetch scheduler status.")).toBeVisible();
    expect(await failed.findByText("Failed to fetch scheduler status.")).toBeVisible();

    fix();
    await user.click(queue.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByText("Away.")).not.toBeInTheDocument());
    expect(await health.findByText(/^Checked/)).toBeVisible();
    expect(await failed.findByText("No image/video posts have failed.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  });

  it("also refreshes the other panels that failed and show older data", async () => {
    const { server, fix, breakIt } = await brokenServer(ofPublishing);
    fix();
    const { user, router } = await renderApp("/dashboard/publishing", { server });
    await screen.findByText("No image/video posts have failed.");
    await (await panel("Scheduler Health")).findByText(/^Checked/);
    await waitFor(() => expect(router.options.context.queryClient.isFetching()).toBe(0));

    breakIt();
    await router.options.context.queryClient.invalidateQueries();
    await waitFor(() => expect(screen.getAllByText(/ Showing /)).toHaveLength(3));

    fix();
    const health = await panel("Scheduler Health");
    await user.click(health.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByText(/ Showing /)).not.toBeInTheDocument());
  });
});

it("A dialog that failed to load reads again when it is reopened", async () => {
  let isBroken = true;
  const { user } = await open("?post=41", {
    list: () => jsonAnswer(200, two),
    detail: (address) => (isBroken ? jsonAnswer(400, { detail: "Away." }) : detailOf(two)(address)),
  });
  const failure = "Failed to load performance details. Please try again.";
  expect(await (await findDialog()).findByText(failure)).toBeVisible();
  await user.keyboard("{Escape}");
  await noDialog();

  isBroken = false;
  await user.click(screen.getByRole("button", { name: "Slojevi su tajna." }));
  expect(await (await findDialog()).findByRole("link", { name: "View post" })).toBeVisible();
  expect(screen.queryByText(failure)).not.toBeInTheDocument();
});
