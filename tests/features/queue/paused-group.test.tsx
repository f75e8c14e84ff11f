import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { call } from "../../support/call";
import { findToast, renderApp, startServer } from "../../support/render-app";
import { addPendingPosts } from "./support";

async function open({ isPaused = true } = {}) {
  const server = await startServer();
  const { group } = await addPendingPosts(server, { image: 1 });
  if (isPaused) await call(server, groupsApi.pause, { params: { id: group.id } });
  const app = await renderApp("/dashboard/publishing", { server });
  const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
  await queue.findByRole("button", { name: "Approve…" });
  return { ...app, queue };
}

describe("A post of a group whose publishing is paused", () => {
  it("says on its card that it waits, instead of a time at which nothing goes out", async () => {
    const { queue } = await open();
    expect(await queue.findByText("Waits: publishing is paused")).toBeVisible();
    expect(queue.queryByText(/^Next slot/)).not.toBeInTheDocument();
  });

  it("says so when it is approved, and is scheduled all the same", async () => {
    const { user, queue, server } = await open();
    await queue.findByText("Waits: publishing is paused");
    await user.click(queue.getByRole("button", { name: "Approve" }));
    expect(await findToast("Approved.")).toBeVisible();
    expect(await findToast("It waits until publishing resumes in its group.")).toBeVisible();
    expect(screen.queryByText(/^Approved\. Goes out/)).not.toBeInTheDocument();
    expect(await call(server, schedulerApi.upcoming, { query: {} })).toHaveLength(1);
  });

  it("says so in the dialog that asks where and when it goes out", async () => {
    const { user, queue } = await open();
    await user.click(queue.getByRole("button", { name: "Approve…" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText("Publishing is paused")).toBeVisible();
    expect(
      dialog.getByText("The post won't publish until you resume, even if its time passes."),
    ).toBeVisible();
  });

  it("has its next slot while publishing is on", async () => {
    const { user, queue } = await open({ isPaused: false });
    expect(await queue.findByText(/^Next slot/)).toBeVisible();
    await user.click(queue.getByRole("button", { name: "Approve…" }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("checkbox");
    expect(dialog.queryByText("Publishing is paused")).not.toBeInTheDocument();
  });
});
