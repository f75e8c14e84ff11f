import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { call } from "../../support/call";
import { findDialog } from "../../support/on-screen";
import { answerWith, sentTo } from "../../support/on-wire";
import { findToast } from "../../support/render-app";
import { travelTo } from "../../support/time-zone";
import { addAccount, addKeylessAccount, openQueue } from "./support";

const toBluesky = "@zimska.bsky.social · Bluesky";
const toThreads = "@zimska · Threads";

async function open() {
  const app = await openQueue({
    image: 1,
    prepare: async ({ server, group }) => {
      await addAccount(server, group.id, "threads", "zimska");
      await addKeylessAccount(server, group.id);
    },
  });
  await app.user.click(await app.queue.findByRole("button", { name: "Approve…" }));
  const dialog = await findDialog(`Approve post #${app.ids[0]}`);
  await dialog.findAllByRole("checkbox");
  const press = (role: "button" | "checkbox" | "radio", name: string) =>
    app.user.click(dialog.getByRole(role, { name }));
  const findTime = () =>
    dialog.findByLabelText("Date and time", { selector: "[type=datetime-local]" });
  return { ...app, dialog, press, findTime };
}

describe("The dialog 'Approve post'", () => {
  it("has the accounts of the category chosen, each with its health in words", async () => {
    const { dialog } = await open();
    expect(dialog.getByRole("checkbox", { name: toBluesky })).toBeChecked();
    expect(dialog.getByRole("checkbox", { name: toThreads })).toBeChecked();
    const keyless = dialog.getByRole("checkbox", { name: "@mraz · X (Twitter)" });
    expect(keyless).not.toBeChecked();
    expect(keyless).toBeDisabled();
    expect(keyless).toHaveAccessibleDescription("Keys missing");
    expect(dialog.getByRole("radio", { name: "Next slot" })).toBeChecked();
  });

  it("schedules the post on the chosen accounts alone", async () => {
    const { press, scheduled, pendingIds } = await open();
    await press("checkbox", toBluesky);
    await press("button", "Approve");
    expect(await findToast(/^Approved\. Goes out at .+ on Threads\.$/)).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await scheduled()).toMatchObject([{ social_account: { platform_type: "threads" } }]);
    expect(await pendingIds()).toEqual([]);
  });

  it("schedules it at the chosen time, which it repeats with its zone", async () => {
    const { user, dialog, press, findTime, scheduled } = await open();
    await press("radio", "Date and time");
    await user.type(await findTime(), "2099-05-04T09:30");
    const wanted = new Date("2099-05-04T09:30");
    expect(dialog.getByText(/4 May 2099, 09:30 \S+ · 2099-05-0\d \d\d:\d\d UTC/)).toBeVisible();
    await press("button", "Approve");
    expect(await findToast(/^Approved\. Goes out at 4 May 2099, 09:30 \S+ on/)).toBeVisible();
    for (const post of await scheduled()) expect(post.publish_at).toBe(wanted.toISOString());
  });

  it("asks for an account, and for a time that is still to come", async () => {
    const { user, dialog, press, findTime, wire } = await open();
    await press("checkbox", toBluesky);
    await press("checkbox", toThreads);
    await press("radio", "Date and time");
    await press("button", "Approve");
    expect(await dialog.findByText("Please select at least one account to post to.")).toBeVisible();
    expect(dialog.getByText("Choose a date and a time.")).toBeVisible();
    await user.type(await findTime(), "2020-01-01T08:00");
    expect(await dialog.findByText("This time has passed.")).toBeVisible();
    expect(sentTo(wire, "/approve")).toEqual([]);
  });

  it("refuses a time that the clocks skip, and says so at the field", async () => {
    travelTo("Europe/Belgrade");
    const { dialog, press, findTime, wire } = await open();
    await press("radio", "Date and time");
    const field = await findTime();
    fireEvent.change(field, { target: { value: "2036-03-30T02:30" } });
    await press("button", "Approve");
    const why = "This time does not exist: the clocks go forward then.";
    expect(await dialog.findByText(why)).toBeVisible();
    expect(field).toHaveAccessibleDescription(why);
    expect(sentTo(wire, "/approve")).toEqual([]);
  });

  it("stays open with the server's reason if it is refused", async () => {
    const { dialog, press, queue, wire } = await open();
    answerWith(wire, "/approve", 409, { detail: "This post is already rejected." });
    await press("button", "Approve");
    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to approve item.This post is already rejected.");
    await press("button", "Cancel");
    await waitFor(() => expect(queue.getByRole("button", { name: "Approve…" })).toHaveFocus());
  });
});

describe("A post of a group whose publishing is paused", () => {
  const openPaused = async () => {
    const app = await openQueue({
      image: 1,
      prepare: ({ server, group }) => call(server, groupsApi.pause, { params: { id: group.id } }),
    });
    // In place of a time at which nothing goes out.
    expect(await app.queue.findByText("Waits: publishing is paused")).toBeVisible();
    expect(app.queue.queryByText(/^Next slot/)).not.toBeInTheDocument();
    return app;
  };

  it("says that it waits when it is approved, and is scheduled all the same", async () => {
    const { user, queue, scheduled } = await openPaused();
    await user.click(queue.getByRole("button", { name: "Approve" }));
    expect(await findToast("Approved.")).toBeVisible();
    expect(await findToast("It waits until publishing resumes in its group.")).toBeVisible();
    expect(screen.queryByText(/^Approved\. Goes out/)).not.toBeInTheDocument();
    expect(await scheduled()).toHaveLength(1);
  });

  it("says so in the dialog that asks where and when it goes out", async () => {
    const { user, queue } = await openPaused();
    await user.click(await queue.findByRole("button", { name: "Approve…" }));
    const dialog = await findDialog();
    expect(await dialog.findByText("Publishing is paused")).toBeVisible();
    const words = "The post won't publish until you resume, even if its time passes.";
    expect(dialog.getByText(words)).toBeVisible();
  });
});
