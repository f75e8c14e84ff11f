import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { queueApi } from "@/features/queue/contract";
import { toasts } from "@/shared/toast/toast";
import { call } from "../../support/call";
import { holdDate } from "../../support/held-time";
import { answerWith, holdAnswer, sentTo } from "../../support/on-wire";
import { findToast, jsonAnswer, saying } from "../../support/render-app";
import { addKeylessAccount, cardsIn, findCards, openCards, openQueue } from "./support";

const listing = (line: string) => line.startsWith("GET /api/v1/publishing/content-queue");
const secondPage = (line: string) => listing(line) && line.includes("skip=5");
const approving = (line: string) => /POST .*\/approve\b/.test(line);

type Queue = Awaited<ReturnType<typeof openQueue>>["queue"];

const idsOf = (queue: Queue) => cardsIn(queue).map(({ dataset }) => Number(dataset.post));
const waitForCards = (queue: Queue, count: number) =>
  waitFor(() => expect(cardsIn(queue)).toHaveLength(count));

describe("The approval queue", () => {
  it("approves a post: it leaves, the focus moves on, and it is scheduled", async () => {
    const { user, queue, pendingIds, second, cards } = await openCards({ image: 2 });
    const [first, next] = cards.map((card) => within(card));
    await user.click(first?.getByRole("button", { name: "Approve" }) ?? document.body);

    await waitFor(() => expect(idsOf(queue)).toEqual([second]));
    expect(next?.getByRole("button", { name: "Approve" })).toHaveFocus();
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    const upcoming = within(screen.getByRole("region", { name: "Upcoming Scheduled Posts" }));
    expect(await upcoming.findByText("@zimska.bsky.social")).toBeVisible();
    expect(await pendingIds()).toEqual([second]);
  });

  it("names the accounts that an approval left out, and why", async () => {
    const { user, queue, server, group } = await openQueue({ image: 1 });
    await addKeylessAccount(server, group.id);
    await user.click(await queue.findByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await findToast("Left out: mraz on X (Twitter) (it has no keys).")).toBeVisible();
  });

  it("rejects a post", async () => {
    const { user, queue, pendingIds } = await openQueue({ image: 1 });
    await user.click(await queue.findByRole("button", { name: "Reject" }));
    expect(await findToast("Rejected. It will not be published.")).toBeVisible();
    expect(await queue.findByText("No image/video posts wait for approval.")).toBeVisible();
    const link = queue.getByRole("link", { name: "Generate posts" });
    expect(link).toHaveAttribute("href", expect.stringContaining("/dashboard/content"));
    expect(await pendingIds()).toEqual([]);
  });

  it("lets a post leave before the server has answered", async () => {
    const { user, queue, wire } = await openQueue({ image: 1 });
    const answer = holdAnswer(wire, approving);
    await user.click(await queue.findByRole("button", { name: "Approve" }));

    await waitForCards(queue, 0);
    await act(async () => answer(jsonAnswer(500, { detail: "The database is full." })));
    const [card] = await findCards(queue);
    expect(card).toHaveTextContent("Failed to approve item.");
  });

  it("brings a refused post back with the reason in its card", async () => {
    const { user, queue, server, ids, id, cards, wire } = await openCards({ image: 2 });
    await call(server, queueApi.reject, { params: { id } });
    // The list cannot be refreshed, so that the refusal stays on the card.
    answerWith(wire, listing, 500, {});
    const [card] = cards.map((one) => within(one));
    await user.click(card?.getByRole("button", { name: "Approve" }) ?? document.body);

    const words = "This post is already rejected.";
    expect(await queue.findByText("Failed to approve item.")).toHaveTextContent(words);
    expect(await findToast("Failed to approve item.")).toBeVisible();
    expect(idsOf(queue)).toEqual(ids);
  });

  it("shows 'Failed to reject item.' when rejecting is refused", async () => {
    const { user, queue, wire } = await openQueue({ image: 1 });
    const detail = "This post is already approved.";
    answerWith(wire, "/reject", 409, { detail });
    await user.click(await queue.findByRole("button", { name: "Reject" }));
    expect(await findToast("Failed to reject item.")).toBeVisible();
    expect(await queue.findByText("Failed to reject item.")).toHaveTextContent(detail);
  });

  it("reports that it may have been done even if the session has expired at the retry", async () => {
    const { user, queue, wire } = await openQueue({ image: 1 });
    // The list cannot be refreshed, so that it shows nothing new.
    answerWith(wire, listing, 500, {});
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
    const { user, queue, pendingIds, wire } = await openQueue({ image: 4 });
    const [first] = await queue.findAllByRole("button", { name: "Approve" });
    holdDate();
    await user.dblClick(first ?? document.body);
    await waitForCards(queue, 3);
    vi.advanceTimersByTime(400);
    await user.keyboard("{Enter}{Enter}");
    await waitForCards(queue, 2);

    expect(sentTo(wire, approving)).toHaveLength(2);
    await waitFor(async () => expect(await pendingIds()).toHaveLength(2));
  });

  it("pages by five, with no post twice and none missed while posts leave", async () => {
    const { user, queue, ids } = await openQueue({ image: 8 });
    await waitForCards(queue, 5);
    const [first] = queue.getAllByRole("button", { name: "Approve" });
    if (first) await user.click(first);
    await waitFor(() => expect(idsOf(queue)).toEqual(ids.slice(1, 6)));
    await user.click(queue.getByRole("button", { name: "Load More" }));
    await waitFor(() => expect(idsOf(queue)).toEqual(ids.slice(1)));
    expect(queue.queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();
  });

  it("keeps in the address how many pages are loaded, and loads one for a double click", async () => {
    const { user, queue, router } = await openQueue({ image: 16 });
    await user.dblClick(await queue.findByRole("button", { name: "Load More" }));
    await waitForCards(queue, 10);
    expect(router.state.location.search).toMatchObject({ queue: 2 });
    await user.click(queue.getByRole("radio", { name: "Approved" }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty("queue"));
  });

  it("loads all pages again after a reload", async () => {
    const { queue, wire } = await openQueue({ image: 16, at: "?queue=2" });
    await waitForCards(queue, 10);
    expect(sentTo(wire, (line) => listing(line) && line.includes("limit=5"))).toEqual([
      expect.stringContaining("skip=0"),
      expect.stringContaining("skip=5"),
    ]);
    expect(queue.getByRole("button", { name: "Load More" })).toBeVisible();
  });

  it("reports how many more were loaded, and focuses the first of them when no more are left", async () => {
    const { user, queue } = await openQueue({ image: 11 });
    await user.click(await queue.findByRole("button", { name: "Load More" }));
    await waitForCards(queue, 10);
    expect(queue.getByRole("status")).toHaveTextContent("5 more loaded");
    expect(queue.getByRole("button", { name: "Load More" })).toHaveFocus();

    await user.keyboard("{Enter}");

    await waitForCards(queue, 11);
    expect(queue.getByRole("status")).toHaveTextContent("1 more loaded");
    expect(cardsIn(queue)[10]).toHaveFocus();
  });

  it("keeps the focus in the list if a full page was the last", async () => {
    const { user, queue } = await openQueue({ image: 5 });
    await user.click(await queue.findByRole("button", { name: "Load More" }));
    await waitFor(() => expect(queue.getByRole("status")).toHaveTextContent("0 more loaded"));
    expect(cardsIn(queue)[0]?.parentElement).toHaveFocus();
  });

  it("does not move the focus if the operator has moved on", async () => {
    const { user, queue, wire } = await openQueue({ image: 6 });
    const more = await queue.findByRole("button", { name: "Load More" });
    const answer = holdAnswer(wire, secondPage);
    await user.click(more);
    await user.tab({ shift: true });
    const reached = document.activeElement;
    await act(async () => answer());

    await waitForCards(queue, 6);
    expect(reached).toHaveFocus();
  });

  it("reports that a tab has none only when everything is loaded", async () => {
    const { user, queue } = await openQueue({ image: 5, at: "?tab=text" });
    expect(await queue.findByText("No text-only posts in the first 5.")).toBeVisible();
    expect(queue.queryByText("No text-only posts wait for approval.")).not.toBeInTheDocument();

    await user.click(queue.getByRole("button", { name: "Load More" }));

    expect(await queue.findByText("No text-only posts wait for approval.")).toBeVisible();
    expect(queue.queryByText("No text-only posts in the first 5.")).not.toBeInTheDocument();
  });

  it("reports that the next page failed, keeps it out of the address, and tries again", async () => {
    const { user, queue, wire, router } = await openQueue({ image: 6 });
    await waitForCards(queue, 5);
    answerWith(wire, secondPage, 500, { detail: "No." }, { once: true });
    await user.click(queue.getByRole("button", { name: "Load More" }));
    expect(await queue.findByText("Failed to load more items.")).toHaveTextContent("No.");
    expect(cardsIn(queue)).toHaveLength(5);
    expect(router.state.location.search).not.toMatchObject({ queue: 2 });
    await user.click(queue.getByRole("button", { name: "Load More" }));
    await waitForCards(queue, 6);
    await waitFor(() => expect(router.state.location.search).toMatchObject({ queue: 2 }));
  });

  it("shows one kind of posts, links to the other, and keeps the tab in the address", async () => {
    const { user, queue, router } = await openCards({ image: 1, text: 2 });
    expect(cardsIn(queue)).toHaveLength(1);
    const link = queue.getByRole("button", { name: "2 text-only posts are on the other tab." });
    await user.click(link);

    await waitForCards(queue, 2);
    expect(router.state.location.search).toMatchObject({ tab: "text" });
    expect(screen.getByRole("tabpanel", { name: "Text-Only Posts" })).toHaveFocus();
    expect(queue.getByText("1 image/video post is on the other tab.")).toBeVisible();
  });

  it("opens the first tab for one that does not exist", async () => {
    await openQueue({ image: 1, at: "?tab=nonsense" });
    const tab = screen.getByRole("tab", { name: "Image/Video Posts" });
    expect(tab).toHaveAttribute("aria-selected", "true");
  });
});

describe("A post in the queue", () => {
  const show = (change: object) =>
    openQueue({ rules: () => [saying("content-queue", [{ ...sampleQueueItem, ...change }])] });

  it("shows an unknown status as text, and offers no decision", async () => {
    const { queue } = await show({ status: "legal_review" });
    expect(await queue.findByText("legal_review")).toBeVisible();
    expect(queue.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
  });

  it.each(["PENDING_APPROVAL", null])(
    "treats a post of the pending list with the status %s as pending",
    async (status) => {
      const { queue } = await show({ status });
      expect(await queue.findByRole("button", { name: "Approve" })).toBeVisible();
    },
  );

  it("marks invisible characters, also in a title, which is published as well", async () => {
    const { queue } = await show({
      text_content: "Popust\u202E%03\u200B",
      title: "Zima\u2066 stiže",
    });
    for (const codePoint of ["U+202E", "U+200B", "U+2066"]) {
      expect(await queue.findByText(codePoint)).toBeVisible();
    }
  });

  it("shows all of a long text on request", async () => {
    const { user, queue } = await show({ text_content: "Zima ".repeat(100) });
    const more = await queue.findByRole("button", { name: "Show more" });
    expect(more).toHaveAttribute("aria-expanded", "false");
    await user.click(more);
    const less = queue.getByRole("button", { name: "Show less" });
    expect(less).toHaveAttribute("aria-expanded", "true");
  });
});
