import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { holdDate, holdTime, pass, press, until } from "../../support/held-time";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  waitAnswer,
} from "../../support/render-app";
import { region } from "./support";

const text = { ...sampleQueueItem, image_url: null, media_type: null };

/** A post as the scheduler returns it. */
const post = (id: number, change: Record<string, unknown> = {}) => ({
  id,
  status: "scheduled",
  publish_at: "2036-11-21T18:30:00Z",
  retry_count: 0,
  published_post_url: null,
  social_account: {
    platform_type: "bluesky",
    platform_username: `account${id}.bsky.social`,
    last_known_error: null,
  },
  content_queue_item: { ...sampleQueueItem, id },
  ...change,
});

const failed = (id: number, error: string, change: Record<string, unknown> = {}) =>
  post(id, {
    status: "failed",
    retry_count: 2,
    social_account: {
      platform_type: "x_twitter",
      platform_username: "zimska",
      last_known_error: error,
    },
    ...change,
  });

const status = (change: Record<string, unknown> = {}) => ({
  failed_posts: [],
  upcoming_posts: [],
  recently_published: [],
  ...change,
});

const open = (...rules: Parameters<typeof answering>[0]) => openAt("", ...rules);

const openAt = async (address: string, ...rules: Parameters<typeof answering>[0]) =>
  renderApp(`/dashboard/publishing${address}`, { server: await answering(rules) });

describe("Upcoming Scheduled Posts", () => {
  /** Answers with this many posts, page by page. */
  const pages = (count: number, isBroken = () => false, textFrom = count) => ({
    to: "scheduled-posts",
    says: ({ searchParams }: URL) => {
      const skip = Number(searchParams.get("skip"));
      if (skip > 0 && isBroken()) return jsonAnswer(500, {});
      const all = Array.from({ length: count }, (_, id) =>
        post(id + 1, id < textFrom ? {} : { content_queue_item: { ...text, id: id + 1 } }),
      );
      return jsonAnswer(200, all.slice(skip, skip + Number(searchParams.get("limit"))));
    },
  });

  it("are loaded five at a time", async () => {
    const { user } = await open(pages(7));
    const list = await region("Upcoming Scheduled Posts");
    expect(await list.findAllByRole("listitem")).toHaveLength(5);

    await user.click(list.getByRole("button", { name: "Load More" }));

    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(7));
    expect(list.queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();
  });

  it("are all loaded again after a reload, by the address", async () => {
    const { user, router } = await openAt("?scheduled=2", pages(13));
    const list = await region("Upcoming Scheduled Posts");
    expect(await list.findAllByRole("listitem")).toHaveLength(10);

    await user.click(list.getByRole("button", { name: "Load More" }));
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(13));
    expect(router.state.location.search).toMatchObject({ scheduled: 3 });
  });

  it("report how many more were loaded, and focus the first of them when no more are left", async () => {
    const { user } = await open(pages(7));
    const list = await region("Upcoming Scheduled Posts");

    await user.click(await list.findByRole("button", { name: "Load More" }));

    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(7));
    expect(list.getByRole("status")).toHaveTextContent("2 more loaded");
    expect(list.getAllByRole("listitem")[5]).toHaveFocus();
  });

  it("are reported as none only when everything is loaded", async () => {
    const { user, router } = await open(pages(7, undefined, 6));
    const list = await region("Upcoming Scheduled Posts");
    await user.click(screen.getByRole("tab", { name: "Text-Only Posts" }));
    expect(await list.findByText("No text-only posts in the first 5.")).toBeVisible();
    expect(list.queryByText("No text-only posts are scheduled.")).not.toBeInTheDocument();

    await user.click(list.getByRole("button", { name: "Load More" }));
    expect(await list.findAllByRole("listitem")).toHaveLength(1);

    await user.click(
      list.getByRole("button", { name: "6 image/video posts are on the other tab." }),
    );
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(6));
    expect(router.state.location.search).not.toMatchObject({ tab: "text" });
  });

  it("show a truncated platform name in full in its title", async () => {
    await open(saying("scheduled-posts", [post(1)]));
    const list = await region("Upcoming Scheduled Posts");
    expect(await list.findByText("Bluesky")).toHaveAttribute("title", "Bluesky");
  });

  it("report that more could not be loaded, and try again", async () => {
    let isBroken = true;
    const { user } = await open(pages(6, () => isBroken));
    const list = await region("Upcoming Scheduled Posts");

    await user.click(await list.findByRole("button", { name: "Load More" }));
    expect(await list.findByText("Failed to load more scheduled posts.")).toBeVisible();
    isBroken = false;
    await user.click(list.getByRole("button", { name: "Load More" }));

    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(6));
  });

  it("show an unusual status in words", async () => {
    await open(saying("scheduled-posts", [post(1, { status: "publishing" })]));
    const list = await region("Upcoming Scheduled Posts");
    expect(await list.findByText("Publishing")).toBeVisible();
  });
});

