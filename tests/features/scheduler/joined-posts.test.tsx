import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  waitAnswer,
} from "../../support/render-app";
import { region } from "./support";

const time = "2036-11-21T18:30:00Z";

/** One content on one account. */
const on = (id: number, platform_type: string, change: Record<string, unknown> = {}) => ({
  id,
  status: "scheduled",
  publish_at: time,
  retry_count: 0,
  published_post_url: null,
  social_account: { platform_type, platform_username: "zimska", last_known_error: null },
  content_queue_item: { ...sampleQueueItem, id: 7, text_content: "Čaj i ćebe." },
  ...change,
});

const three = [on(1, "instagram"), on(2, "threads"), on(3, "bluesky")];

/** Opens Publishing with these posts as the scheduled, the next and, published, the last ones. */
async function open(
  posts: readonly ReturnType<typeof on>[],
  published: readonly ReturnType<typeof on>[] = [],
  ...rules: Parameters<typeof answering>[0]
) {
  const server = await answering([
    ...rules,
    {
      to: "scheduled-posts",
      says: ({ pathname }) =>
        jsonAnswer(200, posts.find(({ id }) => pathname.endsWith(`/${id}`)) ?? posts),
    },
    saying("scheduler-status", {
      failed_posts: [],
      upcoming_posts: posts,
      recently_published: published,
    }),
  ]);
  return renderApp("/dashboard/publishing?upcoming=true", { server });
}

type User = Awaited<ReturnType<typeof open>>["user"];

async function choose(user: User, button: string, item: string) {
  const upcoming = await region("Upcoming Scheduled Posts");
  await user.click(await upcoming.findByRole("button", { name: button }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}

const menusOf = (row: HTMLElement) =>
  within(row)
    .queryAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));

const all = "Actions for post on all 3 accounts";
const accounts = "Instagram zimska, Threads zimska, and Bluesky zimska";

describe("A page of scheduled posts that ends within one", () => {
  const content = (id: number) => ({ ...sampleQueueItem, id, text_content: `Objava ${id}.` });
  const first = ["instagram", "threads", "bluesky"].map((platform, index) =>
    on(index + 1, platform, { content_queue_item: content(7) }),
  );
  const second = ["instagram", "threads", "bluesky", "x_twitter"].map((platform, index) =>
    on(index + 4, platform, { content_queue_item: content(8) }),
  );
  const third = on(8, "instagram", { content_queue_item: content(9) });

  /** Opens Publishing with these posts, page by page, and returns what the rows of the list read. */
  async function openPages(
    posts: readonly ReturnType<typeof on>[],
    isBroken: (skip: number) => boolean = () => false,
  ) {
    const app = await open([], [], {
      to: "scheduled-posts",
      says: ({ searchParams }) => {
        const skip = Number(searchParams.get("skip"));
        if (isBroken(skip)) return jsonAnswer(500, {});
        return jsonAnswer(200, posts.slice(skip, skip + Number(searchParams.get("limit"))));
      },
    });
    const upcoming = await region("Upcoming Scheduled Posts");
    await upcoming.findAllByRole("listitem");
    const accountsOf = () =>
      upcoming
        .getAllByRole("listitem")
        .map((row) => within(row).getAllByRole("button", { name: /zimska$/ }).length);
    const loadMore = () => app.user.click(upcoming.getByRole("button", { name: "Load More" }));
    return { ...app, upcoming, accountsOf, loadMore };
  }

  it("shows all accounts of its last row, and the rest on 'Load More'", async () => {
    const { accountsOf, loadMore, wire } = await openPages([...first, ...second, third]);
    await waitFor(() => expect(accountsOf()).toEqual([3, 4]));
    await loadMore();
    await waitFor(() => expect(accountsOf()).toEqual([3, 4, 1]));
    const skips = wire.sent
      .filter((line) => line.includes("/scheduled-posts?"))
      .map((line) => new URL(line.slice(4), "http://localhost").searchParams);
    expect(skips.every((query) => query.get("limit") === "5")).toBe(true);
    expect(skips.map((query) => query.get("skip"))).toContain("7");
  });

  it("leaves out no post that goes out between two accounts of another", async () => {
    const [one, two, three, four] = second;
    if (!one || !two || !three || !four) throw new Error("Four posts are needed.");
    const { accountsOf, loadMore } = await openPages([...first, one, two, third, three, four]);
    await waitFor(() => expect(accountsOf()).toEqual([3, 4]));
    await loadMore();
    await waitFor(() => expect(accountsOf()).toEqual([3, 4, 1]));
  });

  it("is shown as it is if the rest cannot be read, and is whole on 'Load More'", async () => {
    let isBroken = true;
    const { accountsOf, loadMore } = await openPages(
      [...first, ...second],
      (skip) => skip > 0 && isBroken,
    );
    await waitFor(() => expect(accountsOf()).toEqual([3, 2]));
    isBroken = false;
    await loadMore();
    await waitFor(() => expect(accountsOf()).toEqual([3, 4]));
  });

  it("is read once more, and not for ever, if the server ignores where a page begins", async () => {
    const { wire } = await open([...first, ...second]);
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(await upcoming.findAllByRole("listitem")).toHaveLength(2);
    expect(wire.sent.filter((line) => line.includes("/scheduled-posts?"))).toHaveLength(2);
  });
});

