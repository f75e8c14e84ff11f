import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdTime, pass, until } from "../../support/held-time";
import { jsonAnswer } from "../../support/render-app";
import { detailOf, findDialog, open, post, rows, snapshots, two } from "./support";

const detail = (id: number) => (line: string) =>
  line === `GET /api/v1/publishing/performance/posts/${id}`;

const answers = { list: () => jsonAnswer(200, two), detail: detailOf(two) };

describe("Post performance", () => {
  it("opens from a row, is in the address, and returns the focus", async () => {
    const { user, router } = await open("", answers);
    const [, second] = await rows();
    if (!second) throw new Error("A row is needed.");

    await user.click(within(second).getByText("1.3M"));

    await findDialog();
    expect(router.state.location.search).toMatchObject({ post: 41 });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(router.state.location.search).not.toHaveProperty("post");
    await waitFor(() => expect(within(second).getByRole("button")).toHaveFocus());
  });

  it("is reached by keyboard in all of a long table", async () => {
    const many = Array.from({ length: 34 }, (_, n) => post(40 + n, `Objava ${n}.`));
    const { user, router } = await open("", { ...answers, list: () => jsonAnswer(200, many) });
    (await screen.findByRole("button", { name: "Objava 0." })).focus();
    await screen.findByRole("button", { name: "Objava 33." });
    const focused = () => document.activeElement?.getAttribute("aria-label");

    await user.keyboard("{ArrowUp}");
    expect(focused()).toBe("Objava 0.");
    await user.keyboard("{ArrowDown>33/}");
    expect(focused()).toBe("Objava 33.");
    await user.keyboard("{ArrowDown}");
    expect(focused()).toBe("Objava 33.");
    await user.keyboard("{ArrowUp>24/}");
    expect(focused()).toBe("Objava 9.");
    await user.keyboard("{Enter}");
    await findDialog();
    expect(router.state.location.search).toMatchObject({ post: 49 });
  });

  it("leaves the arrow keys to the page if no row has the focus", async () => {
    await open("", answers);
    await rows();
    const head = screen.getByRole("button", { name: "Likes" });
    head.focus();
    expect(fireEvent.keyDown(head, { key: "ArrowDown" })).toBe(true);
  });

  it("says which subreddits have the post, and what the others said", async () => {
    const subreddit_results = [
      { name: "serbia", status: "published", url: "https://www.reddit.com/r/serbia/comments/1/" },
      { name: "skijanje", status: "refused", url: null, error: "NO_LINKS: no links here. (sr)" },
    ];
    const posts = [{ ...post(40, "Zima je stigla."), subreddit_results }];
    await open("?post=40", { list: () => jsonAnswer(200, posts), detail: detailOf(posts) });
    const dialog = await findDialog();
    const list = within(await dialog.findByRole("list", { name: "Subreddits" }));
    expect(list.getByRole("link", { name: "r/serbia" })).toBeVisible();
    expect(list.getByText("r/skijanje refused it: NO_LINKS: no links here. (sr)")).toBeVisible();
  });

  it("opens by its address, with figures, chart and link", async () => {
    const { user } = await open("?post=40", answers);
    const dialog = await findDialog();

    expect(await dialog.findByText("Čaj, ćebe i dobra knjiga.")).toBeVisible();
    expect(dialog.getByRole("button", { name: "Impressions 4.2K" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect(dialog.getByRole("figure")).toHaveTextContent("Impressions, 2 snapshots");
    await user.click(dialog.getByRole("button", { name: "Likes 187" }));
    expect(dialog.getByRole("figure")).toHaveTextContent("Likes, 2 snapshots");
    expect(dialog.getByRole("link", { name: "View post" })).toHaveAttribute(
      "href",
      expect.stringContaining("/sandbox/posts/40"),
    );
  });

  it("has the chart's figures as a table for a screen reader, and for everyone on demand", async () => {
    const { user } = await open("?post=40", answers);
    const dialog = await findDialog();

    const table = await dialog.findByRole("table", { name: "Snapshots" });
    const [, earlier, later] = within(table).getAllByRole("row");
    expect(within(earlier ?? table).getAllByRole("cell")[0]).toHaveTextContent("900");
    expect(within(later ?? table).getAllByRole("cell")[2]).toHaveTextContent("187");
    expect(within(later ?? table).getAllByRole("cell")[1]).toHaveTextContent("—");

    await user.click(dialog.getByRole("button", { name: "Show all figures as a table" }));
    expect(dialog.getAllByRole("table", { name: "Snapshots" })).toHaveLength(1);
    await user.click(dialog.getByRole("button", { name: "Hide the figures as a table" }));
    expect(dialog.getAllByRole("table", { name: "Snapshots" })).toHaveLength(1);
  });

  it("draws and lists figures that a server sends as texts", async () => {
    const asTexts = snapshots.map(({ snapshot_time, raw_data: { impressions, likes } }) => ({
      snapshot_time,
      raw_data: { impressions: String(impressions), likes: String(likes) },
    }));
    await open("?post=40", {
      ...answers,
      detail: () => jsonAnswer(200, { performance: two[0], snapshots: asTexts }),
    });
    const dialog = await findDialog();
    expect(await dialog.findByRole("figure")).toHaveTextContent("Impressions, 2 snapshots");
    const [, earlier, later] = within(
      dialog.getByRole("table", { name: "Snapshots" }),
    ).getAllByRole("row");
    expect(earlier).toHaveTextContent("900");
    expect(later).toHaveTextContent("187");
  });

  it("reports that there is too little data for a chart", async () => {
    await open("?post=40", {
      ...answers,
      detail: () => jsonAnswer(200, { performance: two[0], snapshots: snapshots.slice(1) }),
    });
    const dialog = await findDialog();
    expect(
      await dialog.findByText("Not enough historical data to draw a chart."),
    ).toBeInTheDocument();
  });

  it("has no link if the post's URL is missing or unsafe", async () => {
    const published_post_url = "javascript:alert(1)";
    await open("?post=40", {
      ...answers,
      detail: detailOf([post(40, "Čaj.", { published_post_url })]),
    });
    const dialog = await findDialog();
    expect(await dialog.findByText("Čaj.")).toBeVisible();
    expect(dialog.queryByRole("link")).not.toBeInTheDocument();
  });

  it("reports that loading failed, and tries again", async () => {
    const { user, wire } = await open("", answers);
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

  it("shows the server's message for a post that does not exist", async () => {
    await open("?post=99", answers);
    const dialog = await findDialog();
    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to load performance details. Please try again.");
    expect(alert).toHaveTextContent("No such published post.");
    expect(dialog.getByRole("button", { name: "Next post" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });
});

describe("The neighbours of a post", () => {
  const three = [...two, post(42, "Kafa pre svega.")];
  const listed = { list: () => jsonAnswer(200, three), detail: detailOf(three) };
  const button = (name: string) => screen.getByRole("button", { name });

  it("are reached by → and ← in the list's order, and replace the post in the address", async () => {
    const { user, router } = await open("", listed);
    await rows();
    await user.click(button("Čaj, ćebe i dobra knjiga."));
    const dialog = await findDialog();
    await dialog.findByText("1 of 3");
    const length = router.history.length;

    await user.keyboard("{ArrowRight}");
    expect(await dialog.findByText("Slojevi su tajna.")).toBeVisible();
    expect(dialog.getByText("2 of 3")).toBeVisible();
    expect(router.state.location.search).toMatchObject({ post: 41 });
    await user.keyboard("{ArrowRight}");
    expect(await dialog.findByText("Kafa pre svega.")).toBeVisible();
    await user.keyboard("{ArrowLeft}");
    expect(await dialog.findByText("Slojevi su tajna.")).toBeVisible();
    expect(router.history.length).toBe(length);
  });

  it("are reached by buttons, which say at the ends why they are disabled", async () => {
    const { user, router } = await open("?post=40", listed);
    const dialog = await findDialog();
    await dialog.findByText("1 of 3");
    expect(button("Previous post")).toHaveAttribute("aria-disabled", "true");
    expect(button("Previous post")).toHaveAccessibleDescription(
      "This is the first post of the list.",
    );

    await user.click(button("Previous post"));
    expect(router.state.location.search).toMatchObject({ post: 40 });
    await user.click(button("Next post"));
    await dialog.findByText("2 of 3");
    await user.click(button("Next post"));
    await dialog.findByText("3 of 3");
    expect(button("Next post")).toHaveAttribute("aria-disabled", "true");
    await user.keyboard("{ArrowRight}");
    expect(router.state.location.search).toMatchObject({ post: 42 });
  });

  it("keep the chart's figure, and the dialog's focus", async () => {
    const { user } = await open("?post=40", listed);
    const dialog = await findDialog();
    await dialog.findByText("1 of 3");
    await user.click(await dialog.findByRole("button", { name: "Likes 187" }));
    await user.keyboard("{ArrowRight}");
    expect(await dialog.findByRole("button", { name: "Likes 0" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect(screen.getByRole("dialog")).toContainElement(
      document.activeElement instanceof HTMLElement ? document.activeElement : null,
    );
  });

  it("move the focus along: the closed dialog leaves it on the row of the post shown last", async () => {
    const { user } = await open("", listed);
    await rows();
    await user.click(button("Čaj, ćebe i dobra knjiga."));
    const dialog = await findDialog();
    await dialog.findByText("1 of 3");
    await user.keyboard("{ArrowRight}{ArrowRight}");
    await dialog.findByText("3 of 3");
    holdTime();
    fireEvent.keyDown(document.activeElement ?? document, { key: "Escape" });
    await until(() => expect(button("Kafa pre svega.")).toHaveFocus());
    // And it stays there.
    await pass(1_000);
    expect(button("Kafa pre svega.")).toHaveFocus();
  });

  it("are not opened while the arrow keys mean something else", async () => {
    const video = post(41, "Slojevi su tajna.", { video_url: "/media/sandbox/41.mp4" });
    const { user, router } = await open("?post=41", { ...listed, detail: detailOf([video]) });
    const dialog = await findDialog();
    await dialog.findByText("2 of 3");
    await dialog.findByText("Slojevi su tajna.");
    await user.keyboard("{Control>}{ArrowRight}{/Control}{Alt>}{ArrowLeft}{/Alt}");
    expect(router.state.location.search).toMatchObject({ post: 41 });

    // A video seeks by the arrow keys.
    fireEvent.keyDown(await dialog.findByLabelText("Video of the post"), { key: "ArrowRight" });
    expect(router.state.location.search).toMatchObject({ post: 41 });

    // Another dialog over this one.
    await user.keyboard("?");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    await user.keyboard("{ArrowRight}");
    expect(router.state.location.search).toMatchObject({ post: 41 });
  });

  it("do not exist if the list does not have the post", async () => {
    await open("?post=40", {
      list: () => jsonAnswer(200, three.slice(1)),
      detail: detailOf(three),
    });
    const dialog = await findDialog();
    expect(await dialog.findByText("Čaj, ćebe i dobra knjiga.")).toBeVisible();
    expect(button("Next post")).toHaveAccessibleDescription("This post is not in the list.");
  });
});
