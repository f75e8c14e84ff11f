import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { jsonAnswer } from "../../support/render-app";
import { listing, open, post } from "./support";

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const posts = [
  post(50, "Zimski čaj.", { publish_at: ago(1), impressions: 300 }),
  post(51, "Slojevi su tajna.", { publish_at: ago(2), platform: "bluesky", impressions: 100 }),
  post(52, "Jesenji čaj.", { publish_at: ago(9), impressions: 200, engagement_rate: null }),
];
const answers = { list: () => jsonAnswer(200, posts) };

/** The texts of the shown posts. */
async function shown() {
  const table = await screen.findByRole("table", { name: "Posts" });
  return within(table)
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);
}
const expectShown = (...texts: string[]) =>
  waitFor(async () => expect(await shown()).toEqual(texts));
const choose = (name: string) => screen.findByRole("combobox", { name });

describe("The filters of All Posts", () => {
  it("are in the address, narrow down what is loaded, and ask the server for nothing more", async () => {
    const { user, router, wire } = await open("", answers);
    await expectShown("Zimski čaj.", "Slojevi su tajna.", "Jesenji čaj.");
    const lists = wire.sent.filter(listing).length;

    await user.type(screen.getByRole("searchbox", { name: "Search posts" }), "caj");
    await expectShown("Zimski čaj.", "Jesenji čaj.");
    expect(screen.getByText("2 of 3 posts.")).toBeVisible();
    await user.selectOptions(await choose("Period"), "Last 7 days");
    await expectShown("Zimski čaj.");
    await user.selectOptions(await choose("Platform"), "Instagram");
    await expectShown("Zimski čaj.");

    expect(router.state.location.search).toMatchObject({
      text: "caj",
      period: "7d",
      platform: "instagram",
    });
    expect(wire.sent.filter(listing).slice(lists)).toEqual([]);
    expect(screen.getByRole("region", { name: "Totals" })).toHaveTextContent("Posts1");
  });

  it("are restored by the address, and cleared by one button, which leaves the focus on the search", async () => {
    const { user, router } = await open(
      "?text=caj&platform=bluesky&category=1&sort=likes",
      answers,
    );
    expect(await screen.findByText("No posts match these filters.")).toBeVisible();
    expect(screen.getByText("Clear the filters to see all posts.")).toBeVisible();
    const search = screen.getByRole("searchbox", { name: "Search posts" });
    expect(search).toHaveValue("caj");
    expect(await choose("Platform")).toHaveDisplayValue("Bluesky");

    await user.click(screen.getByRole("button", { name: "Clear filters" }));

    await expectShown("Zimski čaj.", "Slojevi su tajna.", "Jesenji čaj.");
    expect(search).toHaveFocus();
    expect(search).toHaveValue("");
    expect(router.state.location.search).toMatchObject({ sort: "likes" });
    for (const name of ["text", "platform", "category", "period"]) {
      expect(router.state.location.search[name as "text"]).toBeUndefined();
    }
    expect(screen.queryByRole("button", { name: "Clear filters" })).not.toBeInTheDocument();
  });

  it("take two dates", async () => {
    const { user, router } = await open("", answers);
    await shown();
    await user.selectOptions(await choose("Period"), "Between dates");
    const day = new Date(ago(9)).toLocaleDateString("sv-SE");
    await user.type(await screen.findByLabelText("To"), day);
    await waitFor(() => expect(router.state.location.search).toMatchObject({ to: day }));
    await expectShown("Jesenji čaj.");
  });

  it("say that only the loaded posts were searched, and still load more", async () => {
    const hundred = Array.from({ length: 100 }, (_, n) => post(200 + n, `Objava ${n}.`));
    const { user, wire } = await open("?text=caj", {
      list: ({ searchParams }) =>
        jsonAnswer(200, searchParams.get("limit") === "100" ? hundred : [...hundred, ...posts]),
    });
    expect(
      await screen.findByText(
        "Only the first 100 posts were searched. Load more, or clear the filters.",
      ),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Load More" }));
    await expectShown("Zimski čaj.", "Jesenji čaj.");
    expect(wire.sent.filter(listing).at(-1)).toContain("limit=200");
  });
});

describe("The change to the period before", () => {
  const totals = () => screen.getByRole("region", { name: "Totals" });

  it("is shown with the totals of a chosen period", async () => {
    await open("?period=7d", answers);
    await expectShown("Zimski čaj.", "Slojevi su tajna.");
    expect(totals()).toHaveTextContent("Posts2 +1Impressions400 +100%Avg. engagement4.99%, medium");
    expect(screen.getByText(/^Compared with \d+ \w+ to \d+ \w+\.$/)).toBeVisible();
  });

  it("is left out if the loaded posts do not reach back so far", async () => {
    const hundred = Array.from({ length: 100 }, (_, n) =>
      post(200 + n, `Objava ${n}.`, { publish_at: ago(n / 10) }),
    );
    await open("?period=7d", { list: () => jsonAnswer(200, hundred) });
    await waitFor(async () => expect((await shown()).length).toBeGreaterThan(50));
    expect(totals().textContent).not.toMatch(/[+−±]/);
    expect(screen.queryByText(/Compared with/)).not.toBeInTheDocument();
    // They do reach back beyond the period itself.
    expect(screen.queryByText(/posts are counted/)).not.toBeInTheDocument();
  });
});
