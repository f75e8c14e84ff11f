import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { call } from "../../support/call";
import { findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import { travelTo } from "../../support/time-zone";
import { addKeylessAccount, addPendingPosts, pendingPosts } from "./support";

async function open(posts: Parameters<typeof addPendingPosts>[1] = { image: 1 }, address = "") {
  const server = await startServer();
  const made = await addPendingPosts(server, posts);
  await call(server, accountsApi.add, {
    params: { id: made.group.id },
    body: {
      platform_type: "threads",
      platform_username: "zimska",
      credentials: { threads_user_id: "1", access_token: "good" },
    },
  });
  await addKeylessAccount(server, made.group.id);
  const app = await renderApp(`/dashboard/publishing${address}`, { server });
  const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
  await app.user.click(await queue.findByRole("button", { name: "Approve…" }));
  const name = `Approve post #${made.posts[0]?.id}`;
  const dialog = within(await screen.findByRole("dialog", { name }));
  await dialog.findAllByRole("checkbox");
  const scheduled = () => call(server, schedulerApi.upcoming, { query: {} });
  return { ...app, ...made, queue, dialog, scheduled };
}

describe("The dialog 'Approve post'", () => {
  it("has the accounts of the category chosen, each with its health in words", async () => {
    const { dialog } = await open();
    expect(dialog.getByRole("checkbox", { name: "@zimska.bsky.social · Bluesky" })).toBeChecked();
    expect(dialog.getByRole("checkbox", { name: "@zimska · Threads" })).toBeChecked();
    const keyless = dialog.getByRole("checkbox", { name: "@mraz · X (Twitter)" });
    expect(keyless).not.toBeChecked();
    expect(keyless).toBeDisabled();
    expect(keyless).toHaveAccessibleDescription("Keys missing");
    expect(dialog.getByRole("radio", { name: "Next slot" })).toBeChecked();
  });

  it("schedules the post on the chosen accounts alone", async () => {
    const { user, dialog, scheduled, server } = await open();
    await user.click(dialog.getByRole("checkbox", { name: "@zimska.bsky.social · Bluesky" }));
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Threads\.$/)).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await scheduled()).toMatchObject([{ social_account: { platform_type: "threads" } }]);
    expect(await pendingPosts(server)).toEqual([]);
  });

  it("schedules it at the chosen time, which it repeats with its zone", async () => {
    const { user, dialog, scheduled } = await open();
    await user.click(dialog.getByRole("radio", { name: "Date and time" }));
    const time = await dialog.findByLabelText("Date and time", {
      selector: "[type=datetime-local]",
    });
    await user.type(time, "2099-05-04T09:30");
    const wanted = new Date("2099-05-04T09:30");
    expect(dialog.getByText(/4 May 2099, 09:30 \S+ · 2099-05-0\d \d\d:\d\d UTC/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at 4 May 2099, 09:30 \S+ on/)).toBeVisible();
    for (const post of await scheduled()) expect(post.publish_at).toBe(wanted.toISOString());
  });

  it("asks for an account, and for a time that is still to come", async () => {
    const { user, dialog, wire } = await open();
    await user.click(dialog.getByRole("checkbox", { name: "@zimska.bsky.social · Bluesky" }));
    await user.click(dialog.getByRole("checkbox", { name: "@zimska · Threads" }));
    await user.click(dialog.getByRole("radio", { name: "Date and time" }));
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await dialog.findByText("Please select at least one account to post to.")).toBeVisible();
    expect(dialog.getByText("Choose a date and a time.")).toBeVisible();
    await user.type(
      dialog.getByLabelText("Date and time", { selector: "[type=datetime-local]" }),
      "2020-01-01T08:00",
    );
    expect(await dialog.findByText("This time has passed.")).toBeVisible();
    expect(wire.sent.some((line) => line.includes("/approve"))).toBe(false);
  });

  it("refuses a time that the clocks skip, and says so at the field", async () => {
    travelTo("Europe/Belgrade");
    const { user, dialog, wire } = await open();
    await user.click(dialog.getByRole("radio", { name: "Date and time" }));
    const field = dialog.getByLabelText("Date and time", { selector: "[type=datetime-local]" });
    fireEvent.change(field, { target: { value: "2036-03-30T02:30" } });
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    const why = "This time does not exist: the clocks go forward then.";
    expect(await dialog.findByText(why)).toBeVisible();
    expect(field).toHaveAccessibleDescription(why);
    expect(wire.sent.some((line) => line.includes("/approve"))).toBe(false);
  });

  it("stays open with the server's reason if it is refused", async () => {
    const { user, dialog, queue, wire } = await open();
    wire.answer(
      (line) => line.includes("/approve"),
      () => jsonAnswer(409, { detail: "This post is already rejected." }),
    );
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Failed to approve item.This post is already rejected.",
    );
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(queue.getByRole("button", { name: "Approve…" })).toHaveFocus());
  });
});
