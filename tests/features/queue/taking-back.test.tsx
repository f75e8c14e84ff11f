import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { accountApi } from "@/entities/account/contract";
import { accountsApi } from "@/features/accounts/contract";
import { queueApi } from "@/features/queue/contract";
import { capabilities } from "@/shared/api/capabilities";
import { toasts } from "@/shared/toast/toast";
import { call } from "../../support/call";
import { answerWith, holdAnswer } from "../../support/on-wire";
import { findToast } from "../../support/render-app";
import { cardsIn, findCards, openQueue } from "./support";

async function open(opening: Parameters<typeof openQueue>[0]) {
  const app = await openQueue(opening);
  const press = async (name: string) => {
    const [button] = await app.queue.findAllByRole("button", { name });
    await app.user.click(button ?? document.body);
  };
  return { ...app, press };
}

const undo = () => findToast("Undo");
/** Without a look at `pointer-events`: the style sheet, which sets it for toasts, is not applied here. */
const pressToast = (button: HTMLElement) => fireEvent.click(button);

describe("The toast of a decision", () => {
  it("takes an approval back: the post waits again, and nothing goes out", async () => {
    const { press, queue, scheduled, ids } = await open({ image: 1 });
    await press("Approve");
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await scheduled()).toHaveLength(1);

    pressToast(await undo());

    expect(await findToast("The post is pending again.")).toBeVisible();
    expect(await queue.findByText(`#${ids[0]}`)).toBeVisible();
    expect(await scheduled()).toEqual([]);
    expect(screen.queryByText(/^Approved\. Goes out/)).not.toBeInTheDocument();
  });

  it("gives the server's reason if the approval cannot be taken back any more", async () => {
    const { press, server } = await open({ image: 1 });
    await press("Approve");
    const button = await undo();
    server.clock.advance(5 * 60_000);
    await server.runJobs();

    pressToast(button);

    expect(await findToast("Failed to reopen item.")).toBeVisible();
    const why = "This post is published. The approval can no longer be undone.";
    expect(await findToast(why)).toBeVisible();
  });

  it("says that an approved post is not scheduled if no account takes it", async () => {
    const { press, scheduled } = await open({
      image: 1,
      prepare: async ({ server, group }) => {
        const [account] = await call(server, accountApi.list, { params: { id: group.id } });
        await call(server, accountsApi.remove, { params: { id: account?.id ?? 0 } });
      },
    });
    await press("Approve");
    const words = "Approved, but not scheduled: no active account can publish it";
    expect(await findToast(words)).toBeVisible();
    expect(await scheduled()).toEqual([]);
  });

  it("keeps the spec's text, without Undo, for a backend of the spec alone", async () => {
    const { press, queue, wire, posts } = await open({ image: 1 });
    answerWith(wire, "GET /healthz", 200, { status: "ok" });
    answerWith(wire, "/approve", 200, { ...posts[0], status: "approved" });
    await queue.findByRole("button", { name: "Edit" });
    capabilities.announce([]);

    await waitFor(() => expect(queue.queryByRole("button", { name: "Edit" })).toBeNull());
    expect(queue.queryByRole("button", { name: "Approve…" })).toBeNull();
    expect(queue.queryByRole("radiogroup", { name: "Status" })).toBeNull();
    await press("Approve");
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
    pressToast(button);
  }

  it.each(["a", "r"])("is on the card that came back, after '%s'", async (key) => {
    const { user, queue, ids } = await open({ image: 3 });
    const second = String(ids[1]);
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
    const { user, press, pendingIds } = await open({ image: 1, text: 1 });
    await press("Reject");
    const button = await undo();
    const other = screen.getByRole("tab", { name: "Text-Only Posts" });
    await user.click(other);

    await pressByKeys(user, button);

    expect(other).toHaveFocus();
    await waitFor(async () => expect(await pendingIds()).toHaveLength(2));
    expect(await findToast("The post is pending again.")).toBeVisible();
    expect(other).toHaveFocus();
  });

  it("stays where the operator has gone meanwhile", async () => {
    const { user, press, queue, wire } = await open({ image: 2 });
    await press("Reject");
    const button = await undo();
    const answer = holdAnswer(wire, "/reopen");
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
    const { user, press } = await open({ image: 1, text: 1 });
    await press("Reject");
    await undo();
    await user.keyboard("{Alt>}t{/Alt}");
    await act(() => Promise.resolve(toasts.clear()));
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.getByRole("main").contains(document.activeElement)).toBe(true);
  });

  it("is not lost with a toast that is taken away under it", async () => {
    const { user, press, queue } = await open({ image: 2 });
    await press("Reject");
    const button = await undo();
    await user.keyboard("{Alt>}t{/Alt}");
    act(() => button.focus());
    await act(() => Promise.resolve(toasts.clear()));
    expect(queue.getByRole("button", { name: "Reject" })).toHaveFocus();
  });
});

