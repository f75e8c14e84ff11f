import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { jsonAnswer } from "../../support/render-app";
import { detailOf, findDialog, open, post } from "./support";

const posts = [
  post(60, "Zimski čaj.", { impressions: 300, engagement_rate: 0.02 }),
  post(61, "Slojevi su tajna."),
  post(62, "Zimski čaj.", {
    platform: "bluesky",
    platform_username: "zima.bsky.social",
    impressions: 1000,
    engagement_rate: 0.04,
  }),
];
const answers = { list: () => jsonAnswer(200, posts), detail: detailOf(posts) };

const table = () => within(screen.getByRole("table", { name: "Posts" }));
const headers = () =>
  table()
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);
const head = () => table().getByRole("row", { name: /2 accounts/ });
const toggle = () => table().getByRole("button", { name: "2 accounts" });
const checkbox = () => screen.getByRole("checkbox", { name: "Group by post" });
const find = () => screen.findByRole("button", { name: "Slojevi su tajna." });

const closed = ["Zimski čaj.", "Slojevi su tajna."];
const opened = ["Zimski čaj.", "Zimski čaj.", "Zimski čaj.", "Slojevi su tajna."];
const ungrouped = ["Zimski čaj.", "Slojevi su tajna.", "Zimski čaj."];

describe("Group by post", () => {
  it("is on at first: one row per post, with its accounts and their figures together", async () => {
    await open("", answers);
    await find();
    expect(checkbox()).toBeChecked();
    expect(headers()).toEqual(closed);
    const row = within(head());
    expect(row.getByText("1.3K")).toHaveAttribute("title", "1,300");
    expect(row.getByText("3.00%")).toBeVisible();
    // In words, for the browser's search and for paper.
    expect(row.getByText("Instagram zimska.kolekcija, Bluesky zima.bsky.social")).toBeVisible();
  });

  it("stays as it was switched when the operator returns to the Dashboard", async () => {
    const { user, router } = await open("", answers);
    await find();
    await user.click(checkbox());
    await waitFor(() => expect(headers()).toEqual(ungrouped));
    expect(router.state.location.search).toMatchObject({ grouped: false });

    const main = within(screen.getByRole("navigation", { name: "Main" }));
    await user.click(main.getByRole("link", { name: /^Content Library/ }));
    await screen.findByRole("heading", { level: 1, name: "Content Library" });
    await user.click(main.getByRole("link", { name: /^Dashboard/ }));
    await find();
    expect(router.state.location.search).not.toHaveProperty("grouped");
    expect(checkbox()).not.toBeChecked();
    expect(headers()).toEqual(ungrouped);
  });

  it("is as an address says, whatever the operator has chosen before", async () => {
    localStorage.setItem("group-by-post", "off");
    await open("?grouped=true", answers);
    await find();
    expect(headers()).toEqual(closed);
  });

  it("opens and closes a group by mouse and keyboard", async () => {
    const { user } = await open("", answers);
    await find();
    await user.click(toggle());
    expect(toggle()).toHaveAttribute("aria-expanded", "true");
    expect(headers()).toEqual(opened);
    await user.keyboard("{Enter}");
    expect(headers()).toEqual(closed);
    await user.keyboard("{ArrowRight}");
    expect(headers()).toEqual(opened);
    await user.keyboard("{ArrowRight}");
    expect(headers()).toEqual(opened);
    await user.keyboard("{ArrowLeft}");
    expect(headers()).toEqual(closed);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("opens the post of a group at a press of its row, and the focus returns there", async () => {
    const { user } = await open("", answers);
    await find();
    await user.click(within(head()).getByText("1.3K"));
    expect(await findDialog()).toBeTruthy();
    // The list of the dialog is that of the table, with both accounts side by side.
    expect(await screen.findByText("1 of 3")).toBeVisible();
    await user.keyboard("{ArrowRight}");
    expect(await screen.findByText("2 of 3")).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(head()).toContainElement(document.activeElement as HTMLElement));
  });

  it("moves through the rows of a group by ↑ and ↓", async () => {
    const { user } = await open("", answers);
    await find();
    await user.click(toggle());
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(document.activeElement?.closest("tr")).toHaveTextContent("Bluesky");
    await user.keyboard("{Enter}");
    expect(await findDialog()).toBeTruthy();
    expect(await screen.findByText("2 of 3")).toBeVisible();
  });
});
