import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { accountApi } from "@/entities/account/contract";
import { accountsApi } from "@/features/accounts/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { toasts } from "@/shared/toast/toast";
import { call } from "../../support/call";
import { findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import { addPendingPosts, cardsIn, findCards, pendingPosts } from "./support";

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
/** Without a look at `pointer-events`: the style sheet, which sets it for toasts, is not applied here. */
const press = (toastButton: HTMLElement) => fireEvent.click(toastButton);

describe("The toast of a decision", () => {
  it("takes an approval back: the post waits again, and nothing goes out", async () => {
    const { user, queue, server, posts } = await open({ image: 1 });
    await user.click(await queue.findByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await scheduled(server)).toHaveLength(1);

    press(await undo());

    expect(await findToast("The post is pending again.")).toBeVisible();
    expect(await queue.findByText(`#${posts[0]?.id}`)).toBeVisible();
    expect(await scheduled(server)).toEqual([]);
    expect(screen.queryByText(/^Approved\. Goes out/)).not.toBeInTheDocument();
  });

  it("takes a rejection back", async () => {
    const { user, queue, server } = await open({ image: 1 });
    await user.click(await queue.findByRole("button", { name: "Reject" }));
    press(await undo());
    expect(await queue.findByRole("button", { name: "Reject" })).toBeVisible();
    expect(await pendingPosts(server)).toHaveLength(1);
  });

  it("gives the server's reason if the approval cannot be taken back any more", async () => {
    const { user, queue, server } = await open({ image: 1 });
    await user.click(await queue.findByRole("button", { name: "Approve" }));
    const button = await undo();
    server.clock.advance(5 * 60_000);
    await server.runJobs();

    press(button);

    expect(await findToast("Failed to reopen item.")).toBeVisible();
    expect(
      await findToast("This post is published. The approval can no longer be undone."),
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
      await findToast("Approved, but not scheduled: no active account can publish it"),
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
      (line) => line.includes("/approve"),
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

describe("The focus, after 'Undo' by the keyboard,", () => {
  /** Goes to the toasts with Alt+T, and presses the button of one there. */
  async function pressByKeys(user: UserEvent, button: HTMLElement) {
    await user.keyboard("{Alt>}t{/Alt}");
    expect(document.activeElement?.contains(button)).toBe(true);
    act(() => button.focus());
    press(button);
  }

  it.each(["a", "r"])("is on the card that came back, after '%s'", async (key) => {
    const { user, queue, posts } = await open({ image: 3 });
    const second = String(posts[1]?.id);
    const card = () => cardsIn(queue).find(({ dataset }) => dataset.post === second);
    await findCards(queue);
    act(() => card()?.focus());
    await user.keyboard(key);
    await waitFor(() => expect(card()).toBeUndefined());

    await pressByKeys(user, await undo());

    await waitFor(() => expect(card()).toHaveFocus());
    expect(await findToast("The post is pending again.")).toBeVisible();
  });

  it("is where it was before the toasts, if the card is not shown", async () => {
    const { user, queue, server } = await open({ image: 1, text: 1 });
    await user.click(await queue.findByRole("button", { name: "Reject" }));
    const button = await undo();
    const other = screen.getByRole("tab", { name: "Text-Only Posts" });
    await user.click(other);

    await pressByKeys(user, button);

    expect(other).toHaveFocus();
    await waitFor(async () => expect(await pendingPosts(server)).toHaveLength(2));
    expect(await findToast("The post is pending again.")).toBeVisible();
    expect(other).toHaveFocus();
  });

  it("stays where the operator has gone meanwhile", async () => {
    const { user, queue, wire, server } = await open({ image: 2 });
    await user.click((await queue.findAllByRole("button", { name: "Reject" }))[0] as HTMLElement);
    const button = await undo();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    wire.answer(
      (line) => line.includes("/reopen"),
      (request) => held.then(() => server.fetch(request)),
    );
    await pressByKeys(user, button);
    // Its toast closes first.
    await waitFor(() => expect(button).not.toBeInTheDocument());
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    const other = screen.getByRole("tab", { name: "Text-Only Posts" });
    act(() => other.focus());
    answer();
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(2));
    expect(other).toHaveFocus();
  });

  it("is on the page, if what had it before the toasts is gone", async () => {
    const { user, queue } = await open({ image: 1, text: 1 });
    await user.click(await queue.findByRole("button", { name: "Reject" }));
    await undo();
    await user.keyboard("{Alt>}t{/Alt}");
    await act(() => Promise.resolve(toasts.clear()));
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.getByRole("main").contains(document.activeElement)).toBe(true);
  });

  it("is not lost with a toast that is taken away under it", async () => {
    const { user, queue } = await open({ image: 2 });
    await user.click((await queue.findAllByRole("button", { name: "Reject" }))[0] as HTMLElement);
    const button = await undo();
    await user.keyboard("{Alt>}t{/Alt}");
    act(() => button.focus());
    await act(() => Promise.resolve(toasts.clear()));
    expect(queue.getByRole("button", { name: "Reject" })).toHaveFocus();
  });
});

describe("A decision that was taken back in its list", () => {
  it("is not offered to be undone again", async () => {
    const { user, queue } = await open({ image: 1 });
    await user.click(await queue.findByRole("button", { name: "Reject" }));
    expect(await findToast("Rejected. It will not be published.")).toBeVisible();
    await user.click(queue.getByRole("radio", { name: "Rejected" }));
    await user.click(await queue.findByRole("button", { name: "Reopen" }));
    expect(await findToast("The post is pending again.")).toBeVisible();
    expect(screen.queryByText("Rejected. It will not be published.")).toBeNull();
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
    expect(await findToast("The post is pending again.")).toBeVisible();
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
      "This post is published. The approval can no longer be undone.",
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
      await queue.findByText("This post is published. It can no longer be changed."),
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
