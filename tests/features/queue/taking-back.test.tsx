import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountApi } from "@/entities/account/contract";
import { accountsApi } from "@/features/accounts/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { call } from "../../support/call";
import { findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import { addPendingPosts, cardsIn, pendingPosts } from "./support";

type Posts = Parameters<typeof addPendingPosts>[1];
type Prepared = Awaited<ReturnType<typeof addPendingPosts>> & {
  server: Awaited<ReturnType<typeof startServer>>;
};

async function open(
  posts: Posts,
  {
    address = "",
    prepare,
  }: { address?: string; prepare?: (made: Prepared) => Promise<unknown> } = {},
) {
  const server = await startServer();
  const made = await addPendingPosts(server, posts);
  await prepare?.({ ...made, server });
  const app = await renderApp(`/dashboard/publishing${address}`, { server });
  const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
  return { ...app, ...made, queue };
}

const scheduled = (server: Prepared["server"]) =>
  call(server, schedulerApi.upcoming, { query: {} });
const undo = () => findToast("Undo");

describe("The toast of a decision", () => {
  it("takes an approval back: the post waits again, and nothing goes out", async () => {
    const { user, queue, server, posts } = await open({ image: 1 });
    await user.click(await queue.findByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await scheduled(server)).toHaveLength(1);

    await user.click(await undo());

    expect(await findToast("It waits for approval again.")).toBeVisible();
    expect(await queue.findByText(`#${posts[0]?.id}`)).toBeVisible();
    expect(await scheduled(server)).toEqual([]);
    expect(screen.queryByText(/^Approved\. Goes out/)).not.toBeInTheDocument();
  });

  it("takes a rejection back", async () => {
    const { user, queue, server } = await open({ image: 1 });
    await user.click(await queue.findByRole("button", { name: "Reject" }));
    await user.click(await undo());
    expect(await queue.findByRole("button", { name: "Reject" })).toBeVisible();
    expect(await pendingPosts(server)).toHaveLength(1);
  });

  it("gives the server's reason if the approval cannot be taken back any more", async () => {
    const { user, queue, server } = await open({ image: 1 });
    await user.click(await queue.findByRole("button", { name: "Approve" }));
    const button = await undo();
    server.clock.advance(5 * 60_000);
    await server.runJobs();

    await user.click(button);

    expect(await findToast("Failed to reopen item.")).toBeVisible();
    expect(
      await findToast("This post is published. The approval cannot be taken back any more."),
    ).toBeVisible();
  });

  it("says that an approved post is not scheduled if no account takes it", async () => {
    const { user, queue, server } = await open(
      { image: 1 },
      {
        prepare: async ({ server: prepared, group }) => {
          const [account] = await call(prepared, accountApi.list, { params: { id: group.id } });
          await call(prepared, accountsApi.remove, { params: { id: account?.id ?? 0 } });
        },
      },
    );
    await user.click(await queue.findByRole("button", { name: "Approve" }));
    expect(
      await findToast("Approved, but no active account takes it: not scheduled"),
    ).toBeVisible();
    expect(await scheduled(server)).toEqual([]);
  });

  it("keeps the spec's text, without Undo, for a backend of the spec alone", async () => {
    const { user, queue, wire, posts } = await open({ image: 1 });
    wire.answer(
      (line) => line.startsWith("GET /healthz"),
      () => jsonAnswer(200, { status: "ok" }),
    );
    wire.answer(
      (line) => line.endsWith("/approve"),
      () => jsonAnswer(200, { ...posts[0], status: "approved" }),
    );
    const { capabilities } = await import("@/shared/api/capabilities");
    await queue.findByRole("button", { name: "Edit" });
    capabilities.announce([]);

    await waitFor(() => expect(queue.queryByRole("button", { name: "Edit" })).toBeNull());
    expect(queue.queryByRole("button", { name: "Approve…" })).toBeNull();
    expect(queue.queryByRole("radiogroup", { name: "Status" })).toBeNull();
    await user.click(queue.getByRole("button", { name: "Approve" }));
    expect(await findToast("Approved. It will be scheduled on its accounts.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});

describe("The filter Status", () => {
  const decide = async ({ server, posts }: Prepared) => {
    const [first, second] = posts.map(({ id }) => ({ params: { id } }));
    if (first) await call(server, queueApi.approve, first);
    if (second) await call(server, queueApi.reject, second);
  };

  it("lists the decided posts, and is in the address", async () => {
    const { user, queue, router, posts } = await open({ image: 3 }, { prepare: decide });
    await user.click(await queue.findByRole("radio", { name: "Approved" }));
    expect(await queue.findByText(`#${posts[0]?.id}`)).toBeVisible();
    expect(cardsIn(queue)).toHaveLength(1);
    expect(router.state.location.search).toMatchObject({ status: "approved" });
    await user.click(queue.getByRole("radio", { name: "Pending" }));
    expect(await queue.findByText(`#${posts[2]?.id}`)).toBeVisible();
    expect(router.state.location.searchStr).not.toContain("status");
  });

  it("reopens a rejected post, which waits for approval again", async () => {
    const { user, queue, server, posts } = await open(
      { image: 2 },
      { prepare: decide, address: "?status=rejected" },
    );
    await user.click(await queue.findByRole("button", { name: "Reopen" }));
    expect(await findToast("It waits for approval again.")).toBeVisible();
    expect(await queue.findByText("No image/video posts are rejected.")).toBeVisible();
    expect((await pendingPosts(server)).map(({ id }) => id)).toEqual([posts[1]?.id]);
  });

  it("shows on the card why an approved post cannot be reopened", async () => {
    const { user, queue, server } = await open(
      { image: 1 },
      { prepare: decide, address: "?status=approved" },
    );
    const button = await queue.findByRole("button", { name: "Reopen" });
    server.clock.advance(5 * 60_000);
    await server.runJobs();
    await user.click(button);
    expect(await queue.findByText("Failed to reopen item.")).toHaveTextContent(
      "This post is published. The approval cannot be taken back any more.",
    );
  });

  it("offers neither Reopen nor Edit once the post has begun to go out", async () => {
    const { queue, server, user, router } = await open(
      { image: 2 },
      { prepare: decide, address: "?status=approved" },
    );
    const text = await queue.findByText(/./, { selector: "[data-edits] p" });
    server.clock.advance(5 * 60_000);
    await server.runJobs();
    await act(() => router.options.context.queryClient.invalidateQueries());
    expect(
      await queue.findByText("This post is published. It cannot be changed any more."),
    ).toBeVisible();
    expect(queue.queryByRole("button", { name: "Reopen" })).toBeNull();
    expect(queue.queryByRole("button", { name: "Edit" })).toBeNull();
    await user.click(text);
    await user.keyboard("je");
    expect(queue.queryByRole("form")).toBeNull();
  });

  it("says what is missing where nothing was decided, and ignores a value it does not know", async () => {
    const { user, queue } = await open({ image: 1 }, { address: "?status=everything" });
    expect(await queue.findByRole("button", { name: "Approve" })).toBeVisible();
    await user.click(queue.getByRole("radio", { name: "Rejected" }));
    expect(await queue.findByText("No image/video posts are rejected.")).toBeVisible();
  });
});
