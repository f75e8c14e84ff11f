import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { capabilities } from "@/shared/api/capabilities";
import { holdDate } from "../../support/held-time";
import { findQuestion, textsIn } from "../../support/on-screen";
import { answerWith, sentTo } from "../../support/on-wire";
import { findToast } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import {
  addAccount,
  addKeylessAccount,
  cardsIn,
  openCards,
  sayingNoDestinations,
  writePosts,
} from "./support";

/** 13 over on X, which takes 280 characters; fits Bluesky, which takes 300. */
const tooLongForX = "a".repeat(293);
/** 12 over on Bluesky too, and 32 over on X. */
const tooLongForBoth = "a".repeat(312);

const addX = (server: TestServer, group: number) =>
  addAccount(server, group, "x_twitter", "zimska");

type Adding = (server: TestServer, group: number) => Promise<unknown>;

/** Opens the queue of a group on Bluesky and X; its first post has this text. */
async function open(
  text_content: string,
  { image = 2, addAccounts = addX }: { image?: number; addAccounts?: Adding } = {},
) {
  const app = await openCards({
    image,
    prepare: async ({ server, group, posts: [first] }) => {
      await addAccounts(server, group.id);
      await writePosts(server, { text_content }, first?.id ?? 0);
    },
  });
  const card = within(app.cards[0] ?? document.body);
  const press = (name: string) => app.user.click(card.getByRole("button", { name }));
  /** Presses the key that approves, and returns the notice that stops it. */
  const stopped = async (line: string) => {
    await app.user.keyboard("ja");
    return stop(line);
  };
  return { ...app, card, press, stopped };
}

const stop = async (line: string) => {
  const notice = await screen.findByRole("group", { name: `Not approved: ${line}` });
  return { notice, ...within(notice) };
};