describe("A post on several accounts", () => {
  it.each(["Upcoming Scheduled Posts", "Upcoming Posts"])(
    "is one row in %s, with a menu for each account and one for all",
    async (name) => {
      await open(three);
      const row = await (await region(name)).findByRole("listitem");
      expect(within(row).getByText("Čaj i ćebe.")).toBeVisible();
      await waitFor(() =>
        expect(menusOf(row)).toEqual([
          "Actions for post on Instagram zimska",
          "Actions for post on Threads zimska",
          "Actions for post on Bluesky zimska",
          all,
        ]),
      );
    },
  );

  it("still counts as one post per account where posts are counted", async () => {
    await open(three);
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(await upcoming.findAllByRole("listitem")).toHaveLength(1);
    const health = await region("Scheduler Health");
    expect(health.getAllByRole("definition")[1]).toHaveTextContent("3");
  });

  it("names its accounts where the backend has no calls for a menu", async () => {
    await open(three, [], { to: "/healthz", says: () => jsonAnswer(404, {}) });
    const row = await (await region("Upcoming Scheduled Posts")).findByRole("listitem");
    for (const name of ["Instagram zimska", "Threads zimska", "Bluesky zimska"]) {
      expect(within(row).getByText(name)).toBeInTheDocument();
      expect(within(row).getByTitle(name)).toBeInTheDocument();
    }
    expect(menusOf(row)).toEqual([]);
  });

  it("says of each account what differs, and once what holds for all", async () => {
    await open([
      on(1, "instagram", { status: "publishing" }),
      on(2, "threads", { publish_at: "2036-11-21T19:10:00Z", retry_count: 2 }),
      on(3, "bluesky"),
      on(4, "bluesky", { content_queue_item: { ...sampleQueueItem, id: 8 }, is_paused: true }),
      on(5, "threads", { content_queue_item: { ...sampleQueueItem, id: 8 }, is_paused: true }),
    ]);
    const upcoming = await region("Upcoming Scheduled Posts");
    const [first, second] = await upcoming.findAllByRole("listitem");
    if (!first || !second) throw new Error("Two rows are needed.");
    expect(within(first).getByText(/^Instagram zimska:/)).toHaveTextContent(/Publishing$/);
    expect(within(first).getByText(/^Threads zimska:/)).toHaveTextContent(/10.*2 retries$/);
    expect(within(first).queryByText(/^Bluesky zimska:/)).not.toBeInTheDocument();
    expect(within(second).getAllByText("Paused")).toHaveLength(1);
    expect(within(second).queryByText(/zimska:/)).not.toBeInTheDocument();
  });

  it("has a menu for the accounts that wait if one is being published", async () => {
    const [first, ...others] = three;
    await open([{ ...first, status: "publishing" } as (typeof three)[number], ...others]);
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(
      await upcoming.findByRole("button", { name: "Actions for post on 2 accounts" }),
    ).toBeVisible();
  });

  it("links to the published post on each account", async () => {
    const at = (id: number, platform: string, minute: number) =>
      on(id, platform, {
        status: "published",
        publish_at: `2026-11-21T18:${minute}:00Z`,
        published_post_url: `https://example.com/${id}`,
      });
    await open([], [at(1, "instagram", 32), at(2, "threads", 30)]);
    const row = await (await region("Recently Published")).findByRole("listitem");
    expect(
      within(row)
        .getAllByRole("link")
        .map((link) => [link.textContent, link.getAttribute("href")]),
    ).toEqual([
      ["View post on Instagram zimska", "https://example.com/1"],
      ["View post on Threads zimska", "https://example.com/2"],
    ]);
    expect(within(row).queryByText(/zimska:/)).not.toBeInTheDocument();
  });
});

describe("The menu of one account", () => {
  it("acts on this account alone", async () => {
    const { user, wire } = await open(three);
    wire.answer(
      (line) => line.startsWith("DELETE"),
      () => new Response(null, { status: 204 }),
    );
    await choose(user, "Actions for post on Threads zimska", "Cancel post…");
    const question = within(await screen.findByRole("alertdialog", { name: "Cancel this post?" }));
    expect(question.getByText("Threads zimska")).toBeVisible();
    await user.click(question.getByRole("button", { name: "Cancel post" }));
    expect(await findToast("Cancelled. It will not be published on Threads zimska.")).toBeVisible();
    expect(wire.sent.filter((line) => line.startsWith("DELETE"))).toEqual([
      "DELETE /api/v1/publishing/scheduled-posts/2",
    ]);
  });
});

