import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdDate } from "../../support/held-time";
import { findDialog, textsIn } from "../../support/on-screen";
import { jsonAnswer, saying } from "../../support/render-app";
import { on, open, openAt, openStatus, post, region, text } from "./support";

describe("Upcoming Scheduled Posts", () => {
  /** Opens Publishing with this many posts, which are answered page by page. */
  async function openPages(count: number, { isBroken = () => false, textFrom = count, at = "" }) {
    const all = Array.from({ length: count }, (_, id) =>
      post(id + 1, id < textFrom ? {} : { content_queue_item: { ...text, id: id + 1 } }),
    );
    const app = await openAt(at, {
      to: "scheduled-posts",
      says: ({ searchParams }: URL) => {
        const skip = Number(searchParams.get("skip"));
        if (skip > 0 && isBroken()) return jsonAnswer(500, {});
        return jsonAnswer(200, all.slice(skip, skip + Number(searchParams.get("limit"))));
      },
    });
    const list = await region("Upcoming Scheduled Posts");
    const loadMore = async () =>
      app.user.click(await list.findByRole("button", { name: "Load More" }));
    return { ...app, list, loadMore };
  }

  it("are loaded five at a time; the first of those that come last has the focus", async () => {
    const { list, loadMore } = await openPages(7, {});
    expect(await list.findAllByRole("listitem")).toHaveLength(5);
    await loadMore();
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(7));
    expect(list.queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();
    expect(list.getByRole("status")).toHaveTextContent("2 more loaded");
    expect(list.getAllByRole("listitem")[5]).toHaveFocus();
  });

  it("are all loaded again after a reload, by the address", async () => {
    const { list, loadMore, router } = await openPages(13, { at: "?scheduled=2" });
    expect(await list.findAllByRole("listitem")).toHaveLength(10);
    await loadMore();
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(13));
    expect(router.state.location.search).toMatchObject({ scheduled: 3 });
  });

  it("are reported as none only when everything is loaded", async () => {
    const { user, router, list, loadMore } = await openPages(7, { textFrom: 6 });
    await user.click(screen.getByRole("tab", { name: "Text-Only Posts" }));
    expect(await list.findByText("No text-only posts in the first 5.")).toBeVisible();
    expect(list.queryByText("No text-only posts are scheduled.")).not.toBeInTheDocument();
    await loadMore();
    expect(await list.findAllByRole("listitem")).toHaveLength(1);

    const other = "6 image/video posts are on the other tab.";
    await user.click(list.getByRole("button", { name: other }));
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(6));
    expect(router.state.location.search).not.toMatchObject({ tab: "text" });
  });

  it("keep forty pages in the address, and no more", async () => {
    const { list, loadMore, router } = await openPages(206, { at: "?scheduled=40" });
    await waitFor(() => expect(list.getByText("200 loaded")).toBeVisible());
    await loadMore();
    await waitFor(() => expect(list.getByText("205 loaded")).toBeVisible());
    expect(router.state.location.search).toMatchObject({ scheduled: 40 });
  });

  it("report that more could not be loaded, and try again", async () => {
    let isBroken = true;
    const { list, loadMore } = await openPages(6, { isBroken: () => isBroken });
    await loadMore();
    expect(await list.findByText("Failed to load more scheduled posts.")).toBeVisible();
    isBroken = false;
    await loadMore();
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(6));
  });

  const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
  it.each([
    ["an unusual status", () => ({ status: "publishing" }), "Publishing"],
    ["an overdue post", () => ({ publish_at: ago(42 * 60_000 + 5_000) }), "Overdue by 42 min"],
    [
      "a post of a paused group, which is not overdue,",
      () => ({ publish_at: ago(42 * 60_000), is_paused: true }),
      "Paused",
    ],
  ])("show %s in words", async (_, change, words) => {
    holdDate();
    await open(saying("scheduled-posts", [post(1, change())]));
    const list = await region("Upcoming Scheduled Posts");
    expect(await list.findByText(words)).toBeVisible();
    expect(list.queryAllByText(/^Overdue/)).toHaveLength(words.startsWith("Overdue") ? 1 : 0);
    // A truncated name of a platform is shown in full in its title.
    expect(list.getByText("Bluesky")).toHaveAttribute("title", "Bluesky");
  });
});

