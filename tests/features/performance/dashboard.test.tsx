import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { performanceApi } from "@/features/performance/contract";
import { api, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import { addPendingPosts } from "../queue/pending-posts";

const [sample] = performanceApi.list.sample.reply;

/** A published post as the server tells of it. */
const post = (id: number, text: string, change: Record<string, unknown> = {}) => ({
  ...sample,
  scheduled_post_id: id,
  text_content: text,
  ...change,
});

const listing = (line: string) => line.startsWith("GET /api/v1/publishing/performance/posts?");
const detail = (id: number) => (line: string) =>
  line === `GET /api/v1/publishing/performance/posts/${id}`;

const snapshots = [
  { snapshot_time: "2026-11-19T10:30:00Z", raw_data: { impressions: 900, likes: 41 } },
  { snapshot_time: "2026-11-20T09:30:00Z", raw_data: { impressions: 4210, likes: 187 } },
];

type Words = { list?: () => Response; detail?: () => Response };

/** The console with a group, where the server says this of its posts. */
async function open(address: string, words: Words) {
  const server = await startServer();
  const { category } = await addPendingPosts(server, {});
  const original = server.fetch;
  const fetch: typeof server.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, "http://localhost");
    if (pathname.endsWith("/performance/posts") && words.list) return words.list();
    if (pathname.includes("/performance/posts/") && words.detail) return words.detail();
    return original(input, init);
  };
  const app = await renderApp(`/dashboard/dashboard${address}`, { server: { ...server, fetch } });
  return { ...app, category };
}

const two = [
  post(40, "Čaj, ćebe i dobra knjiga."),
  post(41, "Slojevi su tajna.", {
    impressions: 1_250_000,
    video_views: null,
    likes: 0,
    engagement_rate: null,
    platform: "mastodon",
  }),
];

const rows = async () => {
  // The frame stands before the posts do, and under the same name.
  await screen.findByRole("button", { name: "Čaj, ćebe i dobra knjiga." });
  const table = screen.getByRole("table", { name: "Posts" });
  return within(table).getAllByRole("row").slice(1);
};

describe("The Dashboard", () => {
  it("asks for a group where there is none", async () => {
    const { user } = await renderApp("/dashboard/dashboard");
    expect(await screen.findByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    expect(
      await screen.findByText(
        "Please select or create an account group to see how its posts perform.",
      ),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "New Group" }));
    expect(await screen.findByRole("dialog", { name: "Create New Group" })).toBeVisible();
  });

  it("shows a post from its publication on", async () => {
    const server = await startServer();
    const { posts } = await addPendingPosts(server, { image: 1 });
    await api(server, `POST publishing/content-queue/${posts[0]?.id}/approve`);
    server.clock.advance(2 * 3_600_000);
    await server.runJobs();

    await renderApp("/dashboard/dashboard", { server });

    const text = posts[0]?.text_content.slice(0, 20) ?? "";
    const button = await screen.findByRole("button", { name: (name) => name.startsWith(text) });
    expect(screen.getByRole("table", { name: "Posts" })).toContainElement(button);
  });

  it("shows figures short, with the whole figure as title, and — for what nobody measured", async () => {
    await open("", { list: () => jsonAnswer(200, two) });
    const [first, second] = await rows();
    if (!first || !second) throw new Error("Two rows are needed.");

    expect(within(first).getByText("4.2K")).toHaveAttribute("title", "4,210");
    expect(within(first).getByText("4.99%")).toHaveTextContent("4.99%, medium");
    expect(within(second).getByText("1.3M")).toHaveAttribute("title", "1,250,000");
    expect(within(second).getAllByText("—")).toHaveLength(2);
    expect(within(second).getByText("0")).toBeVisible();
    expect(within(second).getByText("mastodon")).toBeVisible();
  });

  it("names every row by its post, so that a figure is read with what it is of", async () => {
    await open("", { list: () => jsonAnswer(200, two) });
    const [first, second] = await rows();
    if (!first || !second) throw new Error("Two rows are needed.");
    expect(
      within(first).getByRole("rowheader", { name: "Čaj, ćebe i dobra knjiga." }),
    ).toBeVisible();
    expect(within(second).getByRole("rowheader", { name: "Slojevi su tajna." })).toBeVisible();
  });

  it("cuts a long text after 100 characters", async () => {
    await open("", {
      list: () => jsonAnswer(200, [...two, post(42, "👨‍👩‍👧‍👦".repeat(101))]),
    });
    await rows();
    expect(screen.getByRole("button", { name: `${"👨‍👩‍👧‍👦".repeat(100)}...` })).toBeVisible();
  });

  it("sorts by heads and combobox in step with the address and the request", async () => {
    const { user, router, wire } = await open("", { list: () => jsonAnswer(200, two) });
    await rows();
    const head = (name: string) => screen.getByRole("columnheader", { name });
    const sortBy = screen.getByRole("combobox", { name: "Sort by" });
    expect(head("Published")).toHaveAttribute("aria-sort", "descending");
    expect(wire.sent.filter(listing).at(-1)).toMatch(/sortBy=publish_at&sortOrder=desc&limit=100/);
    expect(router.state.location.search).not.toHaveProperty("sort");

    await user.click(screen.getByRole("button", { name: "Likes" }));
    await waitFor(() => expect(head("Likes")).toHaveAttribute("aria-sort", "descending"));
    expect(sortBy).toHaveValue("likes");
    expect(router.state.location.search).toMatchObject({ sort: "likes" });

    await user.click(screen.getByRole("button", { name: "Descending" }));
    await waitFor(() => expect(head("Likes")).toHaveAttribute("aria-sort", "ascending"));
    expect(screen.getByRole("button", { name: "Ascending" })).toBeVisible();

    await user.selectOptions(sortBy, "Engagement rate");
    await waitFor(() => expect(head("Engagement")).toHaveAttribute("aria-sort", "ascending"));
    expect(head("Likes")).not.toHaveAttribute("aria-sort");
    await waitFor(() =>
      expect(wire.sent.filter(listing).at(-1)).toMatch(/sortBy=engagement_rate&sortOrder=asc/),
    );
  });

  it("keeps the rows while others are on their way", async () => {
    let answer: (response: Response) => void = () => {};
    const { user, wire } = await open("", { list: () => jsonAnswer(200, two) });
    await rows();
    wire.answer(
      listing,
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
      { once: true },
    );

    await user.click(screen.getByRole("button", { name: "Likes" }));

    expect(screen.queryByText("Loading the posts")).not.toBeInTheDocument();
    expect(await rows()).toHaveLength(2);
    answer(jsonAnswer(200, two.slice(0, 1)));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  it("takes values the address may not have for the defaults", async () => {
    const { wire } = await open("?sort=luck&order=sideways&category=999", {
      list: () => jsonAnswer(200, two),
    });
    await rows();
    expect(screen.getByRole("combobox", { name: "Sort by" })).toHaveValue("publish_at");
    expect(screen.getByRole("combobox", { name: "Category" })).toHaveDisplayValue("All categories");
    expect(wire.sent.filter(listing).at(-1)).not.toContain("category_id");
  });

  it("filters by category", async () => {
    const { user, wire, router, category } = await open("", { list: () => jsonAnswer(200, two) });
    await rows();

    await user.selectOptions(
      await screen.findByRole("combobox", { name: "Category" }),
      "Dnevna inspiracija",
    );

    await waitFor(() =>
      expect(wire.sent.filter(listing).at(-1)).toContain(`category_id=${category.id}`),
    );
    expect(router.state.location.search).toMatchObject({ category: category.id });
  });

  it("says that nothing has been measured yet", async () => {
    await open("", {});
    expect(await screen.findByText("No performance data available yet.")).toBeVisible();
  });

  it("says that loading failed, and tries again", async () => {
    let isBroken = true;
    const { user } = await open("", {
      list: () => (isBroken ? jsonAnswer(500, { detail: "Closed." }) : jsonAnswer(200, two)),
    });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to load performance data. Please try again.");
    expect(alert).toHaveTextContent("Closed.");
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await rows()).toHaveLength(2);
  });

  it("leaves out a record that cannot be read, and says so", async () => {
    await open("", { list: () => jsonAnswer(200, [...two, { platform: 4 }]) });
    expect(await rows()).toHaveLength(2);
    expect(screen.getByText("1 record could not be read.")).toBeVisible();
  });
});

