import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { answering, jsonAnswer, renderApp } from "../../support/render-app";

type Post = ReturnType<typeof post>;

const post = (id: number, item: number, publish_at: string, platform_type = "bluesky") => ({
  id,
  status: "scheduled",
  publish_at,
  retry_count: 0,
  published_post_url: null,
  social_account: { platform_type, platform_username: `nalog${id}`, last_known_error: null },
  content_queue_item: { ...sampleQueueItem, id: item, text_content: `Objava broj ${item}.` },
});

/** Opens the calendar with a server that has these posts, and lists those of a range. */
async function open(posts: readonly Post[], address: string, broken = () => false) {
  const server = await answering([
    {
      to: "scheduled-posts",
      says: ({ searchParams }) => {
        const [from, to] = [searchParams.get("from"), searchParams.get("to")];
        if (from && broken()) return jsonAnswer(500, { detail: "Closed." });
        const isIn = ({ publish_at }: Post) =>
          !from || !to || (Date.parse(publish_at) >= Date.parse(from) && publish_at < to);
        const skip = Number(searchParams.get("skip"));
        const limit = Number(searchParams.get("limit"));
        return jsonAnswer(200, posts.filter(isIn).slice(skip, skip + limit));
      },
    },
  ]);
  const app = await renderApp(`/dashboard/publishing?view=calendar${address}`, { server });
  const upcoming = within(await screen.findByRole("region", { name: "Upcoming Scheduled Posts" }));
  // Until the backend has said what it offers, the calendar is that of the loaded posts.
  await upcoming.findByRole("radio", { name: "Month" });
  return { ...app, upcoming };
}

describe("The calendar of a backend with ranges", () => {
  it("loads the whole week, however many posts come before it", async () => {
    const many = Array.from({ length: 12 }, (_, id) =>
      post(id + 1, id + 1, "2036-11-10T12:00:00Z"),
    );
    const { upcoming, wire } = await open(
      [...many, post(20, 20, "2036-11-19T12:00:00Z")],
      "&week=2036-11-19",
    );
    const week = within(await upcoming.findByRole("region", { name: "Week" }));
    expect(await week.findByText("Objava broj 20.")).toBeVisible();
    expect(upcoming.queryByText("loaded posts only")).not.toBeInTheDocument();
    expect(upcoming.queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();
    expect(wire.sent.some((line) => /scheduled-posts\?from=.*&to=/.test(line))).toBe(true);
  });

  it("shows one entry for the posts of one content at one time, with each account", async () => {
    const time = "2036-11-19T12:00:00Z";
    const { upcoming } = await open(
      [
        post(1, 7, time),
        post(2, 7, time, "instagram"),
        post(3, 7, "2036-11-19T13:00:00Z", "threads"),
      ],
      "&week=2036-11-19",
    );
    const week = within(await upcoming.findByRole("region", { name: "Week" }));
    const [first, second, ...rest] = await week.findAllByRole("listitem");
    if (!first || !second) throw new Error("Two entries are needed.");
    expect(rest).toEqual([]);
    const names = (entry: HTMLElement) =>
      within(entry)
        .getAllByRole("button")
        .map((button) => button.getAttribute("aria-label"));
    await waitFor(() =>
      expect(names(first)).toEqual([
        "Actions for post on Bluesky nalog1",
        "Actions for post on Instagram nalog2",
      ]),
    );
    expect(names(second)).toEqual(["Actions for post on Threads nalog3"]);
  });

  it("shows a month in whole weeks, and is in the address", async () => {
    const { user, router, upcoming } = await open(
      [post(1, 1, "2036-11-01T12:00:00Z"), post(2, 2, "2036-11-30T12:00:00Z")],
      "&week=2036-11-19",
    );
    expect(await upcoming.findByText("17 Nov – 23 Nov")).toBeVisible();
    expect(await upcoming.findByText("No image/video posts are due in these days.")).toBeVisible();

    await user.click(upcoming.getByRole("radio", { name: "Month" }));

    const month = within(await upcoming.findByRole("region", { name: "Month" }));
    expect(upcoming.getByText("November 2036")).toBeVisible();
    expect(month.getAllByRole("heading", { level: 3 })).toHaveLength(35);
    expect(month.getAllByRole("listitem")).toHaveLength(2);
    expect(router.state.location.search).toMatchObject({ span: "month", week: "2036-11-19" });

    await user.click(upcoming.getByRole("button", { name: "Previous" }));
    expect(await upcoming.findByText("October 2036")).toBeVisible();
    expect(router.state.location.search).toMatchObject({ week: "2036-10-01" });
    expect(upcoming.getByRole("button", { name: "Previous" })).toHaveFocus();
    await user.click(upcoming.getByRole("button", { name: "Today" }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty("week"));
  });

  it("leads from a full day of the month to its week", async () => {
    const five = [1, 2, 3, 4, 5].map((id) => post(id, id, `2036-11-19T1${id}:00:00Z`));
    const { user, router, upcoming } = await open(five, "&span=month&week=2036-11-01");
    const month = within(await upcoming.findByRole("region", { name: "Month" }));
    expect(await month.findAllByRole("listitem")).toHaveLength(3);
    await user.click(month.getByRole("button", { name: "2 more on Wed 19" }));
    const week = within(await upcoming.findByRole("region", { name: "Week" }));
    expect(await week.findAllByRole("listitem")).toHaveLength(5);
    expect(router.state.location.search).toMatchObject({ week: "2036-11-19" });
  });

  it("reports that the days could not be loaded, and tries again", async () => {
    let isBroken = true;
    const { user, upcoming } = await open(
      [post(1, 1, "2036-11-19T12:00:00Z")],
      "&week=2036-11-19",
      () => isBroken,
    );
    const alert = await upcoming.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch content data.Closed.");
    isBroken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await upcoming.findAllByRole("listitem")).toHaveLength(1);
  });
});

describe("The calendar of a backend of the spec alone", () => {
  it("shows the week of the loaded posts, says so, and offers no month", async () => {
    const many = Array.from({ length: 6 }, (_, id) => post(id + 1, id + 1, "2036-11-19T12:00:00Z"));
    const server = await answering([
      { to: "/healthz", says: () => jsonAnswer(404, {}) },
      {
        to: "scheduled-posts",
        says: ({ searchParams }) => {
          const skip = Number(searchParams.get("skip"));
          return jsonAnswer(200, many.slice(skip, skip + 5));
        },
      },
    ]);
    const { user, router } = await renderApp(
      "/dashboard/publishing?view=calendar&span=month&week=2036-11-19",
      { server },
    );
    await act(async () => {});
    const upcoming = within(
      await screen.findByRole("region", { name: "Upcoming Scheduled Posts" }),
    );
    expect(await upcoming.findByText("loaded posts only")).toBeVisible();
    expect(upcoming.getByText("17 Nov – 23 Nov")).toBeVisible();
    expect(upcoming.queryByRole("radio", { name: "Month" })).not.toBeInTheDocument();
    const week = within(upcoming.getByRole("region", { name: "Week" }));
    expect(week.getAllByRole("listitem")).toHaveLength(5);
    await user.click(upcoming.getByRole("button", { name: "Load More" }));
    await waitFor(() => expect(week.getAllByRole("listitem")).toHaveLength(6));
    expect(router.state.location.search).toMatchObject({ view: "calendar" });
  });
});