describe("The menu of all accounts", () => {
  it("opens by keyboard, and offers what can be done on all of them", async () => {
    const { user } = await open(three);
    const upcoming = await region("Upcoming Scheduled Posts");
    (await upcoming.findByRole("button", { name: all })).focus();
    await user.keyboard("{Enter}");
    const menu = within(await screen.findByRole("menu", { name: all }));
    expect(menu.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "Publish now…",
      "Reschedule…",
      "Cancel post…",
    ]);
  });

  it("cancels on each account with one question and one message", async () => {
    const { user, wire } = await open(three);
    wire.answer(
      (line) => line.startsWith("DELETE"),
      () => new Response(null, { status: 204 }),
    );
    await choose(user, all, "Cancel post…");
    const question = within(await screen.findByRole("alertdialog", { name: "Cancel this post?" }));
    expect(question.getByText(accounts)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Cancel post" }));
    expect(await findToast(`Cancelled. It will not be published on ${accounts}.`)).toBeVisible();
    expect(wire.sent.filter((line) => line.startsWith("DELETE"))).toHaveLength(3);
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("sends three at a time, and goes on when the server has asked to wait", async () => {
    const platforms = ["instagram", "threads", "bluesky", "facebook_page", "tiktok"];
    const { user, wire } = await open(platforms.map((platform, index) => on(index + 1, platform)));
    let [pending, most, isBusy] = [0, 0, true];
    wire.answer(
      (line) => line.startsWith("DELETE"),
      async () => {
        pending += 1;
        most = Math.max(most, pending);
        await new Promise((resolve) => setTimeout(resolve));
        pending -= 1;
        const answer = isBusy ? waitAnswer(429, 2) : new Response(null, { status: 204 });
        isBusy = false;
        return answer;
      },
    );
    await choose(user, "Actions for post on all 5 accounts", "Cancel post…");
    const question = within(await screen.findByRole("alertdialog", { name: "Cancel this post?" }));
    await user.click(question.getByRole("button", { name: "Cancel post" }));
    expect(await question.findByText("Server busy.")).toBeVisible();
    expect(await findToast(/^Cancelled\. It will not be published on /)).toBeVisible();
    expect(most).toBe(3);
    expect(wire.sent.filter((line) => line.startsWith("DELETE"))).toHaveLength(6);
  });

  it("sends nothing more once the question is closed while the server has asked to wait", async () => {
    const { user, wire } = await open(three);
    wire.answer(
      (line) => line.includes("/publish-now"),
      () => waitAnswer(429, 600),
    );
    await choose(user, all, "Publish now…");
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Publish now" }));
    expect(await question.findByText("Server busy.")).toBeVisible();
    const sent = wire.sent.filter((line) => line.includes("/publish-now")).length;
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(
      await findToast("Not done on 3 accounts: you left while the server asked to wait."),
    ).toBeVisible();
    expect(wire.sent.filter((line) => line.includes("/publish-now"))).toHaveLength(sent);
  });

  it("says on which accounts publishing now failed", async () => {
    const { user, wire } = await open(three);
    wire.answer(
      (line) => line.includes("/publish-now"),
      () => jsonAnswer(200, three[0]),
    );
    wire.answer(
      (line) => line.includes("/scheduled-posts/2/publish-now"),
      () => jsonAnswer(409, { detail: "This post is already published." }),
    );
    wire.answer(
      (line) => line.includes("/scheduled-posts/3/publish-now"),
      () => new Response("", { status: 502 }),
    );
    await choose(user, all, "Publish now…");
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Publish now" }));
    expect(await question.findByText("Failed to publish post now.")).toBeVisible();
    const lines = within(question.getByRole("list", { name: "Result" })).getAllByRole("listitem");
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      "Instagram zimska Due now.",
      "Threads zimska This post is already published.",
      expect.stringMatching(/^Bluesky zimska The server .* It may still have gone through\./),
    ]);

    await user.click(question.getByRole("button", { name: "Cancel" }));
    await choose(user, all, "Publish now…");
    expect(screen.queryByRole("list", { name: "Result" })).not.toBeInTheDocument();
  });

  it("fills in the last of the accounts' next slots", async () => {
    const { user, wire } = await open(three);
    const slot = (id: number, hour: number) =>
      wire.answer(
        (line) => line.includes(`/scheduled-posts/${id}/next-slot`),
        () => jsonAnswer(200, { publish_at: new Date(2036, 10, 19, hour).toISOString() }),
      );
    slot(1, 9);
    slot(2, 11);
    slot(3, 10);
    await choose(user, all, "Reschedule…");
    const dialog = within(await screen.findByRole("dialog", { name: "Reschedule post" }));
    await user.click(dialog.getByRole("button", { name: "Next slot" }));
    await waitFor(() =>
      expect(dialog.getByLabelText(/^Publish at/)).toHaveValue("2036-11-19T11:00"),
    );
  });
});
