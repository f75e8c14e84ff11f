import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { capabilities } from "@/shared/api/capabilities";
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
import type { TestServer } from "../../support/server";
import { addPendingPosts, cardsIn, findCards, pendingPosts } from "./support";

/** 13 over on X, which takes 280 characters; fits Bluesky, which takes 300. */
const tooLongForX = "a".repeat(293);
/** 12 over on Bluesky too, and 32 over on X. */
const tooLongForBoth = "a".repeat(312);

const addX = (server: TestServer, id: number, platform_username = "zimska") =>
  call(server, accountsApi.add, {
    params: { id },
    body: { platform_type: "x_twitter", platform_username, credentials: { bearer_token: "good" } },
  });

async function write(server: TestServer, id: number | undefined, text_content: string) {
  const { queueItems } = await import("../../../server/db/schema");
  const { eq } = await import("drizzle-orm");
  await server.database.db
    .update(queueItems)
    .set({ text_content })
    .where(eq(queueItems.id, id ?? 0));
}

/** Opens the queue of a group on Bluesky and X; its first post has this text. */
async function open(text: string, { image = 2, addAccounts = addX } = {}) {
  const server = await startServer();
  const made = await addPendingPosts(server, { image });
  await addAccounts(server, made.group.id);
  await write(server, made.posts[0]?.id, text);
  const app = await renderApp("/dashboard/publishing", { server });
  const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
  const cards = await findCards(queue);
  const [id = 0, second = 0] = made.posts.map((post) => post.id);
  return {
    ...app,
    ...made,
    server,
    queue,
    id,
    second,
    card: within(cards[0] ?? document.body),
    scheduled: () => call(server, schedulerApi.upcoming, { query: {} }),
    pendingIds: async () => (await pendingPosts(server)).map((post) => post.id),
  };
}

const stop = (line: string) => screen.findByRole("group", { name: `Not approved: ${line}` });

