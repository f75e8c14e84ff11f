import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdTime, pass, press, until } from "../../support/held-time";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  waitAnswer,
} from "../../support/render-app";
import { failed, open, post, region, status, text } from "./support";

const instagram = (id: number, error: string) =>
  failed(id, error, {
    social_account: {
      platform_type: "instagram",
      platform_username: "zimska",
      last_known_error: error,
    },
  });

describe("Failed Posts", () => {
  const duplicate = "403 Forbidden: Status is a duplicate. (187)";

  it("are counted at the link to them, on every screen", async () => {
    const server = await answering([
      saying("scheduler-status", status({ failed_posts: [failed(1, "X"), failed(2, "Y")] })),
    ]);
    await renderApp("/dashboard/config", { server });
    const link = await screen.findByRole("link", { name: "Publishing" });
    await waitFor(() => expect(link).toHaveAccessibleDescription("2 failed"));
    expect(link).toHaveTextContent("Publishing2");
  });

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
        return jsonAnswer(200, { message: "The post is queued again." });
      },
    );
    const list = await region("Failed Posts");
    const [retry] = await list.findAllByRole("button", { name: "Retry" });
    const row = retry?.closest("tr");
    if (!row) throw new Error("A row is needed.");
    const group = within(row.closest("tbody") ?? document.body);
    const cause = group.getByRole("rowheader");
    expect(cause).toHaveTextContent("@zimska");
    expect(cause).toHaveTextContent(
      `Account's last error (may concern another post): ${duplicate}`,
    );

    await user.click(within(row).getByRole("button", { name: "Retry" }));
    await user.click(
      within(await screen.findByRole("alertdialog", { name: "Retry post #7?" })).getByRole(
        "button",
        { name: "Retry" },
      ),
    );

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
    await open(
      saying(
        "scheduler-status",
        status({ failed_posts: [failed(1, words, { subreddit_results })] }),
      ),
    );
    const rows = await region("Failed Posts");
    const list = within(await rows.findByRole("list", { name: "Subreddits" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "r/serbia refused it: the account is banned there.",
      "r/planine: not sent",
    ]);
  });

  it("shows why a retry was refused, in its row as well", async () => {
    const { user, wire } = await open(
      saying("scheduler-status", status({ failed_posts: [failed(7, duplicate)] })),
    );
    wire.answer(
      (line) => line.endsWith("/retry"),
      () => jsonAnswer(409, { detail: "This post is already scheduled." }),
    );
    const list = await region("Failed Posts");

    await user.click(await list.findByRole("button", { name: "Retry" }));
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Retry" }),
    );

    expect(await findToast("Failed to retry post.")).toBeVisible();
    expect(list.getByText("This post is already scheduled.")).toBeVisible();
  });

  it("asks before it retries a post that may be live already", async () => {
    const { user, wire } = await open(
      saying("scheduler-status", status({ failed_posts: [failed(7, "x", { status: "unknown" })] })),
    );
    const list = await region("Failed Posts");
    expect(await list.findByText("May already be live")).toBeVisible();

    await user.click(list.getByRole("button", { name: "Retry" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Retry a post that may be live?" }),
    );
    expect(question.getByText(/It may already be live: check the profile\./)).toBeVisible();
    expect(wire.sent.filter((line) => line.includes("/retry"))).toEqual([]);

    wire.answer(
      (line) => line.includes("/retry"),
      () => jsonAnswer(200, { message: "The post is queued again." }),
    );
    await user.click(question.getByRole("button", { name: "Retry" }));
    expect(await findToast("The post is queued again.")).toBeVisible();
    expect(wire.sent.filter((line) => line.includes("/retry"))).toEqual([
      "POST /api/v1/publishing/posts/7/retry?confirm_unknown=true",
    ]);
  });

  it("shows cause and remedy once for all posts of an account", async () => {
    const token = "Error validating access token (190)";
    await open(
      saying(
        "scheduler-status",
        status({
          failed_posts: [
            instagram(7, token),
            instagram(8, `${token} again`),
            failed(9, "New words"),
          ],
        }),
      ),
    );
    const list = await region("Failed Posts");
    expect(
      await list.findByText(
        "The access token no longer works. Update the account's credentials, then retry.",
      ),
    ).toBeVisible();
    expect(list.getByText("2 posts")).toBeVisible();
    expect(list.getByText("Unknown cause: see the error.")).toBeVisible();
    expect(list.getByText(/New words/)).toBeVisible();
  });

  it("names the account once for a group, and each post in one row with its own next step", async () => {
    const pictures = "2207052: the media could not be fetched";
    await open(
      saying(
        "scheduler-status",
        status({ failed_posts: [instagram(7, pictures), instagram(8, pictures)] }),
      ),
    );
    const list = await region("Failed Posts");
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

  it.each([
    ["tiktok", "access_token_invalid", "Prime session", "/dashboard/config?group=3"],
    [
      "reddit",
      "SUBMIT_VALIDATION_FLAIR_REQUIRED",
      "Reddit settings",
      "/dashboard/config?tab=evergreen&group=3",
    ],
    ["x_twitter", "Unsupported Authentication", "Update credentials", "/dashboard/config?group=3"],
  ])("of %s for '%s' offer '%s'", async (platform_type, last_known_error, name, href) => {
    const social_account = { platform_type, platform_username: "zimska", last_known_error };
    await open(
      saying(
        "scheduler-status",
        status({ failed_posts: [post(7, { status: "failed", group_id: 3, social_account })] }),
      ),
    );
    const list = await region("Failed Posts");
    expect(await list.findByRole("link", { name })).toHaveAttribute("href", href);
  });

  it("say so where the platform reported no error", async () => {
    const social_account = {
      platform_type: "bluesky",
      platform_username: "zimska",
      last_known_error: null,
    };
    await open(
      saying(
        "scheduler-status",
        status({ failed_posts: [post(7, { status: "failed", social_account })] }),
      ),
    );
    expect(await (await region("Failed Posts")).findByText("No error was reported.")).toBeVisible();
  });

  it("retries all but posts that may be live, and reports the refused ones", async () => {
    const { user, wire } = await open(
      saying(
        "scheduler-status",
        status({
          failed_posts: [failed(7, "x"), failed(8, "y"), instagram(9, "2207051 action blocked")],
        }),
      ),
    );
    wire.answer(
      (line) => line.includes("/posts/7/retry"),
      () => jsonAnswer(200, { message: "The post is queued again." }),
    );
    wire.answer(
      (line) => line.includes("/posts/8/retry"),
      () => jsonAnswer(409, { detail: "This post is already scheduled." }),
    );
    const list = await region("Failed Posts");
    await user.click(await list.findByRole("button", { name: "Retry all" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Retry 2 failed posts?" }),
    );
    expect(question.getByText(/1 may already be live and is left out\./)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Retry all" }));

    expect(await list.findByText("1 queued again, 1 failed.")).toBeVisible();
    expect(
      list.getByText("#8 Failed to retry post. This post is already scheduled."),
    ).toBeVisible();
    expect(wire.sent.filter((line) => line.includes("/posts/9/"))).toEqual([]);
  });

  it("waits as the server asks while it retries all, goes on, and stops on 'Stop'", async () => {
    const { user, wire } = await open(
      saying("scheduler-status", status({ failed_posts: [7, 8, 9].map((id) => failed(id, "x")) })),
    );
    const retries = (line: string) => line.includes("/retry");
    let isBusy = (line: string) => !line.includes("/7/");
    const queued = () => jsonAnswer(200, { message: "The post is queued again." });
    wire.answer(retries, ({ url }) => (isBusy(url) ? waitAnswer(429, 7) : queued()));
    const list = await region("Failed Posts");
    await user.click(await list.findByRole("button", { name: "Retry all" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Retry 3 failed posts?" }),
    );
    holdTime();
    await press(question.getByRole("button", { name: "Retry all" }));
    const timer = await until(() => list.getByRole("timer"));
    expect(timer).toHaveTextContent("Continues in 7 s.");
    expect(await until(() => list.getByText("Retrying 1 of 3"))).toBeVisible();
    expect(wire.sent.filter(retries)).toHaveLength(3);
    isBusy = (line) => line.includes("/9/");
    await pass(7_000);
    expect(await until(() => list.getByText("Retrying 2 of 3"))).toBeVisible();
    await press(list.getByRole("button", { name: "Stop" }));
    expect(await until(() => list.getByText("2 queued again, 1 not sent."))).toBeVisible();
    await pass(60_000);
    expect(wire.sent.filter(retries)).toHaveLength(5);
  });

  it("leaves out posts of accounts on which nothing can be published", async () => {
    const broken = { account_problem: "its last test failed" };
    const { user, wire } = await open(
      saying(
        "scheduler-status",
        status({
          failed_posts: [
            failed(7, "x"),
            failed(8, "y", { account_problem: null }),
            failed(9, "z", broken),
            failed(10, "z", broken),
          ],
        }),
      ),
    );
    const list = await region("Failed Posts");
    expect(await list.findByText("2 of 4 posts can be retried now.")).toBeVisible();
    await user.click(list.getByRole("button", { name: "Retry all" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Retry 2 failed posts?" }),
    );
    expect(question.getByText(/2 use accounts that do not work and are left out\./)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Cancel" }));

    await user.click((await list.findAllByRole("button", { name: "Retry" }))[2] ?? document.body);
    const one = within(await screen.findByRole("alertdialog", { name: "Retry post #9?" }));
    expect(
      one.getByText(
        "It will fail again, because the account cannot be used: its last test failed.",
      ),
    ).toBeVisible();
    expect(wire.sent.filter((line) => line.includes("/retry"))).toEqual([]);
  });

  it("leaves out a post whose account needs new credentials, also where only the error says so", async () => {
    const { user } = await open(
      saying(
        "scheduler-status",
        status({
          failed_posts: [failed(7, "x"), failed(8, "y"), failed(9, "Could not authenticate you.")],
        }),
      ),
    );
    const list = await region("Failed Posts");
    expect(await list.findByText("2 of 3 posts can be retried now.")).toBeVisible();
    expect(
      list.getByText(
        /^The keys or tokens are no longer valid, or of the wrong type\. Update the account's credentials/,
      ),
    ).toBeVisible();
    expect(list.getAllByRole("link", { name: "Update credentials" })).toHaveLength(1);

    await user.click((await list.findAllByRole("button", { name: "Retry" }))[2] ?? document.body);
    const one = within(await screen.findByRole("alertdialog", { name: "Retry post #9?" }));
    expect(
      one.getByText(/^It will fail again until the account's credentials are updated/),
    ).toBeVisible();
  });

  it("counts a post whose account has got new credentials since", async () => {
    const works = { account_problem: null };
    const { user } = await open(
      saying(
        "scheduler-status",
        status({
          failed_posts: [
            failed(7, "Could not authenticate you.", works),
            failed(8, "Could not authenticate you.", works),
          ],
        }),
      ),
    );
    const list = await region("Failed Posts");
    expect(await list.findByText("2 posts can be retried now.")).toBeVisible();
    expect(list.queryByRole("link", { name: "Update credentials" })).toBeNull();
    await user.click((await list.findAllByRole("button", { name: "Retry" }))[0] ?? document.body);
    await screen.findByRole("alertdialog", { name: "Retry post #7?" });
    expect(screen.queryByText(/^It will fail again/)).toBeNull();
  });

  it("says on the card what to do for an account that does not work, whatever the error", async () => {
    await open(
      saying(
        "scheduler-status",
        status({
          failed_posts: [
            failed(7, "Away.", { account_problem: "its last test failed", group_id: 3 }),
          ],
        }),
      ),
    );
    const list = await region("Failed Posts");
    expect(
      await list.findByText(/^The account cannot be used now: its last test failed\./),
    ).toBeVisible();
    expect(list.getByRole("link", { name: "Update credentials" })).toHaveAttribute(
      "href",
      "/dashboard/config?group=3",
    );
  });

  it("warns if no account of them works, because they may work by now", async () => {
    const broken = { account_problem: "it is inactive" };
    const { user } = await open(
      saying(
        "scheduler-status",
        status({ failed_posts: [failed(7, "x", broken), failed(8, "y", broken)] }),
      ),
    );
    const list = await region("Failed Posts");
    expect(
      await list.findByText("2 of 2 posts use accounts that do not work. Reconnect first."),
    ).toBeVisible();
    expect(list.queryByText(/can be retried now/)).not.toBeInTheDocument();
    await user.click(list.getByRole("button", { name: "Retry all" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Retry 2 failed posts?" }),
    );
    expect(
      question.getByText(/2 of them will fail again unless you have fixed their accounts\./),
    ).toBeVisible();
  });

  it("does not report a post as failed if it may be queued again", async () => {
    const { user, wire } = await open(
      saying("scheduler-status", status({ failed_posts: [failed(7, "x"), failed(8, "y")] })),
    );
    wire.answer(
      (line) => line.includes("/retry"),
      () => new Response("", { status: 502 }),
    );
    const list = await region("Failed Posts");
    await user.click(await list.findByRole("button", { name: "Retry all" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Retry 2 failed posts?" }),
    );
    await user.click(question.getByRole("button", { name: "Retry all" }));

    expect(await list.findByText("0 queued again, 2 unclear.")).toBeVisible();
    expect(
      list.getByText(
        /^#7 Failed to retry post\. The server responded with status 502\. It may still have gone through/,
      ),
    ).toBeVisible();
    expect(list.getByRole("button", { name: "Retry the unclear" })).toBeVisible();
  });

  it("shows one kind of posts and counts the other", async () => {
    const { user } = await open(
      saying(
        "scheduler-status",
        status({ failed_posts: [failed(7, "x", { content_queue_item: text })] }),
      ),
    );
    const list = await region("Failed Posts");
    expect(await list.findByText("1 text-only post is on the other tab.")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Text-Only Posts" }));
    expect(await list.findByRole("button", { name: "Retry" })).toBeVisible();
  });
});
