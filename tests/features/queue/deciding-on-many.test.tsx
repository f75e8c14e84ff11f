import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { queueApi } from "@/features/queue/contract";
import { accounts } from "../../../server/db/schema";
import { call } from "../../support/call";
import { press as click, holdTime, pass, until } from "../../support/held-time";
import { findDialog, findQuestion, textsIn } from "../../support/on-screen";
import { answerWith, sentTo, specAlone } from "../../support/on-wire";
import { findToast, jsonAnswer, saying, waitAnswer } from "../../support/render-app";
import {
  addAccount,
  addKeylessAccount,
  openCards,
  openQueue,
  sayingNoDestinations,
  writePosts,
} from "./support";

const approving = (line: string) => /POST .*\/approve\b/.test(line);

async function open(image: number) {
  const app = await openCards({ image });
  const { user, queue } = app;
  const press = (name: string) => user.click(queue.getByRole("button", { name }));
  async function selectAll() {
    const [first] = queue.getAllByRole("checkbox");
    await user.click(first ?? document.body);
    const all = queue.queryByRole("button", { name: /Select all/ });
    if (all) await user.click(all);
  }
  return {
    ...app,
    press,
    selectAll,
    /** The result of each post, in the order of their ids. */
    lines: () => textsIn(within(queue.getByRole("group", { name: "Result" }))).toSorted(),
  };
}

describe("Deciding on many posts", () => {
  it("approves the selected ones and shows the result of each", async () => {
    const { queue, ids, press, selectAll, lines, pendingIds } = await open(4);
    await selectAll();
    expect(queue.getByText("4 selected")).toBeVisible();

    await press("Approve selected");

    // The pressed button is gone: a keyboard user continues from the result.
    await waitFor(() => expect(queue.getByText("4 approved.")).toHaveFocus());
    expect(lines()).toEqual(ids.map((id) => `#${id} Approved.`));
    expect(await pendingIds()).toEqual([]);
    await press("Close");
    expect(queue.queryByRole("group", { name: "Result" })).not.toBeInTheDocument();
  });

  it("rejects the selected ones and leaves the others", async () => {
    const { user, queue, press, ids, third, pendingIds } = await open(3);
    for (const id of ids.slice(0, 2)) {
      await user.click(queue.getByRole("checkbox", { name: `Select post #${id}` }));
    }
    await press("Reject selected");
    expect(await queue.findByText("2 rejected.")).toBeVisible();
    expect(await pendingIds()).toEqual([third]);
  });

  it("sends three at a time, and no more once it is stopped", async () => {
    const { queue, press, selectAll, pendingIds, wire } = await open(5);
    const waiting: ((answer: Response | undefined) => void)[] = [];
    wire.answer(
      approving,
      () => new Promise<Response>((resolve) => waiting.push(resolve as (typeof waiting)[number])),
    );
    await selectAll();
    await press("Approve selected");

    await waitFor(() => expect(waiting).toHaveLength(3));
    expect(queue.getByRole("progressbar", { name: "Approving 5 posts" })).toBeVisible();
    await press("Stop");
    await act(async () => {
      for (const answer of waiting) answer(jsonAnswer(409, { detail: "This post is locked." }));
    });

    expect(await queue.findByText("0 approved, 3 failed, 2 not sent.")).toBeVisible();
    expect(waiting).toHaveLength(3);
    expect(await pendingIds()).toHaveLength(5);
  });

  it("names for each post the accounts that its approval left out", async () => {
    const { queue, server, group, ids, press, selectAll, lines } = await open(2);
    await addKeylessAccount(server, group.id);
    await selectAll();
    await press("Approve selected");
    expect(await queue.findByText("2 approved.")).toBeVisible();
    expect(lines()).toEqual(
      ids.map((id) => `#${id} Approved. Left out: mraz on X (Twitter) (it has no keys).`),
    );
  });

  it("brings refused posts back with the reason, and retries the failed ones only", async () => {
    const { queue, second, press, selectAll, lines, pendingIds, wire } = await open(3);
    const detail = "This post is locked.";
    answerWith(wire, `/${second}/approve?`, 409, { detail }, { once: true });
    await selectAll();
    await press("Approve selected");
    expect(await queue.findByText("2 approved, 1 failed.")).toBeVisible();
    expect(lines()).toContain(`#${second} Failed to approve item. This post is locked.`);
    await press("Retry the failed");
    expect(await queue.findByText("1 approved.")).toBeVisible();
    expect(await pendingIds()).toEqual([]);
  });

  it("does not report a post as failed if it may have been done, and retries it", async () => {
    const opened = await open(3);
    const { queue, server, id, second, third, press, selectAll, lines, pendingIds, wire } = opened;
    for (const done of [id, second]) {
      wire.answer(
        (line) => line.endsWith(`/${done}/reject`),
        async (request) => {
          await server.fetch(request);
          return new Response("", { status: 504 });
        },
        { once: true },
      );
    }
    const detail = "This post is locked.";
    answerWith(wire, `/${third}/reject`, 409, { detail }, { once: true });
    await selectAll();
    await press("Reject selected");

    expect(await queue.findByText("0 rejected, 2 unclear, 1 failed.")).toBeVisible();
    expect(lines()).toContain(
      `#${id} Failed to reject item. The server responded with status 504. It may still have gone through. Trying again will not repeat it.`,
    );
    expect(queue.queryByRole("button", { name: "Retry the failed" })).not.toBeInTheDocument();
    await press("Retry failed and unclear");
    expect(await queue.findByText("3 rejected.")).toBeVisible();
    expect(await pendingIds()).toEqual([]);
  });
});