describe("Scheduler Health", () => {
  it("shows the counts, the last check and the next one", async () => {
    await open(
      saying(
        "scheduler-status",
        status({ failed_posts: [failed(1, "No.")], upcoming_posts: [post(2), post(3)] }),
      ),
    );
    const health = await region("Scheduler Health");

    expect(await health.findByText("Upcoming")).toBeVisible();
    expect(health.getAllByRole("definition").map((count) => count.textContent)).toEqual([
      "1",
      "2",
      "0",
    ]);
    expect(health.getByText(/^Checked \d\d:\d\d:\d\d$/)).toBeVisible();
    expect(health.getByText(/^Next check in \d+ s$/)).toBeVisible();
  });

  it("says that there may be more than the server lists", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, id) => post(id + 1));
    await open(
      saying(
        "scheduler-status",
        status({ upcoming_posts: many(20), recently_published: many(19) }),
      ),
    );
    const health = await region("Scheduler Health");
    expect(await health.findByText("20+")).toBeVisible();
    expect(health.getAllByRole("definition").map((count) => count.textContent)).toEqual([
      "0",
      "20+",
      "19",
    ]);
  });

  it("checks again on request", async () => {
    const { user, wire } = await open(saying("scheduler-status", status()));
    const health = await region("Scheduler Health");
    await health.findByText(/^Checked/);
    const asked = () => wire.sent.filter((line) => line.includes("scheduler-status")).length;
    const before = asked();

    await user.click(health.getByRole("button", { name: "Refresh now" }));

    await waitFor(() => expect(asked()).toBe(before + 1));

    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("option", { name: "Check the scheduler now" });
    await user.keyboard("check the scheduler{Enter}");

    await waitFor(() => expect(asked()).toBe(before + 2));
  });

  it("reports that the check failed, and tries again", async () => {
    let isBroken = true;
    const { user } = await open({
      to: "scheduler-status",
      says: () => jsonAnswer(isBroken ? 500 : 200, isBroken ? { detail: "Closed." } : status()),
    });
    const health = await region("Scheduler Health");

    const alert = await health.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch scheduler status.");
    expect(alert).toHaveTextContent("Closed.");
    isBroken = false;
    await user.click(health.getByRole("button", { name: "Try again" }));

    expect(await health.findByText(/^Checked/)).toBeVisible();
  });

  it("keeps its data when a check fails, and reports that once on the screen", async () => {
    let isBroken = false;
    const { user } = await open({
      to: "scheduler-status",
      says: () =>
        isBroken
          ? jsonAnswer(500, {})
          : jsonAnswer(200, status({ failed_posts: [failed(1, "X")] })),
    });
    const health = await region("Scheduler Health");
    await health.findByText(/^Checked/);
    isBroken = true;

    await user.click(health.getByRole("button", { name: "Refresh now" }));

    expect(await screen.findAllByText(/^Failed to fetch scheduler status\. Showing/)).toHaveLength(
      1,
    );
    expect(health.getByText(/^Checked/)).toBeVisible();
    const list = await region("Failed Posts");
    expect(await list.findByRole("button", { name: "Retry" })).toBeVisible();
  });
});