it("Upcoming Posts is folded at first: its heading counts them, and opens it by keyboard", async () => {
  const { user, router } = await openStatus({ upcoming_posts: [post(1), post(2)] });
  const list = await region("Upcoming Posts");
  expect(await list.findByText("2 posts")).toBeVisible();
  expect(list.queryByRole("listitem")).toBeNull();
  const heading = within(list.getByRole("heading", { name: "Upcoming Posts" }));
  const button = heading.getByRole("button", { name: "Upcoming Posts", expanded: false });

  button.focus();
  await user.keyboard("{Enter}");
  expect(await list.findAllByRole("listitem")).toHaveLength(2);
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(router.state.location.search).toMatchObject({ upcoming: true });

  await user.keyboard("{Enter}");
  expect(list.queryByRole("listitem")).toBeNull();
  expect(list.getByText("2 posts")).toBeVisible();
  expect(router.state.location.search).not.toHaveProperty("upcoming");
});

describe("Recently Published", () => {
  const published = (id: number, change: Record<string, unknown> = {}) =>
    post(id, { status: "published", ...change });

  async function openPublished(...recently_published: readonly unknown[]) {
    await openStatus({ recently_published });
    const list = await region("Recently Published");
    await list.findAllByRole("listitem");
    return list;
  }

  it("links to the post, and shows an unsafe URL as text", async () => {
    const url = "https://bsky.app/profile/zimska/post/1";
    const list = await openPublished(
      published(1, { published_post_url: url }),
      published(2, { published_post_url: "javascript:alert(1)" }),
    );
    expect(list.getByRole("link", { name: "View post" })).toHaveAttribute("href", url);
    expect(list.getByText("javascript:alert(1)")).toBeVisible();
    expect(list.getAllByRole("link")).toHaveLength(1);
  });

  const comments = "https://www.reddit.com/r/serbia/comments/1/zima/";
  const results = [
    { name: "serbia", status: "published", url: comments },
    { name: "skijanje", status: "refused", url: null, error: "NO_LINKS: no links here. (sr)" },
    { name: "planine", status: "accepted", url: null, error: null },
    { name: "sneg", status: "unknown" },
    { name: "ski", status: "not_sent" },
  ];

  it("says which subreddits do not have the post, and why", async () => {
    const list = await openPublished(published(1, { subreddit_results: results }));
    expect(textsIn(within(list.getByRole("list", { name: "Subreddits" })))).toEqual([
      "r/skijanje refused it: NO_LINKS: no links here. (sr)",
      "r/planine: Reddit is processing the media.",
      "r/sneg: may already be live. Look there.",
      "r/ski: not sent",
    ]);
  });

  it("says in the dialog of a post what became of it in each subreddit", async () => {
    await openAt(
      "?post=1",
      saying("scheduled-posts/1", published(1, { subreddit_results: results })),
    );
    const dialog = await findDialog();
    const all = within(await dialog.findByRole("list", { name: "Subreddits" }));
    expect(all.getByRole("link", { name: "r/serbia" })).toHaveAttribute("href", comments);
    expect(all.getAllByRole("listitem")).toHaveLength(5);
  });

  it("has no list of subreddits where all have the post, or the server sends none", async () => {
    const list = await openPublished(
      published(1),
      published(2, { subreddit_results: results.slice(0, 1) }),
      published(3, { subreddit_results: null }),
    );
    expect(list.getAllByRole("listitem")).toHaveLength(3);
    expect(list.queryByRole("list", { name: "Subreddits" })).not.toBeInTheDocument();
  });

  it("shows an unknown platform and an unknown status as text", async () => {
    const list = await openPublished(
      post(1, { status: "boosted_by_ads", social_account: on("mastodon") }),
    );
    expect(list.getByText("mastodon")).toBeVisible();
    expect(list.getByText("boosted_by_ads")).toBeVisible();
  });

  it("leaves out a record that cannot be read, and reports that once", async () => {
    const list = await openPublished(post(1), { id: null });
    expect(list.getAllByRole("listitem")).toHaveLength(1);
    await act(async () => {});
    expect(screen.getAllByText("1 record could not be read.")).toHaveLength(1);
  });
});
