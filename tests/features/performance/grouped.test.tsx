import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { jsonAnswer } from "../../support/render-app";
import { detailOf, findDialog, open, post } from "./support";

const posts = [
  post(60, "Zimski čaj.", { impressions: 300, engagement_rate: 0.02 }),
  post(61, "Slojevi su tajna."),
  post(62, "Zimski čaj.", { platform: "bluesky", impressions: 1000, engagement_rate: 0.04 }),
];
const answers = { list: () => jsonAnswer(200, posts), detail: detailOf(posts) };

const table = () => within(screen.getByRole("table", { name: "Posts" }));
const headers = () =>
  table()
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);
const group = () => table().getByRole("button", { name: "Zimski čaj.", expanded: false });

describe("Group by post", () => {
  it("is off at first, and stands in the address", async () => {
    const { user, router } = await open("", answers);
    await screen.findByRole("button", { name: "Slojevi su tajna." });
    expect(headers()).toEqual(["Zimski čaj.", "Slojevi su tajna.", "Zimski čaj."]);

    await user.click(screen.getByRole("checkbox", { name: "Group by post" }));

    await waitFor(() => expect(headers()).toEqual(["Zimski čaj.", "Slojevi su tajna."]));
    expect(router.state.location.search).toMatchObject({ grouped: true });
    const row = within(group().closest("tr") ?? document.body);
    expect(row.getByText("2 accounts")).toBeVisible();
    expect(row.getByText("1.3K")).toHaveAttribute("title", "1,300");
    expect(row.getByText("3.00%")).toBeVisible();
  });

  it("opens and closes a group by mouse and keyboard, and moves through its rows by ↑ and ↓", async () => {
    const { user } = await open("?grouped=true", answers);
    await screen.findByRole("button", { name: "Slojevi su tajna." });
    await user.click(group());
    expect(headers()).toEqual(["Zimski čaj.", "Zimski čaj.", "Zimski čaj.", "Slojevi su tajna."]);
    await user.keyboard("{Enter}");
    expect(headers()).toEqual(["Zimski čaj.", "Slojevi su tajna."]);
    await user.keyboard(" {ArrowDown}{ArrowDown}");
    expect(document.activeElement?.closest("tr")).toHaveTextContent("Bluesky");
    await user.keyboard("{Enter}");
    expect(await findDialog()).toBeTruthy();
    // The list of the dialog is that of the table.
    expect(await screen.findByText("2 of 3")).toBeVisible();
    await user.keyboard("{ArrowRight}");
    expect(await screen.findByText("3 of 3")).toBeVisible();
  });
});
