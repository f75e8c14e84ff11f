import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { accountsApi } from "@/features/accounts/contract";
import { queueApi } from "@/features/queue/contract";
import { call } from "../../support/call";
import { holdTime, pass, press, until } from "../../support/held-time";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  startServer,
  waitAnswer,
} from "../../support/render-app";
import { addKeylessAccount, addPendingPosts, findCards, pendingPosts } from "./support";

const approving = (line: string) => /POST .*\/approve\b/.test(line);

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

  it.each([429, 503] as const)("waits as the server asks with %d, and goes on", async (code) => {
    const opened = await open({ image: 4 });
    const { queue, server, wire } = opened;
    let isBusy = true;
    wire.answer(approving, () => (isBusy ? waitAnswer(code, 12) : undefined));
    await selectAll(opened);
    holdTime();
    await press(queue.getByRole("button", { name: "Approve selected" }));
    const timer = await until(() => queue.getByRole("timer"));
    expect(timer).toHaveTextContent("Continues in 12 s.");
    expect(queue.getByText("Approving 0 of 4")).toBeVisible();
    const sent = wire.sent.filter(approving).length;
    isBusy = false;
    await pass(11_000);
    expect(wire.sent.filter(approving)).toHaveLength(sent);
    await pass(1_000);
    expect(await until(() => queue.getByText("4 approved."))).toBeVisible();
    expect(await pendingPosts(server)).toEqual([]);
  });

  it("stops while it waits, and what was refused stays in the queue", async () => {
    const opened = await open({ image: 4 });
    const { queue, server, wire } = opened;
    wire.answer(approving, () => waitAnswer(429, 12));
    await selectAll(opened);
    holdTime();
    await press(queue.getByRole("button", { name: "Approve selected" }));
    await until(() => queue.getByRole("timer"));
    const sent = wire.sent.filter(approving).length;
    await press(queue.getByRole("button", { name: "Stop" }));
    expect(await until(() => queue.getByText("0 approved, 4 not sent."))).toBeVisible();
    await pass(60_000);
    expect(wire.sent.filter(approving)).toHaveLength(sent);
    expect(await pendingPosts(server)).toHaveLength(4);
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
      (line) => line.includes(`/${posts[1]?.id}/approve?`),
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

    expect(await queue.findByText("0 rejected, 2 unclear, 1 failed.")).toBeVisible();
    expect(linesOf(queue)).toContain(
      `#${first} Failed to reject item. The server responded with status 504. It may still have gone through. Trying again will not repeat it.`,
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

  /** As another operator does it: this console has not heard of it yet. */
  async function correct({ server, posts }: Opened, text_content: string) {
    const [post] = posts;
    if (!post) throw new Error("A post is needed.");
    const body = { text_content, expected_updated_at: post.updated_at ?? null };
    await call(server, queueApi.edit, { params: { id: post.id }, body });
  }
  const question = async () =>
    within(
      await screen.findByRole("alertdialog", { name: "This post changed since it was shown" }),
    );

  it("is asked about if only the server knows of the change", async () => {
    const opened = await open({ image: 1 });
    const { user, queue, server } = opened;
    await correct(opened, "Ovo niko nije pročitao.");
    await user.click(queue.getByRole("button", { name: "Approve" }));
    const asked = await question();
    expect(asked.getByText("Ovo niko nije pročitao.")).toBeVisible();
    expect(await pendingPosts(server)).toHaveLength(1);
    await user.click(asked.getByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await pendingPosts(server)).toEqual([]);
  });

  it("is asked about if it would go out on an account more", async () => {
    const { user, queue, server, group } = await open({ image: 1 });
    await queue.findByRole("list", { name: "Goes out on" });
    await call(server, accountsApi.add, {
      params: { id: group.id },
      body: {
        platform_type: "bluesky",
        platform_username: "letnja.bsky.social",
        credentials: { identifier: "letnja.bsky.social", password: "abcd-efgh-ijkl-mnop" },
      },
    });
    await user.click(queue.getByRole("button", { name: "Approve" }));
    const asked = await question();
    expect(
      asked.getByRole("listitem", { name: "Bluesky letnja.bsky.social: fits" }),
    ).toBeInTheDocument();
    expect(await pendingPosts(server)).toHaveLength(1);
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    // The operator knows of it now.
    await user.click(queue.getByRole("button", { name: "Approve" }));
    expect(
      await findToast(/^Approved\. Goes out at .+ on Bluesky \(2 accounts\)\.$/),
    ).toBeVisible();
  });

  it("is left out and named when many are approved, and its present text on a retry too", async () => {
    const opened = await open({ image: 2 });
    const { user, queue, server, posts } = opened;
    await correct(opened, "Ovo niko nije pročitao.");
    await selectAll(opened);
    await user.click(queue.getByRole("button", { name: "Approve selected" }));
    expect(await queue.findByText("1 approved, 1 failed.")).toBeVisible();
    expect(linesOf(queue)).toContain(
      `#${posts[0]?.id} Failed to approve item. This post was changed meanwhile.`,
    );
    await queue.findByText("Ovo niko nije pročitao.");
    await user.click(queue.getByRole("button", { name: "Retry the failed" }));
    expect(await queue.findByText("Changed since it was shown.")).toBeVisible();
    expect(await pendingPosts(server)).toHaveLength(1);
  });

  it("is named in 'Approve…', which does not approve it unseen", async () => {
    const opened = await open({ image: 1 });
    const { user, queue, server } = opened;
    await user.click(await queue.findByRole("button", { name: "Approve…" }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Approve post #/ }));
    await dialog.findByRole("checkbox", { name: /Bluesky/ });
    await correct(opened, "Ovo niko nije pročitao.");
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await dialog.findByText("This post changed since it was shown")).toBeVisible();
    expect(dialog.getByText("Ovo niko nije pročitao.")).toBeVisible();
    expect(await pendingPosts(server)).toHaveLength(1);
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
  });

  it("sends no version to a backend that does not compare it", async () => {
    const server = await startServer();
    await addPendingPosts(server, { image: 1 });
    const alone = await answering([{ to: "/healthz", says: () => jsonAnswer(404, {}) }], server);
    const { user, wire } = await renderApp("/dashboard/publishing", { server: alone });
    const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
    await user.click(await queue.findByRole("button", { name: "Approve" }));
    await findToast(/^Approved\./);
    expect(wire.sent.filter((line) => line.includes("approve"))).toEqual([
      expect.stringMatching(/^POST .*\/approve$/),
    ]);
  });

  it("is reported when the server approved another text than the one shown", async () => {
    const { user, queue, server, posts } = await open({ image: 1 });
    await changedTo(server, posts[0]?.id ?? 0, "Ovo niko nije pročitao.");
    await user.click(queue.getByRole("button", { name: "Approve" }));
    expect(await findToast("The approved version differs from the one shown.")).toBeVisible();
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

  it("says what a link costs on X, where it is real", async () => {
    const health = { status: "ok", outside: { x_twitter: "real" }, capabilities: [] };
    const server = await startServer();
    const { group } = await addPendingPosts(server, { text: 1 });
    await call(server, accountsApi.add, {
      params: { id: group.id },
      body: {
        platform_type: "x_twitter",
        platform_username: "mraz",
        credentials: { bearer_token: "good" },
      },
    });
    const { queueItems } = await import("../../../server/db/schema");
    await server.database.db.update(queueItems).set({ text_content: "Sutra: primer.rs" });
    const live = await answering([saying("/healthz", health)], server);
    await renderApp("/dashboard/publishing?tab=text", { server: live });
    expect(
      await screen.findByRole("listitem", { name: "X mraz: fits, link costs $0.20" }),
    ).toBeVisible();
    expect(screen.getByText("link costs $0.20")).toBeVisible();
    expect(screen.getByText("Bluesky zimska.bsky.social: fits")).toBeVisible();
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
      await screen.findByText("No active account can publish this, so it won't be scheduled."),
    ).toBeVisible();
  });

  it("is that of the active platforms for a backend that does not say where it goes out", async () => {
    const server = await startServer();
    const { posts } = await addPendingPosts(server, { image: 1 });
    const { goes_out_on: _, ...post } = posts[0] ?? { id: 0 };
    const other = await answering([saying("content-queue", [post])], server);
    await renderApp("/dashboard/publishing", { server: other });
    expect(await screen.findByText("Fits Bluesky")).toBeVisible();
  });
});