describe("Post performance", () => {
  const words = {
    list: () => jsonAnswer(200, two),
    detail: () => jsonAnswer(200, { performance: two[0], snapshots }),
  };
  const findDialog = async () =>
    within(await screen.findByRole("dialog", { name: "Post performance" }));

  it("opens from a row, stands in the address, and gives the focus back", async () => {
    const { user, router } = await open("", words);
    const [, second] = await rows();
    if (!second) throw new Error("A row is needed.");

    await user.click(within(second).getByText("1.3M"));

    await findDialog();
    expect(router.state.location.search).toMatchObject({ post: 41 });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(router.state.location.search).not.toHaveProperty("post");
    expect(within(second).getByRole("button")).toHaveFocus();
  });

  it("is reached by keyboard: the arrows move between rows, Enter opens", async () => {
    const { user, router } = await open("", words);
    const [first, second] = await rows();
    if (!first || !second) throw new Error("Two rows are needed.");
    within(first).getByRole("button").focus();

    await user.keyboard("{ArrowDown}");
    expect(within(second).getByRole("button")).toHaveFocus();
    await user.keyboard("{ArrowUp}{ArrowDown}{Enter}");

    await findDialog();
    expect(router.state.location.search).toMatchObject({ post: 41 });
  });

  it("opens by its address, with figures, chart, table and link", async () => {
    const { user } = await open("?post=40", words);
    const dialog = await findDialog();

    expect(await dialog.findByText("Čaj, ćebe i dobra knjiga.")).toBeVisible();
    expect(dialog.getByRole("button", { name: "Impressions 4.2K" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect(
      dialog.getByRole("img", { name: "Impressions from 900 to 4,210 over 2 snapshots" }),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Likes 187" }));
    expect(
      dialog.getByRole("img", { name: "Likes from 41 to 187 over 2 snapshots" }),
    ).toBeInTheDocument();
    await user.click(dialog.getByText("Show all figures as a table"));
    expect(dialog.getByRole("table", { name: "Snapshots" })).toHaveTextContent("4,210");
    expect(dialog.getByRole("link", { name: "View post" })).toHaveAttribute(
      "href",
      expect.stringContaining("/sandbox/posts/40"),
    );
  });

  it("says so where there is too little to draw", async () => {
    await open("?post=40", {
      ...words,
      detail: () => jsonAnswer(200, { performance: two[0], snapshots: snapshots.slice(1) }),
    });
    const dialog = await findDialog();
    expect(
      await dialog.findByText("Not enough historical data to draw a chart."),
    ).toBeInTheDocument();
  });

  it("says that loading failed, and tries again", async () => {
    const { user, wire } = await open("", words);
    await rows();
    wire.answer(detail(40), () => jsonAnswer(500, { detail: "Closed." }), { once: true });

    await user.click(screen.getByRole("button", { name: "Čaj, ćebe i dobra knjiga." }));

    const dialog = await findDialog();
    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to load performance details. Please try again.");
    expect(alert).toHaveTextContent("Closed.");
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByRole("button", { name: "Impressions 4.2K" })).toBeVisible();
  });
});
