import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answering, renderApp, saying } from "../../support/render-app";
import { open, openAt, post, region, status } from "./support";

describe("Upcoming Posts", () => {
  const two = status({ upcoming_posts: [post(1), post(2)] });

  it("is folded at first: its heading tells how many there are, and opens it by keyboard", async () => {
    const { user, router } = await open(saying("scheduler-status", two));
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

  it("is open where the address says so", async () => {
    await renderApp("/dashboard/publishing?upcoming=true", {
      server: await answering([saying("scheduler-status", two)]),
    });
    expect(await (await region("Upcoming Posts")).findAllByRole("listitem")).toHaveLength(2);
  });

  it("counts the posts of the shown tab, with a plus if the server may have more", async () => {
    const many = Array.from({ length: 20 }, (_, n) => post(n + 1));
    await open(saying("scheduler-status", status({ upcoming_posts: many })));
    expect(await (await region("Upcoming Posts")).findByText("20+ posts")).toBeVisible();
  });
});

describe("Recently Published", () => {
  it("links to the post, and shows an unsafe URL as text", async () => {
    const published = (id: number, url: string) =>
      post(id, { status: "published", published_post_url: url });
    await open(
      saying(
        "scheduler-status",
        status({
          recently_published: [
            published(1, "https://bsky.app/profile/zimska/post/1"),
            published(2, "javascript:alert(1)"),
          ],
        }),
      ),
    );
    const list = await region("Recently Published");
    expect(await list.findByRole("link", { name: "View post" })).toHaveAttribute(
      "href",
      "https://bsky.app/profile/zimska/post/1",
    );
    expect(list.getByText("javascript:alert(1)")).toBeVisible();
    expect(list.getAllByRole("link")).toHaveLength(1);
  });

  const results = [
    {
      name: "serbia",
      status: "published",
      url: "https://www.reddit.com/r/serbia/comments/1/zima/",
    },
    { name: "skijanje", status: "refused", url: null, error: "NO_LINKS: no links here. (sr)" },
    { name: "planine", status: "accepted", url: null, error: null },
    { name: "sneg", status: "unknown" },
    { name: "ski", status: "not_sent" },
  ];

  it("says which subreddits do not have the post, and why", async () => {
    await open(
      saying(
        "scheduler-status",
        status({
          recently_published: [post(1, { status: "published", subreddit_results: results })],
        }),
      ),
    );
    const list = await region("Recently Published");
    const missing = within(await list.findByRole("list", { name: "Subreddits" }));
    expect(missing.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "r/skijanje refused it: NO_LINKS: no links here. (sr)",
      "r/planine: Reddit is processing the media.",
      "r/sneg: may already be live. Look there.",
      "r/ski: not sent",
    ]);
  });

  it("says in the dialog of a post what became of it in each subreddit", async () => {
    await openAt(
      "?post=1",
      saying("scheduled-posts/1", post(1, { status: "published", subreddit_results: results })),
    );
    const dialog = within(await screen.findByRole("dialog"));
    const all = within(await dialog.findByRole("list", { name: "Subreddits" }));
    expect(all.getByRole("link", { name: "r/serbia" })).toHaveAttribute(
      "href",
      "https://www.reddit.com/r/serbia/comments/1/zima/",
    );
    expect(all.getAllByRole("listitem")).toHaveLength(5);
  });

  it("has no list of subreddits where all have the post, or the server sends none", async () => {
    const [first] = results;
    await open(
      saying(
        "scheduler-status",
        status({
          recently_published: [
            post(1, { status: "published" }),
            post(2, { status: "published", subreddit_results: [first] }),
            post(3, { status: "published", subreddit_results: null }),
          ],
        }),
      ),
    );
    const list = await region("Recently Published");
    expect(await list.findAllByRole("listitem")).toHaveLength(3);
    expect(list.queryByRole("list", { name: "Subreddits" })).not.toBeInTheDocument();
  });

  it("shows an unknown platform and an unknown status as text", async () => {
    await open(
      saying(
        "scheduler-status",
        status({
          recently_published: [
            post(1, {
              status: "boosted_by_ads",
              social_account: { platform_type: "mastodon", platform_username: "zimska" },
            }),
          ],
        }),
      ),
    );
    const list = await region("Recently Published");
    expect(await list.findByText("mastodon")).toBeVisible();
    expect(list.getByText("boosted_by_ads")).toBeVisible();
  });

  it("leaves out a record that cannot be read, and reports that once", async () => {
    await open(saying("scheduler-status", status({ recently_published: [post(1), { id: null }] })));
    const list = await region("Recently Published");
    expect(await list.findAllByRole("listitem")).toHaveLength(1);
    await act(async () => {});
    expect(screen.getAllByText("1 record could not be read.")).toHaveLength(1);
  });
});
