import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { holdTime, pass, press, until } from "../../support/held-time";
import { findDialog, findQuestion, textsIn } from "../../support/on-screen";
import { answerWith, sentTo, specAlone } from "../../support/on-wire";
import {
  type answering,
  findToast,
  jsonAnswer,
  saying,
  waitAnswer,
} from "../../support/render-app";
import { on as account, openAt, post, region, status } from "./support";

/** One content on one account. */
const on = (id: number, platform_type: string, change: Record<string, unknown> = {}) =>
  post(id, {
    social_account: account(platform_type),
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
  const says = ({ pathname }: URL) =>
    jsonAnswer(200, posts.find(({ id }) => pathname.endsWith(`/${id}`)) ?? posts);
  return openAt(
    "?upcoming=true",
    ...rules,
    { to: "scheduled-posts", says },
    saying("scheduler-status", status({ upcoming_posts: posts, recently_published: published })),
  );
}

type User = Awaited<ReturnType<typeof open>>["user"];

/** Chooses from the menu of a button, and returns the question that it asks. */
async function ask(user: User, button: string, item: string) {
  const upcoming = await region("Upcoming Scheduled Posts");
  await user.click(await upcoming.findByRole("button", { name: button }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
  return item === "Reschedule…" ? findDialog("Reschedule post") : findQuestion();
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
    const pages = sentTo(wire, "/scheduled-posts?");
    expect(pages.every((line) => line.includes("limit=5"))).toBe(true);
    expect(pages.filter((line) => line.includes("skip=7&"))).toHaveLength(1);
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
    expect(sentTo(wire, "/scheduled-posts?")).toHaveLength(2);
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
    await open(three, [], specAlone);
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
    await open([on(1, "instagram", { status: "publishing" }), ...three.slice(1)]);
    const upcoming = await region("Upcoming Scheduled Posts");
    const name = "Actions for post on 2 accounts";
    expect(await upcoming.findByRole("button", { name })).toBeVisible();
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

it.each([
  ["one account", "Actions for post on Threads zimska", "Threads zimska", [2]],
  ["all accounts", all, accounts, [1, 2, 3]],
])("The menu of %s cancels on it alone, with one question and one message", async (...given) => {
  const [, menu, names, ids] = given;
  const { user, wire } = await open(three);
  wire.answer(
    (line) => line.startsWith("DELETE"),
    () => new Response(null, { status: 204 }),
  );
  const question = await ask(user, menu, "Cancel post…");
  expect(question.getByText(names)).toBeVisible();
  await user.click(question.getByRole("button", { name: "Cancel post" }));
  expect(await findToast(`Cancelled. It will not be published on ${names}.`)).toBeVisible();
  expect(sentTo(wire, "DELETE").toSorted()).toEqual(
    ids.map((id) => `DELETE /api/v1/publishing/scheduled-posts/${id}`),
  );
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

describe("The menu of all accounts", () => {
  it("opens by keyboard, and offers what can be done on all of them", async () => {
    const { user } = await open(three);
    const upcoming = await region("Upcoming Scheduled Posts");
    (await upcoming.findByRole("button", { name: all })).focus();
    await user.keyboard("{Enter}");
    const menu = within(await screen.findByRole("menu", { name: all }));
    expect(textsIn(menu, "menuitem")).toEqual(["Publish now…", "Reschedule…", "Cancel post…"]);
  });

  it("waits in view as the server asks, goes on, and changes each account once", async () => {
    const { user, wire } = await open(three);
    const isPublishing = (line: string) => line.includes("/publish-now");
    const refuse = (id: number, answer: Response) =>
      wire.answer(
        (line) => line.includes(`/${id}/publish-now`),
        () => answer,
        { once: true },
      );
    wire.answer(isPublishing, () => jsonAnswer(200, three[0]));
    refuse(1, waitAnswer(429, 7));
    refuse(2, waitAnswer(503, 20));
    const question = await ask(user, all, "Publish now…");
    holdTime();
    await press(question.getByRole("button", { name: "Publish now" }));
    await until(() => expect(question.getByRole("timer")).toHaveTextContent("Continues in 20 s."));
    expect(question.getByText("Server busy.")).toBeVisible();
    await pass(15_000);
    expect(sentTo(wire, isPublishing)).toHaveLength(3);
    await pass(5_000);
    const done = `It will be published on ${accounts} in a moment.`;
    expect(await until(() => screen.getByText(done))).toBeVisible();
    await until(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sentTo(wire, isPublishing).toSorted()).toEqual(
      [1, 1, 2, 2, 3].map((id) => `POST /api/v1/publishing/scheduled-posts/${id}/publish-now`),
    );
  });

  it("sends nothing more once the question is closed while the server has asked to wait", async () => {
    const { user, wire } = await open(three);
    wire.answer(
      (line) => line.includes("/publish-now"),
      () => waitAnswer(429, 600),
    );
    const question = await ask(user, all, "Publish now…");
    await user.click(question.getByRole("button", { name: "Publish now" }));
    expect(await question.findByText("Server busy.")).toBeVisible();
    const sent = sentTo(wire, "/publish-now").length;
    await user.click(question.getByRole("button", { name: "Cancel" }));
    const words = "Not done on 3 accounts: you left while the server asked to wait.";
    expect(await findToast(words)).toBeVisible();
    expect(sentTo(wire, "/publish-now")).toHaveLength(sent);
  });

  it("says on which accounts publishing now failed", async () => {
    const { user, wire } = await open(three);
    answerWith(wire, "/publish-now", 200, three[0]);
    answerWith(wire, "/2/publish-now", 409, { detail: "This post is already published." });
    wire.answer(
      (line) => line.includes("/scheduled-posts/3/publish-now"),
      () => new Response("", { status: 502 }),
    );
    const question = await ask(user, all, "Publish now…");
    await user.click(question.getByRole("button", { name: "Publish now" }));
    expect(await question.findByText("Failed to publish post now.")).toBeVisible();
    expect(textsIn(within(question.getByRole("list", { name: "Result" })))).toEqual([
      "Instagram zimska Due now.",
      "Threads zimska This post is already published.",
      expect.stringMatching(/^Bluesky zimska The server .* It may still have gone through\./),
    ]);

    await user.click(question.getByRole("button", { name: "Cancel" }));
    await ask(user, all, "Publish now…");
    expect(screen.queryByRole("list", { name: "Result" })).not.toBeInTheDocument();
  });

  it("fills in the last of the accounts' next slots", async () => {
    const { user, wire } = await open(three);
    for (const [id, hour] of [
      [1, 9],
      [2, 11],
      [3, 10],
    ] as const) {
      const publish_at = new Date(2036, 10, 19, hour).toISOString();
      answerWith(wire, `/${id}/next-slot`, 200, { publish_at });
    }
    const dialog = await ask(user, all, "Reschedule…");
    await user.click(dialog.getByRole("button", { name: "Next slot" }));
    await waitFor(() =>
      expect(dialog.getByLabelText(/^Publish at/)).toHaveValue("2036-11-19T11:00"),
    );
  });
});