describe("A server that asks to wait while many are approved", () => {
  it("is waited for in view, and each post is approved once", async () => {
    const { queue, server, wire, ids, selectAll, lines, pendingIds, scheduled } = await open(5);
    const [limited, unanswered] = ids;
    /** The idempotency keys of each post's requests. */
    const keys = new Map<number, (string | null)[]>(ids.map((id) => [id, []]));
    const held: (() => void)[] = [];
    wire.answer(approving, async (request) => {
      const id = Number(/(\d+)\/approve/.exec(request.url)?.[1]);
      const tries = keys.get(id) ?? [];
      tries.push(request.headers.get("idempotency-key"));
      if (held.length === 3) return undefined;
      // The server approves the post, and a gateway loses its answer.
      if (id === unanswered) await server.fetch(request);
      await new Promise<void>((resolve) => held.push(resolve));
      if (id === limited) return waitAnswer(429, 7);
      return id === unanswered ? waitAnswer(503, 20) : undefined;
    });
    await selectAll();
    holdTime();
    await click(queue.getByRole("button", { name: "Approve selected" }));

    await until(() => expect(held).toHaveLength(3));
    for (const resolve of held) resolve();
    const bar = within(queue.getByRole("group", { name: "Approving 5 posts" }));
    await until(() => expect(bar.getByRole("timer")).toHaveTextContent("Continues in 20 s."));
    expect(bar.getByText("Server busy.")).toBeVisible();
    expect(await until(() => bar.getByText("Approving 1 of 5"))).toBeVisible();
    // Past the shorter of the two waits.
    await pass(15_000);
    expect(bar.getByRole("timer")).toHaveTextContent(/^Continues in [1-6] s\.$/);
    expect(sentTo(wire, approving)).toHaveLength(3);

    await pass(5_000);
    expect(await until(() => queue.getByText("5 approved."))).toBeVisible();
    expect(queue.queryByRole("timer")).toBeNull();
    expect(lines()).toEqual(ids.map((id) => `#${id} Approved.`));
    expect(ids.map((id) => keys.get(id)?.length)).toEqual([2, 2, 1, 1, 1]);
    // Under one key, the server does not do it twice.
    expect(new Set(keys.get(unanswered ?? 0)).size).toBe(1);
    expect(await pendingIds()).toEqual([]);
    expect(await scheduled()).toHaveLength(5);
  });
});