describe("Maintenance", () => {
  async function ask(user: Awaited<ReturnType<typeof open>>["user"]) {
    const maintenance = await region("Maintenance");
    await user.click(await maintenance.findByRole("button", { name: "Run daily planner" }));
    return within(await screen.findByRole("alertdialog", { name: "Run the daily planner?" }));
  }

  it("says what the daily planner would do, then runs it and shows the server's message", async () => {
    const { user, wire } = await open(
      saying("daily-plan", {
        posts: 5,
        groups: [
          { group_id: 1, group_name: "Zimska kolekcija", posts: 3 },
          { group_id: 2, group_name: "Kafa", posts: 2 },
        ],
      }),
    );
    const question = await ask(user);
    expect(
      await question.findByText(
        /^It schedules 5 posts in 2 groups: 3 in “Zimska kolekcija” and 2 in “Kafa”\./,
      ),
    ).toBeVisible();
    expect(wire.sent.filter((line) => line.includes("run-daily-planner"))).toEqual([]);
    await user.click(question.getByRole("button", { name: "Run daily planner" }));
    expect(await findToast(/^The daily planner is queued/)).toBeVisible();
    expect(
      screen.getByText(
        "It schedules 5 posts in 2 groups: 3 in “Zimska kolekcija” and 2 in “Kafa”.",
      ),
    ).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it.each([
    ["as a text", "5"],
    ["left out", undefined],
  ])("adds up what the groups would get if the sum is %s", async (_, posts) => {
    const { user } = await open(
      saying("daily-plan", {
        posts,
        groups: [
          { group_id: "1857219384719237121", group_name: "Zima", posts: "3" },
          { group_id: 2, group_name: "Kafa", posts: 2 },
        ],
      }),
    );
    const question = await ask(user);
    expect(
      await question.findByText(/^It schedules 5 posts in 2 groups: 3 in “Zima” and 2 in “Kafa”\./),
    ).toBeVisible();
  });

  it("counts a group of the plan that cannot be read among the others", async () => {
    const { user } = await open(
      saying("daily-plan", {
        posts: 5,
        groups: [{ group_id: 1, group_name: "Zima", posts: 3 }, { group_id: null }],
      }),
    );
    const question = await ask(user);
    expect(
      await question.findByText(
        /^It schedules 5 posts in 2 groups: 3 in “Zima” and the rest in 1 other\./,
      ),
    ).toBeVisible();
  });

  it("says that the daily planner would schedule nothing", async () => {
    const { user } = await open();
    const question = await ask(user);
    expect(await question.findByText(/^Nothing would be scheduled now\./)).toBeVisible();
  });

  it("asks without a number where the backend has no preview", async () => {
    const { user, wire } = await open({ to: "/healthz", says: () => jsonAnswer(404, {}) });
    const question = await ask(user);
    expect(question.getByText(/^Fills today's schedule in all groups/)).toBeVisible();
    expect(wire.sent.filter((line) => line.includes("daily-plan"))).toEqual([]);
    await user.click(question.getByRole("button", { name: "Run daily planner" }));
    expect(await findToast(/^The daily planner is queued/)).toBeVisible();
  });

  it("reports that the planner could not be started", async () => {
    const { user, wire } = await open();
    wire.answer(
      (line) => line.endsWith("/run-daily-planner"),
      () => jsonAnswer(409, { detail: "It is running already." }),
    );
    const question = await ask(user);
    await user.click(question.getByRole("button", { name: "Run daily planner" }));

    expect(await question.findByText("Failed to trigger planner job.")).toBeVisible();
    expect(question.getByText("It is running already.")).toBeVisible();
  });
});

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

describe("Upcoming Posts", () => {
  const two = status({ upcoming_posts: [post(1), post(2)] });

  it("is folded at first: its heading tells how many there are, and opens it by keyboard", async () => {
    const { user, router } = await open(saying("scheduler-status", two));
    const list = await region("Upcoming Posts");
    expect(await list.findByText("2 posts")).toBeVisible();
    expect(list.queryByRole("listitem")).toBeNull();
    const heading = within(list.getByRole("heading", { name: "Upcoming Posts" }));
    const button = heading.getByRole("button", { name: "Upcoming Posts", expanded: false });

    button.focus();
    await user.keyboard("{Enter}");
    expect(await list.findAllByRole("listitem")).toHaveLength(2);
    expect(button).toHaveAttribute("aria-expanded", "true");
    expect(router.state.location.search).toMatchObject({ upcoming: true });

    await user.keyboard("{Enter}");
    expect(list.queryByRole("listitem")).toBeNull();
    expect(list.getByText("2 posts")).toBeVisible();
    expect(router.state.location.search).not.toHaveProperty("upcoming");
  });

  it("is open where the address says so", async () => {
    await renderApp("/dashboard/publishing?upcoming=true", {
      server: await answering([saying("scheduler-status", two)]),
    });
    expect(await (await region("Upcoming Posts")).findAllByRole("listitem")).toHaveLength(2);
  });

  it("counts the posts of the shown tab, with a plus if the server may have more", async () => {
    const many = Array.from({ length: 20 }, (_, n) => post(n + 1));
    await open(saying("scheduler-status", status({ upcoming_posts: many })));
    expect(await (await region("Upcoming Posts")).findByText("20+ posts")).toBeVisible();
  });
});

describe("Recently Published", () => {
  it("links to the post, and shows an unsafe URL as text", async () => {
    const published = (id: number, url: string) =>
      post(id, { status: "published", published_post_url: url });
    await open(
      saying(
        "scheduler-status",
        status({
          recently_published: [
            published(1, "https://bsky.app/profile/zimska/post/1"),
            published(2, "javascript:alert(1)"),
          ],
        }),
      ),
    );
    const list = await region("Recently Published");
    expect(await list.findByRole("link", { name: "View post" })).toHaveAttribute(
      "href",
      "https://bsky.app/profile/zimska/post/1",
    );
    expect(list.getByText("javascript:alert(1)")).toBeVisible();
    expect(list.getAllByRole("link")).toHaveLength(1);
  });

  const results = [
    {
      name: "serbia",
      status: "published",
      url: "https://www.reddit.com/r/serbia/comments/1/zima/",
    },
    { name: "skijanje", status: "refused", url: null, error: "NO_LINKS: no links here. (sr)" },
    { name: "planine", status: "accepted", url: null, error: null },
    { name: "sneg", status: "unknown" },
    { name: "ski", status: "not_sent" },
  ];

  it("says which subreddits do not have the post, and why", async () => {
    await open(
      saying(
        "scheduler-status",
        status({
          recently_published: [post(1, { status: "published", subreddit_results: results })],
        }),
      ),
    );
    const list = await region("Recently Published");
    const missing = within(await list.findByRole("list", { name: "Subreddits" }));
    expect(missing.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "r/skijanje refused it: NO_LINKS: no links here. (sr)",
      "r/planine: Reddit is processing the media.",
      "r/sneg: may already be live. Look there.",
      "r/ski: not sent",
    ]);
  });

  it("says in the dialog of a post what became of it in each subreddit", async () => {
    await openAt(
      "?post=1",
      saying("scheduled-posts/1", post(1, { status: "published", subreddit_results: results })),
    );
    const dialog = within(await screen.findByRole("dialog"));
    const all = within(await dialog.findByRole("list", { name: "Subreddits" }));
    expect(all.getByRole("link", { name: "r/serbia" })).toHaveAttribute(
      "href",
      "https://www.reddit.com/r/serbia/comments/1/zima/",
    );
    expect(all.getAllByRole("listitem")).toHaveLength(5);
  });

  it("has no list of subreddits where all have the post, or the server sends none", async () => {
    const [first] = results;
    await open(
      saying(
        "scheduler-status",
        status({
          recently_published: [
            post(1, { status: "published" }),
            post(2, { status: "published", subreddit_results: [first] }),
            post(3, { status: "published", subreddit_results: null }),
          ],
        }),
      ),
    );
    const list = await region("Recently Published");
    expect(await list.findAllByRole("listitem")).toHaveLength(3);
    expect(list.queryByRole("list", { name: "Subreddits" })).not.toBeInTheDocument();
  });

  it("shows an unknown platform and an unknown status as text", async () => {
    await open(
      saying(
        "scheduler-status",
        status({
          recently_published: [
            post(1, {
              status: "boosted_by_ads",
              social_account: { platform_type: "mastodon", platform_username: "zimska" },
            }),
          ],
        }),
      ),
    );
    const list = await region("Recently Published");
    expect(await list.findByText("mastodon")).toBeVisible();
    expect(list.getByText("boosted_by_ads")).toBeVisible();
  });

  it("leaves out a record that cannot be read, and reports that once", async () => {
    await open(saying("scheduler-status", status({ recently_published: [post(1), { id: null }] })));
    const list = await region("Recently Published");
    expect(await list.findAllByRole("listitem")).toHaveLength(1);
    await act(async () => {});
    expect(screen.getAllByText("1 record could not be read.")).toHaveLength(1);
  });
});

describe("Clearing posts", () => {
  it.each([
    ["Clear failed posts", "2 failed posts", "clear-failed-posts"],
    ["Clear scheduled posts", "1 scheduled post", "clear-scheduled-posts"],
  ])(
    "%s asks, with the number of posts, and names all groups as affected",
    async (name, count, path) => {
      const { user, wire } = await open(
        saying(
          "scheduler-status",
          status({
            // The one that may be live stays.
            failed_posts: [failed(7, "x"), failed(8, "y"), failed(9, "z", { status: "unknown" })],
            upcoming_posts: [post(3)],
          }),
        ),
      );
      wire.answer(
        (line) => line.includes(path),
        () => jsonAnswer(200, { message: "Cleared 2 posts." }),
      );
      const maintenance = await region("Maintenance");
      await (await region("Failed Posts")).findAllByRole("button", { name: "Retry" });

      await user.click(maintenance.getByRole("button", { name }));
      const question = within(
        await screen.findByRole("alertdialog", { name: `${name} of all groups?` }),
      );
      expect(question.getByText(count)).toBeVisible();
      await user.click(question.getByRole("button", { name: "Cancel" }));
      expect(wire.sent.filter((line) => line.includes(path))).toEqual([]);

      await user.click(maintenance.getByRole("button", { name }));
      await user.click(
        within(await screen.findByRole("alertdialog")).getByRole("button", { name }),
      );
      expect(await findToast("Cleared 2 posts.")).toBeVisible();
      expect(wire.sent.filter((line) => line.includes(path))).toHaveLength(1);
    },
  );

  it.each([
    ["Clear failed posts", "Failed to clear failed posts."],
    ["Clear scheduled posts", "Failed to clear scheduled posts."],
  ])("%s shows that it failed", async (name, text) => {
    const { user, wire } = await open(saying("scheduler-status", status({})));
    wire.answer(
      (line) => line.includes("admin/clear-"),
      () => jsonAnswer(403, { detail: "Not for you." }),
    );
    await user.click((await region("Maintenance")).getByRole("button", { name }));
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name }));
    expect(await question.findByText(text)).toBeVisible();
    expect(question.getByText("Not for you.")).toBeVisible();
  });
});