describe("A decision that was taken back in its list", () => {
  it("is not offered to be undone again", async () => {
    const { user, press, queue } = await open({ image: 1 });
    await press("Reject");
    expect(await findToast("Rejected. It will not be published.")).toBeVisible();
    await user.click(queue.getByRole("radio", { name: "Rejected" }));
    await press("Reopen");
    expect(await findToast("The post is pending again.")).toBeVisible();
    expect(screen.queryByText("Rejected. It will not be published.")).toBeNull();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});

describe("The filter Status", () => {
  /** Approves the first post, and rejects the second. */
  const openDecided = (image: number, at = "") =>
    open({
      image,
      at,
      prepare: async ({ server, posts }) => {
        const [first, second] = posts.map(({ id }) => ({ params: { id } }));
        if (first) await call(server, queueApi.approve, first);
        if (second) await call(server, queueApi.reject, second);
      },
    });

  it("lists the decided posts, and is in the address", async () => {
    const { user, queue, router, ids } = await openDecided(3);
    await user.click(await queue.findByRole("radio", { name: "Approved" }));
    expect(await queue.findByText(`#${ids[0]}`)).toBeVisible();
    expect(cardsIn(queue)).toHaveLength(1);
    expect(router.state.location.search).toMatchObject({ status: "approved" });
    await user.click(queue.getByRole("radio", { name: "Pending" }));
    expect(await queue.findByText(`#${ids[2]}`)).toBeVisible();
    expect(router.state.location.searchStr).not.toContain("status");
  });

  it("reopens a rejected post, which waits for approval again", async () => {
    const { press, queue, pendingIds, ids } = await openDecided(2, "?status=rejected");
    await press("Reopen");
    expect(await findToast("The post is pending again.")).toBeVisible();
    expect(await queue.findByText("No image/video posts are rejected.")).toBeVisible();
    expect(await pendingIds()).toEqual([ids[1]]);
  });

  it("shows on the card why an approved post cannot be reopened", async () => {
    const { user, queue, server } = await openDecided(1, "?status=approved");
    const button = await queue.findByRole("button", { name: "Reopen" });
    server.clock.advance(5 * 60_000);
    await server.runJobs();
    await user.click(button);
    const why = "This post is published. The approval can no longer be undone.";
    expect(await queue.findByText("Failed to reopen item.")).toHaveTextContent(why);
  });

  it("offers neither Reopen nor Edit once the post has begun to go out", async () => {
    const { queue, server, user, refresh } = await openDecided(2, "?status=approved");
    const text = await queue.findByText(/./, { selector: "[data-edits] p" });
    server.clock.advance(5 * 60_000);
    await server.runJobs();
    await refresh();
    const why = "This post is published. It can no longer be changed.";
    expect(await queue.findByText(why)).toBeVisible();
    expect(queue.queryByRole("button", { name: "Reopen" })).toBeNull();
    expect(queue.queryByRole("button", { name: "Edit" })).toBeNull();
    await user.click(text);
    await user.keyboard("je");
    expect(queue.queryByRole("form")).toBeNull();
  });

  it("says what is missing where nothing was decided, and ignores a value it does not know", async () => {
    const { user, queue } = await open({ image: 1, at: "?status=everything" });
    expect(await queue.findByRole("button", { name: "Approve" })).toBeVisible();
    await user.click(queue.getByRole("radio", { name: "Rejected" }));
    expect(await queue.findByText("No image/video posts are rejected.")).toBeVisible();
  });
});
