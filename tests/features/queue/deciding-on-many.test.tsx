import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { call } from "../../support/call";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  startServer,
} from "../../support/render-app";
import { addKeylessAccount, addPendingPosts, findCards, pendingPosts } from "./support";

const approving = (line: string) => /POST .*\/approve$/.test(line);

async function open(posts: { image?: number; text?: number }) {
  const server = await startServer();
  const made = await addPendingPosts(server, posts);
  const app = await renderApp("/dashboard/publishing", { server });
  const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
  await findCards(queue);
  return { ...app, ...made, server, queue };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function selectAll({ user, queue }: Opened) {
  const [first] = queue.getAllByRole("checkbox");
  if (!first) throw new Error("A box is needed.");
  await user.click(first);
  const all = queue.queryByRole("button", { name: /Select all/ });
  if (all) await user.click(all);
}

const linesOf = (queue: Opened["queue"]) =>
  within(queue.getByRole("group", { name: "Result" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("Deciding on many posts", () => {
  it("approves the selected ones and shows the result of each", async () => {
    const opened = await open({ image: 4 });
    const { user, queue, server, posts } = opened;
    await selectAll(opened);
    expect(queue.getByText("4 selected")).toBeVisible();

    await user.click(queue.getByRole("button", { name: "Approve selected" }));

    // The pressed button is gone: a keyboard user continues from the result.
    await waitFor(() => expect(queue.getByText("4 approved.")).toHaveFocus());
    expect(linesOf(queue).toSorted()).toEqual(posts.map(({ id }) => `#${id} Approved.`));
    expect(await pendingPosts(server)).toEqual([]);
    await user.click(queue.getByRole("button", { name: "Close" }));
    expect(queue.queryByRole("group", { name: "Result" })).not.toBeInTheDocument();
  });

  it("rejects the selected ones and leaves the others", async () => {
    const { user, queue, server, posts } = await open({ image: 3 });
    for (const post of posts.slice(0, 2)) {
      await user.click(queue.getByRole("checkbox", { name: `Select post #${post.id}` }));
    }
    await user.click(queue.getByRole("button", { name: "Reject selected" }));
    expect(await queue.findByText("2 rejected.")).toBeVisible();
    expect((await pendingPosts(server)).map(({ id }) => id)).toEqual([posts[2]?.id]);
  });

  it("sends three at a time, and no more once it is stopped", async () => {
    const opened = await open({ image: 5 });
    const { user, queue, server, wire } = opened;
    const waiting: ((answer: Response | undefined) => void)[] = [];
    wire.answer(
      approving,
      () => new Promise<Response>((resolve) => waiting.push(resolve as (typeof waiting)[number])),
    );
    await selectAll(opened);
    await user.click(queue.getByRole("button", { name: "Approve selected" }));

    await waitFor(() => expect(waiting).toHaveLength(3));
    expect(queue.getByRole("progressbar", { name: "Approving 5 posts" })).toBeVisible();
    await user.click(queue.getByRole("button", { name: "Stop" }));
    await act(async () => {
      for (const answer of waiting) answer(jsonAnswer(409, { detail: "This post is locked." }));
    });

    expect(await queue.findByText("0 approved, 3 failed, 2 not sent.")).toBeVisible();
    expect(waiting).toHaveLength(3);
    expect(await pendingPosts(server)).toHaveLength(5);
  });

  it("names for each post the accounts that its approval left out", async () => {
    const opened = await open({ image: 2 });
    const { user, queue, server, posts, group } = opened;
    await addKeylessAccount(server, group.id);
    await selectAll(opened);
    await user.click(queue.getByRole("button", { name: "Approve selected" }));

    expect(await queue.findByText("2 approved.")).toBeVisible();
    expect(linesOf(queue).toSorted()).toEqual(
      posts.map(({ id }) => `#${id} Approved. Left out: mraz on X (Twitter) (it has no keys).`),
    );
  });

  it("brings refused posts back with the reason, and retries the failed ones only", async () => {
    const opened = await open({ image: 3 });
    const { user, queue, server, posts, wire } = opened;
    wire.answer(
      (line) => line.endsWith(`/${posts[1]?.id}/approve`),
      () => jsonAnswer(409, { detail: "This post is locked." }),
      { once: true },
    );
    await selectAll(opened);
    await user.click(queue.getByRole("button", { name: "Approve selected" }));

    expect(await queue.findByText("2 approved, 1 failed.")).toBeVisible();
    expect(linesOf(queue)).toContain(
      `#${posts[1]?.id} Failed to approve item. This post is locked.`,
    );
    await user.click(queue.getByRole("button", { name: "Retry the failed" }));
    expect(await queue.findByText("1 approved.")).toBeVisible();
    expect(await pendingPosts(server)).toEqual([]);
  });

  it("does not report a post as failed if it may have been done, and retries it", async () => {
    const opened = await open({ image: 3 });
    const { user, queue, server, posts, wire } = opened;
    const [first, second, third] = posts.map(({ id }) => id);
    const rejecting = (id: number | undefined) => (line: string) => line.endsWith(`/${id}/reject`);
    for (const id of [first, second]) {
      wire.answer(
        rejecting(id),
        async (request) => {
          await server.fetch(request);
          return new Response("", { status: 504 });
        },
        { once: true },
      );
    }
    wire.answer(rejecting(third), () => jsonAnswer(409, { detail: "This post is locked." }), {
      once: true,
    });
    await selectAll(opened);
    await user.click(queue.getByRole("button", { name: "Reject selected" }));

    expect(await queue.findByText("0 rejected, 2 without a clear answer, 1 failed.")).toBeVisible();
    expect(linesOf(queue)).toContain(
      `#${first} Failed to reject item. The server answered with status 504. It may have been done all the same. Trying again does not do it twice.`,
    );
    expect(queue.queryByRole("button", { name: "Retry the failed" })).not.toBeInTheDocument();
    await user.click(queue.getByRole("button", { name: "Retry failed and unclear" }));
    expect(await queue.findByText("3 rejected.")).toBeVisible();
    expect(await pendingPosts(server)).toEqual([]);
  });

  it("sends nothing when offline, and reports that for each", async () => {
    const opened = await open({ image: 2 });
    const { user, queue, server, posts } = opened;
    await selectAll(opened);
    Object.defineProperty(navigator, "onLine", { configurable: true, value: false });
    try {
      await user.click(queue.getByRole("button", { name: "Approve selected" }));
      expect(await queue.findByText("0 approved, 2 not sent.")).toBeVisible();
      expect(linesOf(queue)).toContain(
        `#${posts[1]?.id} Failed to approve item. You are offline. Nothing was sent.`,
      );
      expect(queue.getByRole("button", { name: "Retry the unsent" })).toBeVisible();
    } finally {
      Reflect.deleteProperty(navigator, "onLine");
    }
    expect(await pendingPosts(server)).toHaveLength(2);
  });
});

describe("A post that changed since it was shown", () => {
  const changedTo = async (server: Opened["server"], id: number, text: string) => {
    const { queueItems } = await import("../../../server/db/schema");
    const { eq } = await import("drizzle-orm");
    await server.database.db
      .update(queueItems)
      .set({ text_content: text })
      .where(eq(queueItems.id, id));
  };

  it("is asked about before it is approved", async () => {
    const { user, queue, server, posts, router } = await open({ image: 1 });
    await changedTo(server, posts[0]?.id ?? 0, "Ovo niko nije pročitao.");
    await act(() => router.options.context.queryClient.invalidateQueries());
    await queue.findByText("Ovo niko nije pročitao.");

    await user.click(queue.getByRole("button", { name: "Approve" }));
    const dialog = within(
      await screen.findByRole("alertdialog", { name: "This post changed since it was shown" }),
    );
    expect(dialog.getByText("Ovo niko nije pročitao.")).toBeVisible();
    expect(await pendingPosts(server)).toHaveLength(1);
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await pendingPosts(server)).toEqual([]);
  });

  it("is left out when many are approved", async () => {
    const opened = await open({ image: 2 });
    const { user, queue, server, posts, router } = opened;
    await changedTo(server, posts[0]?.id ?? 0, "Ovo niko nije pročitao.");
    await act(() => router.options.context.queryClient.invalidateQueries());
    await queue.findByText("Ovo niko nije pročitao.");
    await selectAll(opened);
    await user.click(queue.getByRole("button", { name: "Approve selected" }));
    expect(await queue.findByText("1 approved.")).toBeVisible();
    expect(queue.getByText("Changed since it was shown.")).toBeVisible();
    expect((await pendingPosts(server)).map(({ id }) => id)).toEqual([posts[0]?.id]);
  });

  it("is reported when the server approved another text than the one shown", async () => {
    const { user, queue, server, posts } = await open({ image: 1 });
    await changedTo(server, posts[0]?.id ?? 0, "Ovo niko nije pročitao.");
    await user.click(queue.getByRole("button", { name: "Approve" }));
    expect(await findToast("What was approved differs from what was shown.")).toBeVisible();
  });
});

describe("The fit of a post on the platforms", () => {
  it("leads the card, for each account that it goes out on, with the next slot", async () => {
    const { user, queue } = await open({ image: 1 });
    const list = await queue.findByRole("list", { name: "Goes out on" });
    const account = within(list).getByRole("listitem", {
      name: "Bluesky zimska.bsky.social: fits",
    });
    expect(account).toHaveTextContent("Bluesky zimska.bsky.social: fits");
    const slot = queue.getByText(/^Next slot /);
    const text = queue.getByText(/./, { selector: "[data-edits] p" });
    for (const one of [list, slot]) {
      expect(one.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
    await user.hover(account.querySelector("[aria-hidden]") ?? account);
    expect(await screen.findByRole("tooltip")).toHaveTextContent(
      "Bluesky zimska.bsky.social: fits",
    );
  });

  it("shows how much too long the text is", async () => {
    const server = await startServer();
    const { posts } = await addPendingPosts(server, { image: 1 });
    const { queueItems } = await import("../../../server/db/schema");
    await server.database.db.update(queueItems).set({ text_content: "š".repeat(312) });
    await call(server, groupApi.list, {});
    await renderApp("/dashboard/publishing", { server });
    expect(posts).toHaveLength(1);
    expect(await screen.findByText("Bluesky zimska.bsky.social: 12 over")).toBeVisible();
  });

  it("says which accounts are left out and why, or that none takes it", async () => {
    const server = await startServer();
    const { group } = await addPendingPosts(server, { text: 1 });
    await addKeylessAccount(server, group.id);
    const { router } = await renderApp("/dashboard/publishing?tab=text", { server });
    expect(await screen.findByText("X mraz: left out: has no keys")).toBeVisible();

    const { accounts } = await import("../../../server/db/schema");
    await server.database.db.update(accounts).set({ is_active: false });
    await act(() => router.options.context.queryClient.invalidateQueries());
    expect(
      await screen.findByText("No active account takes it: it would not be scheduled."),
    ).toBeVisible();
  });

  it("is that of the active platforms for a backend that does not say where it goes out", async () => {
    const server = await startServer();
    const { posts } = await addPendingPosts(server, { image: 1 });
    const { goes_out_on: _, ...post } = posts[0] ?? { id: 0 };
    const other = await answering([saying("content-queue", [post])], server);
    await renderApp("/dashboard/publishing", { server: other });
    expect(await screen.findByText("As on the active platforms of this group:")).toBeVisible();
    expect(screen.getByText("fits Bluesky")).toBeVisible();
  });
});