describe("The calendar", () => {
  it("shows the loaded posts by day, and is in the address", async () => {
    const { user, router } = await open(
      saying("scheduled-posts", [post(3, { publish_at: new Date().toISOString() })]),
    );
    const upcoming = await region("Upcoming Scheduled Posts");
    await user.click(await upcoming.findByRole("radio", { name: "Calendar" }));
    expect(router.state.location.search).toMatchObject({ view: "calendar" });
    const week = async () => within(await upcoming.findByRole("region", { name: "Week" }));
    expect(await (await week()).findAllByRole("listitem")).toHaveLength(1);
    expect((await week()).getAllByRole("heading", { level: 3 })).toHaveLength(7);
    await user.click(upcoming.getByRole("button", { name: "Next" }));
    await waitFor(async () => expect((await week()).queryAllByRole("listitem")).toHaveLength(0));
    await user.click(upcoming.getByRole("button", { name: "Today" }));
    expect(await (await week()).findAllByRole("listitem")).toHaveLength(1);
  });

  it("keeps its week in the address, for a link and for Back", async () => {
    const { user, router } = await open(
      saying("scheduled-posts", [post(3, { publish_at: "2036-11-21T12:00:00Z" })]),
    );
    await act(() =>
      router.navigate({ to: ".", search: { view: "calendar", week: "2036-11-19" } as never }),
    );
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(await upcoming.findByText("17 Nov – 23 Nov")).toBeVisible();
    const week = within(await upcoming.findByRole("region", { name: "Week" }));
    expect(week.getAllByRole("listitem")).toHaveLength(1);

    await user.click(upcoming.getByRole("button", { name: "Next" }));
    expect(await upcoming.findByText("24 Nov – 30 Nov")).toBeVisible();
    expect(router.state.location.search).toMatchObject({ week: "2036-11-24" });

    await user.click(upcoming.getByRole("button", { name: "Today" }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty("week"));
  });

  it("shows the current week if the address names no valid day", async () => {
    const { router } = await renderApp("/dashboard/publishing?view=calendar&week=soon", {
      server: await answering([saying("scheduled-posts", [post(3)])]),
    });
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(await upcoming.findByRole("button", { name: "Today" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    expect(router.state.location.search).not.toHaveProperty("week");
  });

  it("marks a post of a paused group as paused, not as overdue", async () => {
    const publish_at = new Date(Date.now() - 42 * 60_000).toISOString();
    await open(saying("scheduled-posts", [post(3, { publish_at, is_paused: true })]));
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(await upcoming.findByText("Paused")).toBeVisible();
    expect(upcoming.queryByText(/^Overdue/)).not.toBeInTheDocument();
  });

  it("marks an overdue post", async () => {
    holdDate();
    const overdue = new Date(Date.now() - 42 * 60_000 - 5_000).toISOString();
    await open(saying("scheduled-posts", [post(3, { publish_at: overdue })]));
    const upcoming = await region("Upcoming Scheduled Posts");
    expect(await upcoming.findByText("Overdue by 42 min")).toBeVisible();
  });
});