describe("A post that breaks a rule of a platform on which it would go out", () => {
  it("is not approved by the key a, however often: the card says what would fail", async () => {
    const { user, card, ids, second, pendingIds, wire, stopped } = await open(tooLongForX);
    holdDate();
    const { notice, getByText, getByRole } = await stopped("13 over on X");
    expect(getByText("13 over on X")).toBeVisible();
    await waitFor(() => expect(notice).toHaveFocus());
    vi.advanceTimersByTime(400);
    await user.keyboard("a{Enter}");
    expect(sentTo(wire, "/approve")).toEqual([]);
    expect(await pendingIds()).toEqual(ids);
    for (const name of ["Leave out X", "Approve anyway"]) {
      expect(card.getByRole("button", { name })).toBeVisible();
    }
    expect(getByRole("button", { name: "Edit" })).toBeVisible();
    // The other keys go on from there.
    await user.keyboard("j");
    expect(screen.getByText(`#${second}`).closest("li")).toHaveFocus();
  });

  it("is not approved by the plain button either", async () => {
    const { press, wire } = await open(tooLongForX);
    await press("Approve");
    expect((await stop("13 over on X")).notice).toBeVisible();
    expect(sentTo(wire, "/approve")).toEqual([]);
  });

  it("goes out without the account that is left out", async () => {
    const { queue, press, second, pendingIds, scheduled, stopped } = await open(tooLongForX);
    await stopped("13 over on X");
    await press("Leave out X");
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await scheduled()).toMatchObject([{ social_account: { platform_type: "bluesky" } }]);
    expect(await pendingIds()).toEqual([second]);
    expect(cardsIn(queue)[0]).toHaveFocus();
  });

  it("goes out everywhere if the operator approves it all the same", async () => {
    const { press, scheduled, stopped } = await open(tooLongForX);
    await stopped("13 over on X");
    await press("Approve anyway");
    expect(await findToast(/^Approved\. Goes out .+ on Bluesky and X\.$/)).toBeVisible();
    expect(await scheduled()).toHaveLength(2);
  });

  it("is approved by the plain key once it was shortened", async () => {
    const { user, queue, id, pendingIds, stopped } = await open(tooLongForX, { image: 1 });
    const { getByRole } = await stopped("13 over on X");
    await user.click(getByRole("button", { name: "Edit" }));
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
    const { card, stopped } = await open(tooLongForBoth);
    const { getByText } = await stopped("12 over on Bluesky, 32 over on X");
    expect(getByText("12 over on Bluesky")).toBeVisible();
    expect(getByText("32 over on X")).toBeVisible();
    expect(card.queryByRole("button", { name: /^Leave out/ })).toBeNull();
    expect(card.getByRole("button", { name: "Approve anyway" })).toBeVisible();
  });

  it("names the account if there are several of one platform", async () => {
    const { card, stopped } = await open(tooLongForX, {
      addAccounts: async (server, group) => {
        await addAccount(server, group, "x_twitter", "zima");
        await addAccount(server, group, "x_twitter", "leto");
      },
    });
    const { getByText } = await stopped("13 over on X zima, 13 over on X leto");
    expect(getByText("13 over on X leto")).toBeVisible();
    expect(card.getByRole("button", { name: "Leave out X zima and X leto" })).toBeVisible();
  });

  it("is offered without 'Leave out' and 'Edit' where the backend has no such call", async () => {
    const { card, stopped } = await open(tooLongForX);
    await card.findByRole("button", { name: "Approve…" });
    act(() => capabilities.announce([]));
    const { getAllByRole } = await stopped("13 over on X");
    const names = getAllByRole("button").map(({ textContent }) => textContent);
    expect(names).toEqual(["Approve anyway"]);
  });

  it("comes back with the server's refusal", async () => {
    const { press, queue, wire, stopped } = await open(tooLongForX);
    answerWith(wire, "/approve", 409, { detail: "This post is locked." });
    await stopped("13 over on X");
    await press("Leave out X");
    const failure = await queue.findByText("Failed to approve item.");
    expect(failure).toHaveTextContent("This post is locked.");
    expect((await stop("13 over on X")).notice).toBeVisible();
  });

  it("stays selected and is named when many are approved", async () => {
    const { user, queue, id, second, pendingIds } = await open(tooLongForX, { image: 3 });
    await user.click(queue.getByRole("checkbox", { name: `Select post #${id}` }));
    await user.click(queue.getByRole("button", { name: "Select all 3 shown" }));
    await user.click(queue.getByRole("button", { name: "Approve selected" }));
    expect(await queue.findByText("2 approved. 1 left in the selection.")).toBeVisible();
    const lines = textsIn(within(queue.getByRole("group", { name: "Result" })));
    expect(lines).toContain(`#${id} Not approved: 13 over on X.`);
    expect(lines).toContain(`#${second} Approved.`);
    expect(await pendingIds()).toEqual([id]);
    await user.click(queue.getByRole("button", { name: "Close" }));
    expect(queue.getByText("1 selected")).toBeVisible();
    expect(queue.getByRole("checkbox", { name: `Select post #${id}` })).toBeChecked();
    expect((await stop("13 over on X")).notice).toBeVisible();
  });

  it("sends nothing when all that is selected breaks a rule, and says so", async () => {
    const { user, queue, id, wire } = await open(tooLongForX, { image: 1 });
    await user.click(queue.getByRole("checkbox", { name: `Select post #${id}` }));
    await user.click(queue.getByRole("button", { name: "Approve selected" }));
    expect(await queue.findByRole("alert")).toHaveTextContent(`#${id} Not approved: 13 over on X.`);
    expect(queue.getByText("1 selected")).toBeVisible();
    expect(sentTo(wire, "/approve")).toEqual([]);
    // A rejection needs no rule.
    await user.click(queue.getByRole("button", { name: "Reject selected" }));
    expect(await queue.findByText("1 rejected.")).toBeVisible();
  });

  it("is asked about first if it changed too, and then goes out where the operator said", async () => {
    const opened = await open("Čaj.", { image: 1 });
    const { user, queue, press, server, id, refresh, scheduled, stopped } = opened;
    await queue.findByText("Čaj.");
    await writePosts(server, { text_content: tooLongForX }, id);
    await refresh();
    await queue.findByText(tooLongForX);
    await stopped("13 over on X");
    await press("Leave out X");
    const question = await findQuestion("This post changed since it was shown");
    await user.click(question.getByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await scheduled()).toMatchObject([{ social_account: { platform_type: "bluesky" } }]);
  });
});

describe("The plain key approves", () => {
  it("a post that breaks a rule only of accounts that are left out anyway", async () => {
    const { user, pendingIds, second } = await open(tooLongForX, {
      addAccounts: addKeylessAccount,
    });
    await user.keyboard("ja");
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(await pendingIds()).toEqual([second]);
  });

  it("any post of a backend that does not say where it goes out", async () => {
    const { user, wire } = await openCards({
      image: 1,
      rules: (posts) => sayingNoDestinations(posts, { text_content: "a".repeat(400) }),
    });
    await user.keyboard("ja");
    await waitFor(() => expect(sentTo(wire, "/approve")).toHaveLength(1));
  });
});