describe("A post that breaks a rule of a platform on which it would go out", () => {
  it("is not approved by the key a, however often: the card says what would fail", async () => {
    const { user, card, id, second, pendingIds, wire } = await open(tooLongForX);
    holdDate();
    await user.keyboard("ja");
    const notice = await stop("13 over on X");
    expect(within(notice).getByText("13 over on X")).toBeVisible();
    await waitFor(() => expect(notice).toHaveFocus());
    vi.advanceTimersByTime(400);
    await user.keyboard("a{Enter}");
    expect(wire.sent.some((line) => line.includes("/approve"))).toBe(false);
    expect(await pendingIds()).toEqual([id, second]);
    for (const name of ["Leave out X", "Approve anyway"]) {
      expect(card.getByRole("button", { name })).toBeVisible();
    }
    expect(within(notice).getByRole("button", { name: "Edit" })).toBeVisible();
    // The other keys go on from there.
    await user.keyboard("j");
    expect(screen.getByText(`#${second}`).closest("li")).toHaveFocus();
  });

  it("is not approved by the plain button either", async () => {
    const { user, card, wire } = await open(tooLongForX);
    await user.click(card.getByRole("button", { name: "Approve" }));
    expect(await stop("13 over on X")).toBeVisible();
    expect(wire.sent.some((line) => line.includes("/approve"))).toBe(false);
  });

  it("goes out without the account that is left out", async () => {
    const { user, queue, card, second, pendingIds, scheduled } = await open(tooLongForX);
    await user.keyboard("ja");
    await stop("13 over on X");
    await user.click(card.getByRole("button", { name: "Leave out X" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await scheduled()).toMatchObject([{ social_account: { platform_type: "bluesky" } }]);
    expect(await pendingIds()).toEqual([second]);
    expect(cardsIn(queue)[0]).toHaveFocus();
  });

  it("goes out everywhere if the operator approves it all the same", async () => {
    const { user, card, scheduled } = await open(tooLongForX);
    await user.keyboard("ja");
    await stop("13 over on X");
    await user.click(card.getByRole("button", { name: "Approve anyway" }));
    expect(await findToast(/^Approved\. Goes out .+ on Bluesky and X\.$/)).toBeVisible();
    expect(await scheduled()).toHaveLength(2);
  });

  it("is approved by the plain key once it was shortened", async () => {
    const { user, queue, id, pendingIds } = await open(tooLongForX, { image: 1 });
    await user.keyboard("ja");
    const notice = await stop("13 over on X");
    await user.click(within(notice).getByRole("button", { name: "Edit" }));
    const form = within(await queue.findByRole("form", { name: `Edit post #${id}` }));
    const text = await form.findByRole("textbox", { name: "Text" });
    await waitFor(() => expect(text).toHaveFocus());
    await user.clear(text);
    await user.type(text, "Kratko.");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await queue.findByText("Kratko.", { selector: "[data-edits] p" })).toBeVisible();
    expect(screen.queryByRole("group", { name: /^Not approved/ })).toBeNull();
    await user.keyboard("a");
    expect(await findToast(/^Approved\. Goes out/)).toBeVisible();
    expect(await pendingIds()).toEqual([]);
  });

  it("names what fails on each platform, and leaves nothing out if nothing would remain", async () => {
    const { user, card } = await open(tooLongForBoth);
    await user.keyboard("ja");
    const notice = within(await stop("12 over on Bluesky, 32 over on X"));
    expect(notice.getByText("12 over on Bluesky")).toBeVisible();
    expect(notice.getByText("32 over on X")).toBeVisible();
    expect(card.queryByRole("button", { name: /^Leave out/ })).toBeNull();
    expect(card.getByRole("button", { name: "Approve anyway" })).toBeVisible();
  });

  it("names the account if there are several of one platform", async () => {
    const { user, card } = await open(tooLongForX, {
      addAccounts: async (server, group) => {
        await addX(server, group, "zima");
        return addX(server, group, "leto");
      },
    });
    await user.keyboard("ja");
    const notice = within(await stop("13 over on X zima, 13 over on X leto"));
    expect(notice.getByText("13 over on X leto")).toBeVisible();
    expect(card.getByRole("button", { name: "Leave out X zima and X leto" })).toBeVisible();
  });

  it("is offered without 'Leave out' and 'Edit' where the backend has no such call", async () => {
    const { user, card } = await open(tooLongForX);
    await card.findByRole("button", { name: "Approve…" });
    act(() => capabilities.announce([]));
    await user.keyboard("ja");
    const notice = within(await stop("13 over on X"));
    expect(notice.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Approve anyway",
    ]);
  });

  it("comes back with the server's refusal", async () => {
    const { user, card, queue, wire } = await open(tooLongForX);
    wire.answer(
      (line) => line.includes("/approve"),
      () => jsonAnswer(409, { detail: "This post is locked." }),
    );
    await user.keyboard("ja");
    await stop("13 over on X");
    await user.click(card.getByRole("button", { name: "Leave out X" }));
    expect(await queue.findByText("Failed to approve item.")).toHaveTextContent(
      "This post is locked.",
    );
    expect(await stop("13 over on X")).toBeVisible();
  });

  it("stays selected and is named when many are approved", async () => {
    const { user, queue, id, second, pendingIds } = await open(tooLongForX, { image: 3 });
    await user.click(queue.getByRole("checkbox", { name: `Select post #${id}` }));
    await user.click(queue.getByRole("button", { name: "Select all 3 shown" }));
    await user.click(queue.getByRole("button", { name: "Approve selected" }));
    expect(await queue.findByText("2 approved. 1 left in the selection.")).toBeVisible();
    const lines = within(queue.getByRole("group", { name: "Result" })).getAllByRole("listitem");
    expect(lines.map(({ textContent }) => textContent)).toContain(
      `#${id} Not approved: 13 over on X.`,
    );
    expect(lines.map(({ textContent }) => textContent)).toContain(`#${second} Approved.`);
    expect(await pendingIds()).toEqual([id]);
    await user.click(queue.getByRole("button", { name: "Close" }));
    expect(queue.getByText("1 selected")).toBeVisible();
    expect(queue.getByRole("checkbox", { name: `Select post #${id}` })).toBeChecked();
    expect(await stop("13 over on X")).toBeVisible();
  });

  it("sends nothing when all that is selected breaks a rule, and says so", async () => {
    const { user, queue, id, wire } = await open(tooLongForX, { image: 1 });
    await user.click(queue.getByRole("checkbox", { name: `Select post #${id}` }));
    await user.click(queue.getByRole("button", { name: "Approve selected" }));
    expect(await queue.findByRole("alert")).toHaveTextContent(`#${id} Not approved: 13 over on X.`);
    expect(queue.getByText("1 selected")).toBeVisible();
    expect(wire.sent.some((line) => line.includes("/approve"))).toBe(false);
    // A rejection needs no rule.
    await user.click(queue.getByRole("button", { name: "Reject selected" }));
    expect(await queue.findByText("1 rejected.")).toBeVisible();
  });

  it("is asked about first if it changed too, and then goes out where the operator said", async () => {
    const { user, queue, card, server, id, router, scheduled } = await open("Čaj.", { image: 1 });
    await queue.findByText("Čaj.");
    await write(server, id, tooLongForX);
    await act(() => router.options.context.queryClient.invalidateQueries());
    await queue.findByText(tooLongForX);
    await user.keyboard("ja");
    await stop("13 over on X");
    await user.click(card.getByRole("button", { name: "Leave out X" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "This post changed since it was shown" }),
    );
    await user.click(question.getByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await scheduled()).toMatchObject([{ social_account: { platform_type: "bluesky" } }]);
  });
});

describe("The plain key approves", () => {
  it("a post that breaks a rule only of accounts that are left out anyway", async () => {
    const { user, pendingIds, second } = await open(tooLongForX, {
      addAccounts: (server, id) =>
        call(server, accountsApi.add, {
          params: { id },
          body: { platform_type: "x_twitter", platform_username: "mraz", credentials: {} },
        }),
    });
    await user.keyboard("ja");
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await pendingIds()).toEqual([second]);
  });

  it("any post of a backend that does not say where it goes out", async () => {
    const server = await startServer();
    const { posts } = await addPendingPosts(server, { image: 1 });
    const { goes_out_on: _, ...post } = posts[0] ?? { id: 0 };
    const long = { ...post, text_content: "a".repeat(400) };
    const other = await answering([saying("content-queue", [long])], server);
    const { user, wire } = await renderApp("/dashboard/publishing", { server: other });
    const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
    await findCards(queue);
    await user.keyboard("ja");
    await waitFor(() =>
      expect(wire.sent.filter((line) => line.includes("/approve"))).toHaveLength(1),
    );
  });
});