describe("A post that changed since it was shown", () => {
  const unread = "Ovo niko nije pročitao.";
  type Opened = Awaited<ReturnType<typeof open>>;

  /** The console has read it again since. */
  async function seen({ server, id, refresh, queue }: Opened) {
    await writePosts(server, { text_content: unread }, id);
    await refresh();
    await queue.findByText(unread);
  }

  /** As another operator does it: this console has not heard of it yet. */
  async function correct({ server, id, posts: [post] }: Opened) {
    const body = { text_content: unread, expected_updated_at: post?.updated_at ?? null };
    await call(server, queueApi.edit, { params: { id }, body });
  }

  const changed = () => findQuestion("This post changed since it was shown");

  it.each([
    ["is asked about before it is approved", seen],
    ["is asked about if only the server knows of the change", correct],
  ])("%s", async (_, change) => {
    const opened = await open(1);
    await change(opened);
    await opened.press("Approve");
    const question = await changed();
    expect(question.getByText(unread)).toBeVisible();
    expect(await opened.pendingIds()).toHaveLength(1);
    await opened.user.click(question.getByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await opened.pendingIds()).toEqual([]);
  });

  it("is left out when many are approved", async () => {
    const opened = await open(2);
    await seen(opened);
    await opened.selectAll();
    await opened.press("Approve selected");
    expect(await opened.queue.findByText("1 approved.")).toBeVisible();
    expect(opened.queue.getByText("Changed since it was shown.")).toBeVisible();
    expect(await opened.pendingIds()).toEqual([opened.id]);
  });

  it("is asked about if it would go out on an account more", async () => {
    const { user, queue, press, server, group, pendingIds } = await open(1);
    await queue.findByRole("list", { name: "Goes out on" });
    await addAccount(server, group.id, "bluesky", "letnja.bsky.social");
    await press("Approve");
    const question = await changed();
    const account = { name: "Bluesky letnja.bsky.social: fits" };
    expect(question.getByRole("listitem", account)).toBeInTheDocument();
    expect(await pendingIds()).toHaveLength(1);
    await user.click(question.getByRole("button", { name: "Cancel" }));
    // The operator knows of it now.
    await press("Approve");
    const words = /^Approved\. Goes out at .+ on Bluesky \(2 accounts\)\.$/;
    expect(await findToast(words)).toBeVisible();
  });

  it("is left out and named when many are approved, and its present text on a retry too", async () => {
    const opened = await open(2);
    const { queue, id, press, selectAll, lines, pendingIds } = opened;
    await correct(opened);
    await selectAll();
    await press("Approve selected");
    expect(await queue.findByText("1 approved, 1 failed.")).toBeVisible();
    expect(lines()).toContain(`#${id} Failed to approve item. This post was changed meanwhile.`);
    await queue.findByText(unread);
    await press("Retry the failed");
    expect(await queue.findByText("Changed since it was shown.")).toBeVisible();
    expect(await pendingIds()).toHaveLength(1);
  });

  it("is named in 'Approve…', which does not approve it unseen", async () => {
    const opened = await open(1);
    const { user, queue, pendingIds } = opened;
    await user.click(await queue.findByRole("button", { name: "Approve…" }));
    const dialog = await findDialog(/^Approve post #/);
    await dialog.findByRole("checkbox", { name: /Bluesky/ });
    await correct(opened);
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await dialog.findByText("This post changed since it was shown")).toBeVisible();
    expect(dialog.getByText(unread)).toBeVisible();
    expect(await pendingIds()).toHaveLength(1);
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
  });

  it("sends no version to a backend that does not compare it", async () => {
    const { user, wire, queue } = await openQueue({ image: 1, rules: () => [specAlone] });
    await user.click(await queue.findByRole("button", { name: "Approve" }));
    await findToast(/^Approved\./);
    expect(sentTo(wire, "approve")).toEqual([expect.stringMatching(/^POST .*\/approve$/)]);
  });

  it("is reported when the server approved another text than the one shown", async () => {
    const { press, server, id } = await open(1);
    await writePosts(server, { text_content: unread }, id);
    await press("Approve");
    expect(await findToast("The approved version differs from the one shown.")).toBeVisible();
  });
});

describe("The fit of a post on the platforms", () => {
  it("leads the card, for each account that it goes out on, with the next slot", async () => {
    const { user, queue } = await open(1);
    const list = await queue.findByRole("list", { name: "Goes out on" });
    const words = "Bluesky zimska.bsky.social: fits";
    const account = within(list).getByRole("listitem", { name: words });
    expect(account).toHaveTextContent(words);
    const slot = queue.getByText(/^Next slot /);
    const text = queue.getByText(/./, { selector: "[data-edits] p" });
    for (const one of [list, slot]) {
      expect(one.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
    await user.hover(account.querySelector("[aria-hidden]") ?? account);
    expect(await screen.findByRole("tooltip")).toHaveTextContent(words);
  });

  it("shows how much too long the text is", async () => {
    await openQueue({
      image: 1,
      prepare: ({ server }) => writePosts(server, { text_content: "š".repeat(312) }),
    });
    expect(await screen.findByText("Bluesky zimska.bsky.social: 12 over")).toBeVisible();
  });

  it("says what a link costs on X, where it is real", async () => {
    const health = { status: "ok", outside: { x_twitter: "real" }, capabilities: [] };
    const { queue } = await openQueue({
      text: 1,
      at: "?tab=text",
      prepare: async ({ server, group }) => {
        await addAccount(server, group.id, "x_twitter", "mraz");
        await writePosts(server, { text_content: "Sutra: primer.rs" });
      },
      rules: () => [saying("/healthz", health)],
    });
    const name = "X mraz: fits, link costs $0.20";
    expect(await queue.findByRole("listitem", { name })).toBeVisible();
    expect(queue.getByText("link costs $0.20")).toBeVisible();
    expect(queue.getByText("Bluesky zimska.bsky.social: fits")).toBeVisible();
  });

  it("says which accounts are left out and why, or that none takes it", async () => {
    const { server, queue, refresh } = await openQueue({
      text: 1,
      at: "?tab=text",
      prepare: ({ server: own, group }) => addKeylessAccount(own, group.id),
    });
    expect(await queue.findByText("X mraz: left out: has no keys")).toBeVisible();

    await server.database.db.update(accounts).set({ is_active: false });
    await refresh();
    const words = "No active account can publish this, so it won't be scheduled.";
    expect(await queue.findByText(words)).toBeVisible();
  });

  it("is that of the active platforms for a backend that does not say where it goes out", async () => {
    const { queue } = await openQueue({ image: 1, rules: sayingNoDestinations });
    expect(await queue.findByText("Fits Bluesky")).toBeVisible();
  });
});
