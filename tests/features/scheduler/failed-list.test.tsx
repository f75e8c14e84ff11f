import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdTime, pass, press, until } from "../../support/held-time";
import { findQuestion, textsIn } from "../../support/on-screen";
import { answerWith, sentTo } from "../../support/on-wire";
import { findToast, jsonAnswer, waitAnswer } from "../../support/render-app";
import { failed, on, open, openStatus, post, region, status, text } from "./support";

const duplicate = "403 Forbidden: Status is a duplicate. (187)";
const queued = { message: "The post is queued again." };
const broken = { account_problem: "its last test failed" };

const instagram = (id: number, error: string) =>
  failed(id, error, { social_account: on("instagram", error) });

/** Opens Publishing with these posts as the failed ones. */
async function openFailed(...failed_posts: readonly unknown[]) {
  const app = await openStatus({ failed_posts });
  const list = await region("Failed Posts");
  /** Presses a button and returns the question that it asks. */
  async function ask(button: string, title?: string, place = 0) {
    const buttons = await list.findAllByRole("button", { name: button });
    await app.user.click(buttons[place] ?? document.body);
    return findQuestion(title);
  }
  return { ...app, list, ask };
}

describe("Failed Posts", () => {
  it("shows account, retries and the whole error, and retries", async () => {
    let posts = [failed(7, duplicate), failed(8, "Session expired.")];
    const { user, wire } = await open({
      to: "scheduler-status",
      says: () => jsonAnswer(200, status({ failed_posts: posts })),
    });
    wire.answer(
      (line) => line === "POST /api/v1/publishing/posts/7/retry",
      () => {
        posts = posts.slice(1);
        return jsonAnswer(200, queued);
      },
    );
    const list = await region("Failed Posts");
    const [cause] = await list.findAllByRole("rowheader");
    expect(cause).toHaveTextContent("@zimska");
    expect(cause).toHaveTextContent(
      `Account's last error (may concern another post): ${duplicate}`,
    );

    const [retry] = list.getAllByRole("button", { name: "Retry" });
    if (retry) await user.click(retry);
    const question = await findQuestion("Retry post #7?");
    await user.click(question.getByRole("button", { name: "Retry" }));

    expect(await findToast("The post is queued again.")).toBeVisible();
    await waitFor(() => expect(list.getAllByRole("button", { name: "Retry" })).toHaveLength(1));
    expect(list.getByRole("button", { name: "Retry" })).toHaveFocus();
  });

  it("shows what each subreddit said", async () => {
    const refused = { status: "refused", url: null, error: "the account is banned there." };
    const subreddit_results = [
      { name: "serbia", ...refused },
      { name: "planine", status: "not_sent", url: null, error: null },
    ];
    const words = "r/serbia: the account is banned there.";
    const { list } = await openFailed(failed(1, words, { subreddit_results }));
    expect(textsIn(within(await list.findByRole("list", { name: "Subreddits" })))).toEqual([
      "r/serbia refused it: the account is banned there.",
      "r/planine: not sent",
    ]);
  });

  it("shows why a retry was refused, in its row as well", async () => {
    const { user, wire, list, ask } = await openFailed(failed(7, duplicate));
    answerWith(wire, "/retry", 409, { detail: "This post is already scheduled." });
    const question = await ask("Retry");
    await user.click(question.getByRole("button", { name: "Retry" }));

    expect(await findToast("Failed to retry post.")).toBeVisible();
    expect(list.getByText("This post is already scheduled.")).toBeVisible();
  });

  it("asks before it retries a post that may be live already", async () => {
    const { user, wire, list, ask } = await openFailed(failed(7, "x", { status: "unknown" }));
    expect(await list.findByText("May already be live")).toBeVisible();
    const question = await ask("Retry", "Retry a post that may be live?");
    expect(question.getByText(/It may already be live: check the profile\./)).toBeVisible();
    expect(sentTo(wire, "/retry")).toEqual([]);

    answerWith(wire, "/retry", 200, queued);
    await user.click(question.getByRole("button", { name: "Retry" }));
    expect(await findToast("The post is queued again.")).toBeVisible();
    expect(sentTo(wire, "/retry")).toEqual([
      "POST /api/v1/publishing/posts/7/retry?confirm_unknown=true",
    ]);
  });

  it("shows cause and remedy once for all posts of an account", async () => {
    const token = "Error validating access token (190)";
    const { list } = await openFailed(
      instagram(7, token),
      instagram(8, `${token} again`),
      failed(9, "New words"),
    );
    const words = "The access token no longer works. Update the account's credentials, then retry.";
    expect(await list.findByText(words)).toBeVisible();
    expect(list.getByText("2 posts")).toBeVisible();
    expect(list.getByText("Unknown cause: see the error.")).toBeVisible();
    expect(list.getByText(/New words/)).toBeVisible();
  });

  it("names the account once for a group, and each post in one row with its own next step", async () => {
    const pictures = "2207052: the media could not be fetched";
    const { list } = await openFailed(instagram(7, pictures), instagram(8, pictures));
    expect(await list.findAllByText("@zimska")).toHaveLength(1);
    expect(list.getAllByText(pictures)).toHaveLength(1);
    // The heads, the cause, and one row for each post.
    expect(list.getAllByRole("row")).toHaveLength(4);
    const [media, other] = list.getAllByRole("link", { name: "Open media" });
    expect(other).toBeVisible();
    expect(media).toHaveAttribute("href", expect.stringMatching(/^http/));
    expect(media).toHaveAttribute("target", "_blank");
    expect(list.getAllByRole("button", { name: "Retry" })).toHaveLength(2);
  });

  const evergreen = "/dashboard/config?tab=evergreen&group=3";
  const accounts = "/dashboard/config?group=3";
  it.each([
    ["tiktok", "access_token_invalid", {}, "Prime session", accounts],
    ["reddit", "SUBMIT_VALIDATION_FLAIR_REQUIRED", {}, "Reddit settings", evergreen],
    ["x_twitter", "Unsupported Authentication", {}, "Update credentials", accounts],
    ["x_twitter", "Away.", broken, "Update credentials", accounts],
  ])("of %s for '%s' %j offer '%s'", async (platform, error, change, name, href) => {
    const social_account = on(platform, error);
    const { list } = await openFailed(failed(7, error, { group_id: 3, social_account, ...change }));
    expect(await list.findByRole("link", { name })).toHaveAttribute("href", href);
    const words = list.queryByText(/^The account cannot be used now: its last test failed\./);
    expect(words !== null).toBe(change === broken);
  });

  it("say so where the platform reported no error", async () => {
    const { list } = await openFailed(post(7, { status: "failed" }));
    expect(await list.findByText("No error was reported.")).toBeVisible();
  });

  it("retries all that can go out, says what it leaves out, and reports the refused ones", async () => {
    const { user, wire, list, ask } = await openFailed(
      failed(7, "x"),
      failed(8, "y", { account_problem: null }),
      instagram(9, "2207051 action blocked"),
      failed(10, "z", broken),
      failed(11, "z", broken),
    );
    expect(await list.findByText("2 of 5 posts can be retried now.")).toBeVisible();
    answerWith(wire, "/posts/7/retry", 200, queued);
    answerWith(wire, "/posts/8/retry", 409, { detail: "This post is already scheduled." });
    const question = await ask("Retry all", "Retry 2 failed posts?");
    expect(question.getByText(/1 may already be live and is left out\./)).toBeVisible();
    expect(question.getByText(/2 use accounts that do not work and are left out\./)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Retry all" }));

    expect(await list.findByText("1 queued again, 1 failed.")).toBeVisible();
    expect(
      list.getByText("#8 Failed to retry post. This post is already scheduled."),
    ).toBeVisible();
    expect(sentTo(wire, "/retry")).toHaveLength(2);
  });

  it("waits as the server asks while it retries all, goes on, and stops on 'Stop'", async () => {
    const { wire, list, ask } = await openFailed(...[7, 8, 9].map((id) => failed(id, "x")));
    let isBusy = (line: string) => !line.includes("/7/");
    const retries = (line: string) => line.includes("/retry");
    wire.answer(retries, ({ url }) => (isBusy(url) ? waitAnswer(429, 7) : jsonAnswer(200, queued)));
    const question = await ask("Retry all", "Retry 3 failed posts?");
    holdTime();
    await press(question.getByRole("button", { name: "Retry all" }));
    const timer = await until(() => list.getByRole("timer"));
    expect(timer).toHaveTextContent("Continues in 7 s.");
    expect(await until(() => list.getByText("Retrying 1 of 3"))).toBeVisible();
    expect(sentTo(wire, retries)).toHaveLength(3);
    isBusy = (line) => line.includes("/9/");
    await pass(7_000);
    expect(await until(() => list.getByText("Retrying 2 of 3"))).toBeVisible();
    await press(list.getByRole("button", { name: "Stop" }));
    expect(await until(() => list.getByText("2 queued again, 1 not sent."))).toBeVisible();
    await pass(60_000);
    expect(sentTo(wire, retries)).toHaveLength(5);
  });

  it.each([
    [
      "of an account on which nothing can be published",
      failed(9, "z", broken),
      "It will fail again, because the account cannot be used: its last test failed.",
    ],
    [
      "whose account needs new credentials, also where only the error says so",
      failed(9, "Could not authenticate you."),
      /^It will fail again until the account's credentials are updated/,
    ],
  ])("says before a retry of a post %s that it would fail", async (_, last, words) => {
    const { list, ask, wire } = await openFailed(failed(7, "x"), failed(8, "y"), last);
    expect(await list.findByText("2 of 3 posts can be retried now.")).toBeVisible();
    const question = await ask("Retry", "Retry post #9?", 2);
    expect(question.getByText(words)).toBeVisible();
    expect(sentTo(wire, "/retry")).toEqual([]);
  });

  it("counts a post whose account has got new credentials since", async () => {
    const posts = [7, 8].map((id) =>
      failed(id, "Could not authenticate you.", { account_problem: null }),
    );
    const { list, ask } = await openFailed(...posts);
    expect(await list.findByText("2 posts can be retried now.")).toBeVisible();
    expect(list.queryByRole("link", { name: "Update credentials" })).toBeNull();
    await ask("Retry", "Retry post #7?");
    expect(screen.queryByText(/^It will fail again/)).toBeNull();
  });

  it("warns if no account of them works, because they may work by now", async () => {
    const { list, ask } = await openFailed(failed(7, "x", broken), failed(8, "y", broken));
    const words = "2 of 2 posts use accounts that do not work. Reconnect first.";
    expect(await list.findByText(words)).toBeVisible();
    expect(list.queryByText(/can be retried now/)).not.toBeInTheDocument();
    const question = await ask("Retry all", "Retry 2 failed posts?");
    const warning = /2 of them will fail again unless you have fixed their accounts\./;
    expect(question.getByText(warning)).toBeVisible();
  });

  it("shows one kind of posts and counts the other", async () => {
    const { user, list } = await openFailed(failed(7, "x", { content_queue_item: text }));
    expect(await list.findByText("1 text-only post is on the other tab.")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Text-Only Posts" }));
    expect(await list.findByRole("button", { name: "Retry" })).toBeVisible();
  });
});
