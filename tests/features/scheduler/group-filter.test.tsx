import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sentTo, specAlone } from "../../support/on-wire";
import { answering, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { addGroup } from "./support";

/** Two groups, each with one post that waits for approval and one that is scheduled. */
async function twoGroups() {
  const server = await startServer();
  const winter = await addGroup(server, "Zimska kolekcija", "zimska.bsky.social");
  const summer = await addGroup(server, "Letnja kolekcija", "letnja.bsky.social");
  for (const group of [winter, summer]) {
    await group.schedule();
    await group.generate();
  }
  return { server, summer };
}

async function open(server: TestServer, address = "/dashboard/publishing?tab=text&upcoming=true") {
  const app = await renderApp(address, { server });
  const control = within(await screen.findByRole("radiogroup", { name: "Show posts of" }));
  return { ...app, control };
}

const region = (name: string) => within(screen.getByRole("region", { name }));

const lists = ["Content Approval Queue", "Upcoming Scheduled Posts", "Upcoming Posts"];

/** The card of a pending post has a list of its own: the accounts that it goes out on. */
const isPost = (item: HTMLElement) => item.parentElement?.closest("li") === null;

const waitForEach = (count: number) =>
  waitFor(() => {
    for (const list of lists) {
      const posts = region(list).getAllByRole("listitem").filter(isPost);
      expect(posts).toHaveLength(count);
    }
  });

const upcomingCount = () => region("Scheduler Health").getAllByRole("definition")[1];

describe("Show posts of", () => {
  it("shows all groups first, then those of the active group, and is in the address", async () => {
    const { user, router, control } = await open((await twoGroups()).server);
    expect(control.getByRole("radio", { name: "All groups" })).toBeChecked();
    await waitForEach(2);
    expect(upcomingCount()).toHaveTextContent("2");

    await user.click(control.getByRole("radio", { name: "Zimska kolekcija" }));

    await waitForEach(1);
    expect(router.state.location.search).toMatchObject({ of: "group" });
    const upcoming = region("Upcoming Scheduled Posts");
    expect(upcoming.getByText("@zimska.bsky.social")).toBeVisible();
    await waitFor(() => expect(upcomingCount()).toHaveTextContent("1"));
    await user.click(upcoming.getByRole("radio", { name: "Calendar" }));
    const week = () => within(upcoming.getByRole("region", { name: "Week" }));
    await waitFor(() => expect(week().getAllByRole("listitem")).toHaveLength(1));

    await user.click(control.getByRole("radio", { name: "All groups" }));
    await waitFor(() => expect(week().getAllByRole("listitem")).toHaveLength(2));
    expect(router.state.location.search).not.toHaveProperty("of");
  });

  it("is restored from a link, follows the group picker, and asks the server", async () => {
    const { server, summer } = await twoGroups();
    const { user, wire } = await open(
      server,
      `/dashboard/publishing?tab=text&upcoming=true&of=group&group=${summer.id}`,
    );
    await waitForEach(1);
    const upcoming = region("Upcoming Scheduled Posts");
    expect(upcoming.getByText("@letnja.bsky.social")).toBeVisible();
    const asked = sentTo(wire, `group_id=${summer.id}`).join();
    for (const path of ["content-queue", "scheduled-posts", "scheduler-status"]) {
      expect(asked).toContain(path);
    }

    const picker = region("Active Group");
    await user.click(picker.getByRole("button", { name: "Zimska kolekcija" }));
    expect(await upcoming.findByText("@zimska.bsky.social")).toBeVisible();
    expect(screen.getByRole("radio", { name: "Zimska kolekcija" })).toBeChecked();
  });

  it("names the group where it has no posts", async () => {
    const server = await startServer();
    await addGroup(server, "Zimska kolekcija");
    await open(server, "/dashboard/publishing?tab=text&upcoming=true&of=group");
    for (const none of [
      "wait for approval",
      "are scheduled",
      "have failed",
      "are due",
      "were published recently",
    ]) {
      const text = `No text-only posts of Zimska kolekcija ${none}.`;
      expect(await screen.findByText(text)).toBeVisible();
    }
  });

  it("removes an approved post at once from the group's queue", async () => {
    const { user } = await open(
      (await twoGroups()).server,
      "/dashboard/publishing?tab=text&upcoming=true&of=group",
    );
    await waitForEach(1);
    await user.click(region("Content Approval Queue").getByRole("button", { name: "Approve" }));
    expect(
      await screen.findByText("No text-only posts of Zimska kolekcija wait for approval."),
    ).toBeVisible();
    await waitFor(() =>
      expect(region("Upcoming Scheduled Posts").getAllByRole("listitem")).toHaveLength(2),
    );
  });

  it("says by the group picker that it does not count while all groups are shown", async () => {
    const { user, control } = await open((await twoGroups()).server);
    const picker = screen.getByRole("region", { name: "Active Group" });
    expect(picker).toHaveAttribute("title", "Publishing shows the posts of all groups.");
    await user.click(control.getByRole("radio", { name: "Zimska kolekcija" }));
    await waitFor(() => expect(picker).not.toHaveAttribute("title"));
    await user.click(control.getByRole("radio", { name: "All groups" }));
    await waitFor(() => expect(picker).toHaveAttribute("title"));
    await user.click(screen.getByRole("link", { name: "Dashboard" }));
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    expect(screen.getByRole("region", { name: "Active Group" })).not.toHaveAttribute("title");
  });

  it("filters what is loaded, and says so, with a backend that cannot filter", async () => {
    const server = await answering([specAlone], (await twoGroups()).server);
    const { user, control, wire } = await open(server);
    await waitForEach(2);
    await user.click(control.getByRole("radio", { name: "Zimska kolekcija" }));
    await waitForEach(1);
    expect(
      screen.getByText("Filters the loaded posts only. Posts of an unknown group are shown."),
    ).toBeVisible();
    expect(region("Upcoming Scheduled Posts").getByText("@zimska.bsky.social")).toBeVisible();
    expect(upcomingCount()).toHaveTextContent("1");
    expect(sentTo(wire, "group_id")).toEqual([]);
  });
});
