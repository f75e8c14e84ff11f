import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { queueApi } from "@/features/queue/contract";
import { toasts } from "@/shared/toast/toast";
import { call } from "../../support/call";
import { holdDate } from "../../support/held-time";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  startServer,
} from "../../support/render-app";
import { addKeylessAccount, addPendingPosts, cardsIn, findCards, pendingPosts } from "./support";

const listing = (line: string) => line.startsWith("GET /api/v1/publishing/content-queue");
const approving = (line: string) => /POST .*\/approve\b/.test(line);

const findQueue = async () =>
  within(await screen.findByRole("region", { name: "Content Approval Queue" }));

async function open(posts: Parameters<typeof addPendingPosts>[1], address = "") {
  const server = await startServer();
  const made = await addPendingPosts(server, posts);
  const app = await renderApp(`/dashboard/publishing${address}`, { server });
  const queue = await findQueue();
  return { ...app, ...made, queue };
}

const idsOf = (queue: Awaited<ReturnType<typeof findQueue>>) =>
  cardsIn(queue).map((card) =>
    Number(
      within(card)
        .getByText(/^#\d+$/)
        .textContent?.slice(1),
    ),
  );

describe("The approval queue", () => {
  it("approves a post: it leaves, the focus moves on, and it is scheduled", async () => {
    const { user, queue, server, posts } = await open({ image: 2 });
    const [first, second] = await findCards(queue);
    if (!first || !second) throw new Error("Two cards are needed.");

    await user.click(within(first).getByRole("button", { name: "Approve" }));

    await waitFor(() => expect(idsOf(queue)).toEqual([posts[1]?.id]));
    expect(within(second).getByRole("button", { name: "Approve" })).toHaveFocus();
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    const upcoming = within(screen.getByRole("region", { name: "Upcoming Scheduled Posts" }));
    expect(await upcoming.findByText("@zimska.bsky.social")).toBeVisible();
    expect(await pendingPosts(server)).toEqual([expect.objectContaining({ id: posts[1]?.id })]);
  });

  it("names the accounts that an approval left out, and why", async () => {
    const { user, queue, server, group } = await open({ image: 1 });
    await addKeylessAccount(server, group.id);

    await user.click(await queue.findByRole("button", { name: "Approve" }));

    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await findToast("Left out: mraz on X (Twitter) (it has no keys).")).toBeVisible();
  });

  it("rejects a post", async () => {
    const { user, queue, server } = await open({ image: 1 });

    await user.click(await queue.findByRole("button", { name: "Reject" }));

    expect(await findToast("Rejected. It will not be published.")).toBeVisible();
    expect(await queue.findByText("No image/video posts wait for approval.")).toBeVisible();
    expect(queue.getByRole("link", { name: "Generate posts" })).toHaveAttribute(
      "href",
      expect.stringContaining("/dashboard/content"),
    );
    expect(await pendingPosts(server)).toEqual([]);
  });

  it("lets a post leave before the server has answered", async () => {
    const { user, queue, wire } = await open({ image: 1 });
    let answer: (response: Response | undefined) => void = () => {};
    wire.answer(
      approving,
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve as typeof answer;
        }),
      { once: true },
    );

    await user.click(await queue.findByRole("button", { name: "Approve" }));

    await waitFor(() => expect(cardsIn(queue)).toHaveLength(0));
    await act(async () => answer(jsonAnswer(500, { detail: "The database is full." })));
    const [card] = await findCards(queue);
    expect(card).toHaveTextContent("Failed to approve item.");
  });

  it("brings a refused post back with the reason in its card", async () => {
    const { user, queue, server, posts, wire } = await open({ image: 2 });
    await findCards(queue);
    await call(server, queueApi.reject, { params: { id: posts[0]?.id ?? 0 } });
    // The list cannot be refreshed, so that the refusal stays on the card.
    wire.answer(listing, () => jsonAnswer(500, {}));

    const [card] = cardsIn(queue);
    if (!card) throw new Error("A card is needed.");
    await user.click(within(card).getByRole("button", { name: "Approve" }));

    expect(await queue.findByText("Failed to approve item.")).toHaveTextContent(
      "This post is already rejected.",
    );
    expect(await findToast("Failed to approve item.")).toBeVisible();
    expect(idsOf(queue)).toEqual(posts.map(({ id }) => id));
  });

  it("shows 'Failed to reject item.' when rejecting is refused", async () => {
    const { user, queue, wire } = await open({ image: 1 });
    wire.answer(
      (line) => line.endsWith("/reject"),
      () => jsonAnswer(409, { detail: "This post is already approved." }),
    );

    await user.click(await queue.findByRole("button", { name: "Reject" }));

    expect(await findToast("Failed to reject item.")).toBeVisible();
    expect(await queue.findByText("Failed to reject item.")).toHaveTextContent(
      "This post is already approved.",
    );
  });

  it("reports that it may have been done even if the session has expired at the retry", async () => {
    const { user, queue, wire } = await open({ image: 1 });
    // The list cannot be refreshed, so that it shows nothing new.
    wire.answer(listing, () => jsonAnswer(500, {}));
    const answers = [jsonAnswer(502, {}), jsonAnswer(401, { detail: "Sign in." })];
    wire.answer(approving, () => answers.shift());

    await user.click(await queue.findByRole("button", { name: "Approve" }));
    const card = within((await findCards(queue))[0] ?? document.body);
    expect(await findToast("Failed to approve item.")).toBeVisible();
    toasts.clear();
    await user.click(await card.findByRole("button", { name: "Approve" }));

    expect(await screen.findByRole("dialog", { name: "Session expired" })).toBeVisible();
    expect(toasts.read()).toMatchObject([
      { kind: "error", detail: expect.stringContaining("It may still have gone through.") },
    ]);
  });

  it("treats a double click and a bounced Enter as one decision", async () => {
    const { user, queue, server, wire } = await open({ image: 4 });
    const [first] = await queue.findAllByRole("button", { name: "Approve" });
    if (!first) throw new Error("A button is needed.");

    holdDate();
    await user.dblClick(first);
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(3));
    vi.advanceTimersByTime(400);
    await user.keyboard("{Enter}{Enter}");
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(2));

    expect(wire.sent.filter(approving)).toHaveLength(2);
    await waitFor(async () => expect(await pendingPosts(server)).toHaveLength(2));
  });

  it("pages by five, with no post twice and none missed while posts leave", async () => {
    const { user, queue, posts } = await open({ image: 8 });
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(5));

    const [first] = queue.getAllByRole("button", { name: "Approve" });
    if (first) await user.click(first);
    await waitFor(() => expect(idsOf(queue)).toEqual(posts.slice(1, 6).map(({ id }) => id)));
    await user.click(queue.getByRole("button", { name: "Load More" }));

    await waitFor(() => expect(idsOf(queue)).toEqual(posts.slice(1).map(({ id }) => id)));
    expect(queue.queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();
  });

  it("keeps in the address how many pages are loaded, and loads one for a double click", async () => {
    const { user, queue, router } = await open({ image: 16 });
    await user.dblClick(await queue.findByRole("button", { name: "Load More" }));
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(10));
    expect(router.state.location.search).toMatchObject({ queue: 2 });
    await user.click(queue.getByRole("radio", { name: "Approved" }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty("queue"));
  });

  it("loads all pages again after a reload", async () => {
    const { queue, wire } = await open({ image: 16 }, "?queue=2");
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(10));
    expect(wire.sent.filter((line) => listing(line) && line.includes("limit=5"))).toEqual([
      expect.stringContaining("skip=0"),
      expect.stringContaining("skip=5"),
    ]);
    expect(queue.getByRole("button", { name: "Load More" })).toBeVisible();
  });

  it("reports how many more were loaded, and focuses the first of them when no more are left", async () => {
    const { user, queue } = await open({ image: 11 });
    await user.click(await queue.findByRole("button", { name: "Load More" }));
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(10));
    expect(queue.getByRole("status")).toHaveTextContent("5 more loaded");
    expect(queue.getByRole("button", { name: "Load More" })).toHaveFocus();

    await user.keyboard("{Enter}");

    await waitFor(() => expect(cardsIn(queue)).toHaveLength(11));
    expect(queue.getByRole("status")).toHaveTextContent("1 more loaded");
    expect(cardsIn(queue)[10]).toHaveFocus();
  });

  it("keeps the focus in the list if a full page was the last", async () => {
    const { user, queue } = await open({ image: 5 });
    await user.click(await queue.findByRole("button", { name: "Load More" }));

    await waitFor(() => expect(queue.getByRole("status")).toHaveTextContent("0 more loaded"));
    expect(cardsIn(queue)[0]?.parentElement).toHaveFocus();
  });

  it("does not move the focus if the operator has moved on", async () => {
    const { user, queue, wire } = await open({ image: 6 });
    const more = await queue.findByRole("button", { name: "Load More" });
    let answer: (response: Response | undefined) => void = () => {};
    wire.answer(
      (line) => listing(line) && line.includes("skip=5"),
      () =>
        new Promise<Response>((resolve) => {
          // Undefined lets the request pass.
          answer = resolve as typeof answer;
        }),
      { once: true },
    );
    await user.click(more);
    await user.tab({ shift: true });
    const reached = document.activeElement;
    await act(async () => answer(undefined));

    await waitFor(() => expect(cardsIn(queue)).toHaveLength(6));
    expect(reached).toHaveFocus();
  });

  it("reports that a tab has none only when everything is loaded", async () => {
    const { user, queue } = await open({ image: 5 }, "?tab=text");
    expect(await queue.findByText("No text-only posts in the first 5.")).toBeVisible();
    expect(queue.queryByText("No text-only posts wait for approval.")).not.toBeInTheDocument();

    await user.click(queue.getByRole("button", { name: "Load More" }));

    expect(await queue.findByText("No text-only posts wait for approval.")).toBeVisible();
    expect(queue.queryByText("No text-only posts in the first 5.")).not.toBeInTheDocument();
  });

  it("links to the posts of the other tab", async () => {
    const { user, queue, router } = await open({ image: 1, text: 2 });

    await user.click(
      await queue.findByRole("button", { name: "2 text-only posts are on the other tab." }),
    );

    await waitFor(() => expect(cardsIn(queue)).toHaveLength(2));
    expect(router.state.location.search).toMatchObject({ tab: "text" });
    expect(screen.getByRole("tabpanel", { name: "Text-Only Posts" })).toHaveFocus();
  });

  it("reports that the next page failed, and tries again", async () => {
    const { user, queue, wire } = await open({ image: 6 });
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(5));
    wire.answer(
      (line) => listing(line) && line.includes("skip=5"),
      () => jsonAnswer(500, { detail: "No." }),
      { once: true },
    );

    await user.click(queue.getByRole("button", { name: "Load More" }));
    expect(await queue.findByText("Failed to load more items.")).toHaveTextContent("No.");
    expect(cardsIn(queue)).toHaveLength(5);
    await user.click(queue.getByRole("button", { name: "Load More" }));

    await waitFor(() => expect(cardsIn(queue)).toHaveLength(6));
  });

  it("shows one kind of posts, counts the other, and keeps the tab in the address", async () => {
    const { user, queue, router } = await open({ image: 1, text: 2 });
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(1));
    expect(queue.getByText("2 text-only posts are on the other tab.")).toBeVisible();

    await user.click(screen.getByRole("tab", { name: "Text-Only Posts" }));

    await waitFor(() => expect(cardsIn(queue)).toHaveLength(2));
    expect(queue.getByText("1 image/video post is on the other tab.")).toBeVisible();
    expect(router.state.location.search).toMatchObject({ tab: "text" });
  });

  it("opens the first tab for one that does not exist", async () => {
    await open({ image: 1 }, "?tab=nonsense");
    expect(screen.getByRole("tab", { name: "Image/Video Posts" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  });

  it("reports that loading failed, and tries again", async () => {
    const server = await startServer();
    await addPendingPosts(server, { image: 1 });
    let isBroken = true;
    const broken = await answering(
      [
        {
          to: "content-queue",
          says: () => (isBroken ? jsonAnswer(500, { detail: "The queue is closed." }) : undefined),
        },
      ],
      server,
    );
    const { user } = await renderApp("/dashboard/publishing", { server: broken });
    const queue = await findQueue();

    const alert = await queue.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch content data.");
    expect(alert).toHaveTextContent("The queue is closed.");
    isBroken = false;
    await user.click(queue.getByRole("button", { name: "Try again" }));

    expect(await findCards(queue)).toHaveLength(1);
  });
});

describe("A post in the queue", () => {
  async function show(...items: unknown[]) {
    const server = await answering([saying("content-queue", items)]);
    const app = await renderApp("/dashboard/publishing", { server });
    return { ...app, queue: await findQueue() };
  }

  it("shows an unknown status as text, and offers no decision", async () => {
    const { queue } = await show({ ...sampleQueueItem, status: "legal_review" });
    expect(await queue.findByText("legal_review")).toBeVisible();
    expect(queue.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
  });

  it.each(["PENDING_APPROVAL", null])(
    "treats a post of the pending list with the status %s as pending",
    async (status) => {
      const { queue } = await show({ ...sampleQueueItem, status });
      expect(await queue.findByRole("button", { name: "Approve" })).toBeVisible();
    },
  );

  it("leaves out a record that cannot be read, and reports that", async () => {
    const { queue } = await show(sampleQueueItem, { id: {}, status: 7 });
    expect(await queue.findByText("1 record could not be read.")).toBeVisible();
    expect(await findCards(queue)).toHaveLength(1);
  });

  it("marks invisible characters", async () => {
    const { queue } = await show({ ...sampleQueueItem, text_content: "Popust\u202E%03\u200B" });
    expect(await queue.findByText("U+202E")).toBeVisible();
    expect(queue.getByText("U+200B")).toBeVisible();
  });

  it("marks them in a title, which is published as well", async () => {
    const { queue } = await show({ ...sampleQueueItem, title: "Zima\u2066 stiže" });
    expect(await queue.findByText("U+2066")).toBeVisible();
  });

  it("shows all of a long text on request", async () => {
    const { user, queue } = await show({ ...sampleQueueItem, text_content: "Zima ".repeat(100) });
    const more = await queue.findByRole("button", { name: "Show more" });
    expect(more).toHaveAttribute("aria-expanded", "false");
    await user.click(more);
    expect(queue.getByRole("button", { name: "Show less" })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
  });
});
