import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdDate } from "../../support/held-time";
import { answering, jsonAnswer, renderApp, saying } from "../../support/render-app";
import { open, openAt, post, region, text } from "./support";

describe("Upcoming Scheduled Posts", () => {
  /** Answers with this many posts, page by page. */
  const pages = (count: number, isBroken = () => false, textFrom = count) => ({
    to: "scheduled-posts",
    says: ({ searchParams }: URL) => {
      const skip = Number(searchParams.get("skip"));
      if (skip > 0 && isBroken()) return jsonAnswer(500, {});
      const all = Array.from({ length: count }, (_, id) =>
        post(id + 1, id < textFrom ? {} : { content_queue_item: { ...text, id: id + 1 } }),
      );
      return jsonAnswer(200, all.slice(skip, skip + Number(searchParams.get("limit"))));
    },
  });

  it("are loaded five at a time", async () => {
    const { user } = await open(pages(7));
    const list = await region("Upcoming Scheduled Posts");
    expect(await list.findAllByRole("listitem")).toHaveLength(5);

    await user.click(list.getByRole("button", { name: "Load More" }));

    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(7));
    expect(list.queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();
  });

  it("are all loaded again after a reload, by the address", async () => {
    const { user, router } = await openAt("?scheduled=2", pages(13));
    const list = await region("Upcoming Scheduled Posts");
    expect(await list.findAllByRole("listitem")).toHaveLength(10);

    await user.click(list.getByRole("button", { name: "Load More" }));
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(13));
    expect(router.state.location.search).toMatchObject({ scheduled: 3 });
  });

  it("report how many more were loaded, and focus the first of them when no more are left", async () => {
    const { user } = await open(pages(7));
    const list = await region("Upcoming Scheduled Posts");

    await user.click(await list.findByRole("button", { name: "Load More" }));

    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(7));
    expect(list.getByRole("status")).toHaveTextContent("2 more loaded");
    expect(list.getAllByRole("listitem")[5]).toHaveFocus();
  });

  it("are reported as none only when everything is loaded", async () => {
    const { user, router } = await open(pages(7, undefined, 6));
    const list = await region("Upcoming Scheduled Posts");
    await user.click(screen.getByRole("tab", { name: "Text-Only Posts" }));
    expect(await list.findByText("No text-only posts in the first 5.")).toBeVisible();
    expect(list.queryByText("No text-only posts are scheduled.")).not.toBeInTheDocument();

    await user.click(list.getByRole("button", { name: "Load More" }));
    expect(await list.findAllByRole("listitem")).toHaveLength(1);

    await user.click(
      list.getByRole("button", { name: "6 image/video posts are on the other tab." }),
    );
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(6));
    expect(router.state.location.search).not.toMatchObject({ tab: "text" });
  });

  it("show a truncated platform name in full in its title", async () => {
    await open(saying("scheduled-posts", [post(1)]));
    const list = await region("Upcoming Scheduled Posts");
    expect(await list.findByText("Bluesky")).toHaveAttribute("title", "Bluesky");
  });

  it("report that more could not be loaded, and try again", async () => {
    let isBroken = true;
    const { user } = await open(pages(6, () => isBroken));
    const list = await region("Upcoming Scheduled Posts");

    await user.click(await list.findByRole("button", { name: "Load More" }));
    expect(await list.findByText("Failed to load more scheduled posts.")).toBeVisible();
    isBroken = false;
    await user.click(list.getByRole("button", { name: "Load More" }));

    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(6));
  });

  it("show an unusual status in words", async () => {
    await open(saying("scheduled-posts", [post(1, { status: "publishing" })]));
    const list = await region("Upcoming Scheduled Posts");
    expect(await list.findByText("Publishing")).toBeVisible();
  });
});

describe("The calendar", () => {
  it("shows the loaded posts by day, and is in the address", async () => {
    // The week must not end between the post and the screen.
    holdDate();
    const { user, router } = await open(
      saying("scheduled-posts", [post(3, { publish_at: new Date().toISOString() })]),
    );
    const upcoming = await region("Upcoming Scheduled Posts");
    await user.click(await upcoming.findByRole("radio", { name: "Calendar" }));
    expect(router.state.location.search).toMatchObject({ view: "calendar" });
    const week = async () => within(await upcoming.findByRole("region", { name: "Week" }));
    expect(await (await week()).findAllByRole("listitem")).toHaveLength(1);
    expect((await week()).getAllByRole("heading", { level: 3 })).toHaveLength(7);
    await user.click(upcoming.getByRole("button", { name: "Next" }));
    await waitFor(async () => expect((await week()).queryAllByRole("listitem")).toHaveLength(0));
    await user.click(upcoming.getByRole("button", { name: "Today" }));
    expect(await (await week()).findAllByRole("listitem")).toHaveLength(1);
  });

  it("keeps its week in the address, for a link and for Back", async () => {
    const { user, router } = await open(
      saying("scheduled-posts", [post(3, { publish_at: "2036-11-21T12:00:00Z" })]),
    );
    await act(() =>
      router.navigate({ to: ".", search: { view: "calendar", week: "2036-11-19" } as never }),
    );
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(await upcoming.findByText("17 Nov – 23 Nov")).toBeVisible();
    const week = within(await upcoming.findByRole("region", { name: "Week" }));
    expect(week.getAllByRole("listitem")).toHaveLength(1);

    await user.click(upcoming.getByRole("button", { name: "Next" }));
    expect(await upcoming.findByText("24 Nov – 30 Nov")).toBeVisible();
    expect(router.state.location.search).toMatchObject({ week: "2036-11-24" });

    await user.click(upcoming.getByRole("button", { name: "Today" }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty("week"));
  });

  it("shows the current week if the address names no valid day", async () => {
    const { router } = await renderApp("/dashboard/publishing?view=calendar&week=soon", {
      server: await answering([saying("scheduled-posts", [post(3)])]),
    });
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(await upcoming.findByRole("button", { name: "Today" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    expect(router.state.location.search).not.toHaveProperty("week");
  });

  it("marks a post of a paused group as paused, not as overdue", async () => {
    const publish_at = new Date(Date.now() - 42 * 60_000).toISOString();
    await open(saying("scheduled-posts", [post(3, { publish_at, is_paused: true })]));
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(await upcoming.findByText("Paused")).toBeVisible();
    expect(upcoming.queryByText(/^Overdue/)).not.toBeInTheDocument();
  });

  it("marks an overdue post", async () => {
    holdDate();
    const overdue = new Date(Date.now() - 42 * 60_000 - 5_000).toISOString();
    await open(saying("scheduled-posts", [post(3, { publish_at: overdue })]));
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(await upcoming.findByText("Overdue by 42 min")).toBeVisible();
  });
});
