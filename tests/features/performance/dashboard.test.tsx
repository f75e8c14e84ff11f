import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { queueApi } from "@/features/queue/contract";
import { call } from "../../support/call";
import { jsonAnswer, renderApp, startServer } from "../../support/render-app";
import { addPendingPosts } from "../queue/support";
import { detailOf, findDialog, listing, open, post, rows, two } from "./support";

describe("The Dashboard", () => {
  it("asks for a group if there is none", async () => {
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

  it("has two tabs, of which the address names the open one, and opens the first for an invalid name", async () => {
    const { user, router } = await open("?tab=luck", { list: () => jsonAnswer(200, two) });
    await rows();
    const tabs = within(screen.getByRole("tablist"));
    expect(tabs.getByRole("tab", { name: "All Posts" })).toHaveAttribute("aria-selected", "true");

    await user.click(tabs.getByRole("tab", { name: "By Category" }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: "categories" }));
    expect(screen.queryByRole("combobox", { name: "Sort by" })).not.toBeInTheDocument();

    router.history.back();
    expect(await screen.findByRole("combobox", { name: "Sort by" })).toBeVisible();
  });

  it("is restored by its address: tab, sort, order, category and post", async () => {
    const { wire, category } = await open("?sort=likes&order=asc&category=1&post=41", {
      list: () => jsonAnswer(200, two),
      detail: detailOf(two),
    });
    const dialog = await findDialog();
    expect(await dialog.findByText("Slojevi su tajna.")).toBeVisible();
    expect(category.id).toBe(1);
    await waitFor(() =>
      expect(wire.sent.filter(listing)).toContainEqual(
        expect.stringMatching(/sortBy=likes&sortOrder=asc&limit=100&category_id=1/),
      ),
    );
  });

  it("shows a post from its publication on, and its category once it is measured", async () => {
    const server = await startServer();
    const { posts } = await addPendingPosts(server, { image: 1 });
    await call(server, queueApi.approve, { params: { id: posts[0]?.id ?? 0 } });
    server.clock.advance(2 * 3_600_000);
    await server.runJobs();

    const { user } = await renderApp("/dashboard/dashboard", { server });

    const text = posts[0]?.text_content?.slice(0, 20) ?? "";
    const button = await screen.findByRole("button", { name: (name) => name.startsWith(text) });
    expect(screen.getByRole("table", { name: "Posts" })).toContainElement(button);

    server.clock.advance(24 * 3_600_000);
    await server.runJobs();
    await user.click(screen.getByRole("tab", { name: "By Category" }));
    const row = await screen.findByRole("row", { name: /^Dnevna inspiracija 1 / });
    expect(within(row).getByText(/^\d+\.\d\d%$/)).toBeVisible();
  });

  it("shows short figures, with the whole figure as title, and — for figures that were not measured", async () => {
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

  it("cuts a long text after 100 graphemes", async () => {
    await open("", {
      list: () => jsonAnswer(200, [...two, post(42, "👨‍👩‍👧‍👦".repeat(101))]),
    });
    await rows();
    expect(screen.getByRole("button", { name: `${"👨‍👩‍👧‍👦".repeat(100)}...` })).toBeVisible();
  });

  it("keeps column heads, combobox, address and request in step when sorting", async () => {
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

  it("keeps the rows while others load", async () => {
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

    expect(screen.queryByText("Loading posts")).not.toBeInTheDocument();
    expect(await rows()).toHaveLength(2);
    answer(jsonAnswer(200, two.slice(0, 1)));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  it("uses the defaults for invalid values in the address", async () => {
    const address = "?sort=luck&order=sideways&category=999&limit=many&period=year&platform=luck";
    const { wire } = await open(`${address}&from=2026-02-30&text=`, {
      list: () => jsonAnswer(200, two),
    });
    await rows();
    const box = (name: string) => screen.findByRole("combobox", { name });
    expect(await box("Sort by")).toHaveValue("publish_at");
    expect(await box("Category")).toHaveDisplayValue("All categories");
    expect(await box("Period")).toHaveDisplayValue("All time");
    expect(await box("Platform")).toHaveDisplayValue("All platforms");
    expect(wire.sent.filter(listing).at(-1)).not.toContain("category_id");
  });

  it("lists the posts of the category in its address if the categories cannot be read", async () => {
    const { wire } = await open("?category=1", {
      list: () => jsonAnswer(200, two),
      categoryList: () => jsonAnswer(400, { detail: "Away." }),
    });
    expect(await rows()).toHaveLength(2);
    expect(await screen.findByText("Away.")).toBeVisible();
    expect(wire.sent.filter(listing)).toEqual([expect.stringContaining("category_id=1")]);
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

  it("reports that nothing has been measured yet", async () => {
    await open("", {});
    expect(await screen.findByText("No performance data available yet.")).toBeVisible();
    const link = screen.getByRole("link", { name: "Open Publishing" });
    expect(link).toHaveAttribute("href", expect.stringMatching(/^\/dashboard\/publishing/));
  });

  it("reports that loading failed, and tries again", async () => {
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

  it("keeps its posts, with their time, when they cannot be refreshed", async () => {
    let isBroken = false;
    const { user } = await open("", {
      list: () => (isBroken ? jsonAnswer(500, { detail: "Closed." }) : jsonAnswer(200, two)),
    });
    await rows();
    isBroken = true;
    await user.click(screen.getByRole("tab", { name: "By Category" }));
    await screen.findByText("A category appears once one of its posts is published.");
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
    await user.click(screen.getByRole("tab", { name: "All Posts" }));

    const stale = await screen.findByText(
      /^Failed to load performance data\. Please try again\. Showing \d\d:\d\d:\d\d\.$/,
    );
    expect(stale).toBeVisible();
    expect(await rows()).toHaveLength(2);
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(stale).not.toBeInTheDocument());
  });
});

const totals = () => screen.getByRole("region", { name: "Totals" });

describe("The totals", () => {
  it("sum up the posts that the table shows", async () => {
    await open("", { list: () => jsonAnswer(200, two) });
    await rows();
    expect(totals()).toHaveTextContent("Posts2Impressions1.3MAvg. engagement4.99%, medium");
    expect(within(totals()).getByText("1.3M")).toHaveAttribute("title", "1,254,210");
    expect(screen.queryByText(/posts are counted/)).not.toBeInTheDocument();
  });

  it("say so if there may be more posts than the loaded ones", async () => {
    const hundred = Array.from({ length: 100 }, (_, n) => post(200 + n, `Objava ${n}.`));
    await open("", { list: () => jsonAnswer(200, hundred) });
    await rows("Objava 0.");
    expect(screen.getByText("Only the first 100 posts are counted.")).toBeVisible();
  });

  it("are — when the posts cannot be loaded", async () => {
    await open("", { list: () => jsonAnswer(500, { detail: "Closed." }) });
    await screen.findByRole("alert");
    expect(totals()).toHaveTextContent("Posts—Impressions—Avg. engagement—");
  });
});
