import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { performanceDocs } from "@/features/performance/contract-docs";
import { jsonAnswer } from "../../support/render-app";
import { listing, open, post } from "./support";

const [sample] = performanceDocs.byCategory.sample.reply.data;

const category = (id: number, name: string, change: Record<string, unknown> = {}) => ({
  ...sample,
  category_id: id,
  category_name: name,
  ...change,
});

const three = [
  category(1, "Domaći memovi", { average_engagement_rate: 0.0302, total_impressions: 3_400_000 }),
  category(2, "Vikend rasprodaja", { average_engagement_rate: 0.0124, total_shares: 0 }),
  category(3, "Proizvod dana", { average_engagement_rate: 0.0558 }),
];

const saying = (data: readonly unknown[]) => ({
  categories: () => jsonAnswer(200, { data }),
});

async function names() {
  // The loading table has no row headers.
  await screen.findAllByRole("rowheader");
  return within(screen.getByRole("table", { name: "Categories" }))
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);
}

describe("By Category", () => {
  it("shows the figures of each, the best engagement first", async () => {
    await open("?tab=categories", saying(three));
    expect(await names()).toEqual(["Proizvod dana", "Domaći memovi", "Vikend rasprodaja"]);
    const [, , second] = screen.getAllByRole("row");
    if (!second) throw new Error("A row is needed.");
    const figures = within(second)
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
    expect(figures).toEqual(["18", "3.4M", "2.6K", "204", "133", "3.02%, medium"]);
    expect(within(second).getByText("3.4M")).toHaveAttribute("title", "3,400,000");
  });

  it("shows the engagement of each over time, from the loaded posts", async () => {
    const published = (id: number, category_name: string, day: number, engagement_rate: number) =>
      post(id, "Čaj.", {
        category_name,
        engagement_rate,
        publish_at: new Date(2026, 10, day, 12).toISOString(),
      });
    const { wire } = await open("?tab=categories&sort=likes", {
      ...saying(three),
      list: () =>
        jsonAnswer(200, [
          published(1, "Proizvod dana", 9, 0.06),
          published(2, "Proizvod dana", 9, 0.04),
          published(3, "Domaći memovi", 8, 0.01),
          published(4, "Proizvod dana", 1, 0.012),
        ]),
    });
    const chart = within(await screen.findByRole("figure", { name: "Engagement by category" }));
    const trends = await chart.findAllByRole("listitem");
    // The last day's average.
    expect(trends.map((one) => one.textContent?.replace(/\d\.\d\d% from \d+ Nov/g, ""))).toEqual([
      "Proizvod dana  5.00%, high",
      "Domaći memovi  1.00%, low",
      "Vikend rasprodaja  —",
    ]);
    expect(chart.getByRole("img", { name: "From 1.20% to 5.00%" })).toBeVisible();
    expect(chart.getByText("5.00% from 9 Nov")).toBeInTheDocument();
    expect(chart.getByText(/^Average per day, with lines/)).toBeVisible();
    expect(wire.sent.filter(listing)).toEqual([
      expect.stringContaining("sortBy=publish_at&sortOrder=desc&limit=100"),
    ]);
  });

  it("keeps the table if the posts of the chart cannot be loaded, and tries again", async () => {
    let isBroken = true;
    const { user } = await open("?tab=categories", {
      ...saying(three),
      list: () => (isBroken ? jsonAnswer(500, { detail: "Closed." }) : jsonAnswer(200, [])),
    });
    expect(await names()).toHaveLength(3);
    const chart = within(await screen.findByRole("figure", { name: "Engagement by category" }));
    expect(await chart.findByRole("alert")).toHaveTextContent(
      "Failed to load performance data. Please try again.",
    );
    isBroken = false;
    await user.click(chart.getByRole("button", { name: "Try again" }));
    expect(await chart.findByText("No post has been measured yet.")).toBeVisible();
  });

  it("shows — for a rate that was not measured, and lists it last", async () => {
    await open(
      "?tab=categories",
      saying([category(9, "Arhiva", { average_engagement_rate: null }), ...three]),
    );
    expect((await names()).at(-1)).toBe("Arhiva");
    const [row] = screen.getAllByRole("row").slice(-1);
    expect(row).toHaveTextContent("—");
  });

  it("links from a category to its posts", async () => {
    const { user, router, wire } = await open("?tab=categories", saying(three));
    await user.click(await screen.findByRole("link", { name: "Domaći memovi" }));

    expect(await screen.findByRole("combobox", { name: "Category" })).toHaveDisplayValue(
      "Dnevna inspiracija",
    );
    expect(router.state.location.search).toMatchObject({ category: 1 });
    expect(router.state.location.search).not.toHaveProperty("tab");
    await waitFor(() => expect(wire.sent.filter(listing).at(-1)).toContain("category_id=1"));
  });

  it("reports that there is nothing yet", async () => {
    await open("?tab=categories", {});
    expect(await screen.findByText("No performance data available yet.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Open Publishing" })).toBeVisible();
  });

  it("reports that loading failed, and tries again", async () => {
    let isBroken = true;
    const { user } = await open("?tab=categories", {
      categories: () =>
        isBroken ? jsonAnswer(500, { detail: "Closed." }) : jsonAnswer(200, { data: three }),
    });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to load category performance data.");
    expect(alert).toHaveTextContent("Closed.");
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await names()).toHaveLength(3);
  });
});
