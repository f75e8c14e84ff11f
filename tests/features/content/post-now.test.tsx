import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { capabilities } from "@/shared/api/capabilities";
import {
  accounts as accountRows,
  groups,
  queueItems,
  scheduledPosts,
} from "../../../server/db/schema.ts";
import { liveWorld } from "../../../server/ports/world.ts";
import { call, refusal } from "../../support/call";
import { holdTime, pass, press, until } from "../../support/held-time";
import { findDialog as findAny, findQuestion, textsIn } from "../../support/on-screen";
import { announcing, answerWith, holdAnswer, sentTo } from "../../support/on-wire";
import { findToast } from "../../support/render-app";
import { choose, openItems, openLibrary, poolServer } from "./support";

const posting = (line: string) => line.endsWith("/post-now");
const accounts = (line: string) => /^GET .*\/accounts$/.test(line);

const findDialog = () => findAny("Post now");

type Dialog = Awaited<ReturnType<typeof findDialog>>;

const box = (dialog: Dialog, name: string) => dialog.getByRole("checkbox", { name });
const lines = (dialog: Dialog) =>
  textsIn(within(dialog.getByRole("list", { name: "Result per account" })));

/** Opens 'Post now' with three accounts: the platform of one refuses posts, and one is inactive. */
async function openPostNow(
  text = "Sutra radimo.",
  rules: Parameters<typeof openItems>[2] = undefined,
) {
  const opened = await openItems([text], "", rules);
  const good = await opened.addAccount("bluesky", "zima.bsky.social");
  const wrong = await opened.addAccount("bluesky", "wrong.bsky.social");
  const off = await opened.addAccount("x_twitter", "zima");
  await call(opened.server, accountsApi.clearCredentials, { params: { id: off.id } });
  await choose(opened, text, "Post now");
  const dialog = await findDialog();
  await dialog.findByRole("checkbox", { name: "@zima.bsky.social · Bluesky" });
  /** Chooses these accounts and posts. */
  async function post(...names: readonly string[]) {
    for (const name of names) await opened.user.click(box(dialog, name));
    await opened.user.click(dialog.getByRole("button", { name: "Post now" }));
  }
  const published = async () =>
    (await call(opened.server, schedulerApi.status, {})).recently_published;
  return { ...opened, dialog, good, wrong, post, published };
}

const toGood = "@zima.bsky.social · Bluesky";
const toWrong = "@wrong.bsky.social · Bluesky";

describe("Post now", () => {
  it("offers every account, and marks the inactive ones", async () => {
    const { dialog, router, items } = await openPostNow();
    expect(router.state.location.search).toMatchObject({ "post-now": items[0]?.id });
    expect(dialog.getByText("Sutra radimo.")).toBeVisible();
    expect(screen.getByRole("dialog", { name: "Post now" })).toHaveAccessibleDescription(
      /^This publishes immediately/,
    );
    expect(box(dialog, toGood)).toBeEnabled();
    const off = box(dialog, "@zima · X (Twitter)");
    expect(off).toBeDisabled();
    expect(off).toHaveAccessibleDescription("Inactive");
  });

  it("marks an account whose platform is switched off, which cannot be chosen", async () => {
    const opened = await openItems(["Sutra radimo."]);
    const { id } = await opened.addAccount("bluesky", "zima.bsky.social");
    const account = { id, platform_type: "bluesky", platform_username: "zima", is_active: true };
    answerWith(opened.wire, accounts, 200, [{ ...account, health: "off" }]);
    await choose(opened, "Sutra radimo.", "Post now");
    const choice = await (await findDialog()).findByRole("checkbox", { name: "@zima · Bluesky" });
    expect(choice).toBeDisabled();
    expect(choice).toHaveAccessibleDescription("Switched off");
  });

  it("says in a rehearsal that nothing is published", async () => {
    const { server, addCategory, addItem, addAccount } = await poolServer({
      ports: { world: liveWorld(["bluesky"], true) },
    });
    const item = await addItem(await addCategory("Saveti"), "Sutra radimo.");
    await addAccount("bluesky", "zima.bsky.social");
    const { user } = await openLibrary(server, `?post-now=${item.id}`);
    const dialog = await screen.findByRole("dialog", { name: "Post now" });
    await user.click(await within(dialog).findByRole("checkbox", { name: toGood }));
    const words = "Rehearsal: the server is held, so nothing is published and the post fails.";
    await waitFor(() => expect(dialog).toHaveAccessibleDescription(words));
    expect(within(dialog).getByText(`1 account selected: ${toGood}.`)).toBeVisible();
  });

  it("marks the accounts whose last test failed, which can still be chosen", async () => {
    const opened = await openItems(["Sutra radimo."]);
    const { id } = await opened.addAccount("bluesky", "wrong.bsky.social");
    await refusal(opened.server, accountsApi.test, { params: { id } });
    await choose(opened, "Sutra radimo.", "Post now");
    const dialog = await findDialog();
    const choice = await dialog.findByRole("checkbox", { name: toWrong });
    expect(choice).toHaveAccessibleDescription("Failing · 13 / 300");
    // One line of text: apart, the dot would end the first line in a small window.
    expect(dialog.getByText("Failing · 13 / 300")).toBeVisible();
    expect(choice).toBeEnabled();
  });

  it("counts the text in each platform's own unit, and lists its problems", async () => {
    const { server, addCategory, addItem, addAccount } = await poolServer();
    const category = await addCategory("Saveti");
    const item = await addItem(category, "👨‍👩‍👧‍👦".repeat(301), null);
    await addAccount("bluesky", "zima.bsky.social");
    await addAccount("instagram", "zima");
    await addAccount("x_twitter", "zima");
    await openLibrary(server, `?post-now=${item.id}`);
    const dialog = await findDialog();
    expect(await dialog.findByRole("checkbox", { name: toGood })).toHaveAccessibleDescription(
      "301 / 300 · 1 over, over 3,000 bytes",
    );
    expect(box(dialog, "@zima · Instagram")).toHaveAccessibleDescription(
      "2,107 / 2,200 · needs an image or video",
    );
    expect(box(dialog, "@zima · X (Twitter)")).toHaveAccessibleDescription("602 / 280 · 322 over");
  });

  it("asks for at least one account", async () => {
    const { user, dialog, post, wire } = await openPostNow();
    await post();
    expect(await dialog.findByText("Please select at least one account to post to.")).toBeVisible();
    expect(sentTo(wire, posting)).toEqual([]);
    await user.click(box(dialog, toGood));
    await waitFor(() => expect(dialog.queryByText(/at least one/)).not.toBeInTheDocument());
  });

  it("names the accounts before posting, and then shows the results, with a link to the post", async () => {
    const { user, dialog, published, pool } = await openPostNow();
    await user.click(box(dialog, toGood));
    expect(dialog.getByText(`Publishes now to 1 account: ${toGood}.`)).toBeVisible();
    holdTime();
    await press(dialog.getByRole("button", { name: "Post now" }));

    expect(await until(() => dialog.getByText("Published on 1 of 1 account."))).toHaveFocus();
    expect(lines(dialog)).toEqual(["@zima.bsky.socialBlueskyPublishedView post"]);
    expect(dialog.getByRole("link", { name: "View post" })).toHaveAttribute(
      "href",
      expect.stringMatching(/\/sandbox\/posts\/\d+$/),
    );
    expect(await published()).toHaveLength(1);
    // The result stays until it is closed.
    await pass(10_000);
    await press(dialog.getByRole("button", { name: "Done" }));
    await until(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(await until(() => pool.getByText("1 active · 0 unused"))).toBeVisible();
  });

  it("retries the failed accounts only", async () => {
    const { user, dialog, wire, post, published, wrong } = await openPostNow();
    const bodies: unknown[] = [];
    wire.answer(posting, (request) => {
      void request
        .clone()
        .json()
        .then((body) => bodies.push(body));
      return undefined;
    });
    await post(toGood, toWrong);

    expect(await dialog.findByText("Published on 1 of 2 accounts. 1 failed.")).toBeVisible();
    expect(lines(dialog)).toEqual([
      "@zima.bsky.socialBlueskyPublishedView post",
      "@wrong.bsky.socialBlueskyFailedAuthenticationRequired: Invalid identifier or password",
    ]);
    await user.click(dialog.getByRole("button", { name: "Retry failed only" }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toEqual({ social_account_ids: [wrong.id] });
    await waitFor(() =>
      expect(dialog.getByRole("button", { name: "Retry failed only" })).not.toHaveAttribute(
        "aria-busy",
      ),
    );
    expect(lines(dialog)).toHaveLength(2);
    expect(await published()).toHaveLength(1);
  });

  it("never retries what may be live, and asks to check the profile", async () => {
    const { dialog, wire, post, good, wrong } = await openPostNow();
    const result = { platform_type: "bluesky", error: null, published_post_url: null };
    const waits_for = "A draft has no text: copy it into TikTok when you post it.";
    answerWith(wire, posting, 200, {
      publishing_results: [
        {
          ...result,
          social_account_id: good.id,
          platform_username: "zima.bsky.social",
          status: "unknown",
        },
        {
          ...result,
          social_account_id: wrong.id,
          platform_username: "wrong.bsky.social",
          status: "waiting_for_review",
          waits_for,
        },
      ],
    });
    await post(toGood, toWrong);
    const words = "Published on 0 of 2 accounts. 1 may already be live.";
    expect(await dialog.findByText(words)).toBeVisible();
    expect(lines(dialog)).toEqual([
      "@zima.bsky.socialBlueskyIt may already be live: check the profile.",
      `@wrong.bsky.socialBlueskywaiting_for_review${waits_for}`,
    ]);
    expect(dialog.queryByRole("button", { name: "Retry failed only" })).toBeNull();
  });

  it("waits until the platform takes posts of the account again, and says until when", async () => {
    const { dialog, server, post, published } = await openPostNow();
    const held_until = new Date(server.clock.now().getTime() + 3_600_000);
    await server.database.db
      .update(accountRows)
      .set({ held_until, held_because: "Rate limit exceeded." });
    await post(toGood);
    expect(await dialog.findByText("Published on 0 of 1 account. 1 not sent yet.")).toBeVisible();
    expect(dialog.getByText("Not sent yet")).toBeVisible();
    const note = dialog.getByText(/^Rate limit exceeded\. Next try:/);
    const time = within(note).getByText(/\d\d:\d\d/);
    expect(time).toHaveAttribute("datetime", held_until.toISOString());
    expect(dialog.queryByRole("button", { name: "Retry failed only" })).toBeNull();
    server.clock.advance(3_600_000);
    await server.runJobs();
    expect(await published()).toHaveLength(1);
  });

  it("reports accounts that the answer leaves out as maybe live", async () => {
    const { dialog, wire, post } = await openPostNow();
    answerWith(wire, posting, 200, { publishing_results: "soon" });
    await post(toGood);
    const words = "Published on 0 of 1 account. 1 may already be live.";
    expect(await dialog.findByText(words)).toBeVisible();
  });

  it("shows why it was refused, and keeps the chosen accounts", async () => {
    const { dialog, wire, post, published } = await openPostNow();
    answerWith(wire, posting, 409, { detail: "Not active: zima." }, { once: true });
    await post(toGood);
    expect(await dialog.findByText("Failed to post now: Not active: zima.")).toBeVisible();
    expect(box(dialog, toGood)).toBeChecked();
    expect(await published()).toEqual([]);

    await post();
    expect(await dialog.findByText("Published on 1 of 1 account.")).toBeVisible();
  });

  it("retries the same accounts under the same key when the answer was lost", async () => {
    const { dialog, wire, post, server, published } = await openPostNow();
    const keys: (string | null)[] = [];
    wire.answer(posting, async (request) => {
      keys.push(request.headers.get("idempotency-key"));
      // The post is published, but the answer is lost.
      const answer = await server.fetch(request);
      if (keys.length === 1) throw new TypeError("Failed to fetch");
      return answer;
    });
    await post(toGood);
    const failure = "Failed to post now: An unexpected error occurred.";
    expect(await dialog.findByText(failure)).toBeVisible();
    const words =
      "The server did not respond. It may still have gone through. Trying again will not repeat it.";
    expect(dialog.getByText(words)).toBeVisible();
    expect(box(dialog, toWrong)).toBeDisabled();
    expect(box(dialog, toGood)).toBeChecked();

    await post();
    expect(await dialog.findByText("Published on 1 of 1 account.")).toBeVisible();
    expect(keys[0]).toBe(keys[1]);
    expect(await published()).toHaveLength(1);
  });

  it("says that a second press may post twice where the server cannot tell, also once reopened", async () => {
    const opened = await openPostNow("Sutra radimo.", [announcing()]);
    const { user, dialog, wire, post } = opened;
    wire.loseAnswer(posting);
    await post(toGood);
    expect(await dialog.findByRole("button", { name: "Try again anyway" })).toBeVisible();
    expect(dialog.queryByRole("button", { name: "Post now" })).toBeNull();
    expect(dialog.getByText(/It may still have gone through\.$/)).toBeVisible();

    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await choose(opened, "Sutra radimo.", "Post now");
    const again = await findDialog();
    const words = "Posting again may post it twice.";
    await user.click(await again.findByRole("checkbox", { name: toWrong }));
    expect(again.getByRole("button", { name: "Post now" })).toBeVisible();
    expect(again.queryByText(words)).toBeNull();
    await user.click(box(again, toWrong));
    await user.click(box(again, toGood));
    expect(again.getByRole("button", { name: "Try again anyway" })).toBeVisible();
    expect(again.queryByRole("button", { name: "Post now" })).toBeNull();
    expect(again.getByText(words)).toBeVisible();
    expect(sentTo(wire, posting)).toHaveLength(1);
  });

  it("offers a retry in other words where its last one may have gone through", async () => {
    const { user, dialog, wire, post } = await openPostNow("Sutra radimo.", [announcing()]);
    // The same request again would count as the second click of a double click for half a second.
    await post(toGood, toWrong);
    const retry = await dialog.findByRole("button", { name: "Retry failed only" });
    wire.loseAnswer(posting);
    await user.click(retry);
    expect(await dialog.findByRole("button", { name: "Try again anyway" })).toBeVisible();
    expect(dialog.queryByRole("button", { name: "Retry failed only" })).toBeNull();
  });

  it("asks before it is left while posting, and still shows the result", async () => {
    const { user, dialog, wire, post } = await openPostNow();
    const answer = holdAnswer(wire, posting);
    await post(toGood);
    await waitFor(() =>
      expect(dialog.getByRole("button", { name: "Post now" })).toHaveAttribute("aria-busy"),
    );

    await user.keyboard("{Escape}");
    const question = await findQuestion("Leave while posting?");
    await user.click(question.getByRole("button", { name: "Stay" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await act(async () => answer());
    expect(await findToast("Published on 1 of 1 account.")).toBeVisible();
  });

  it("opens by its address, whatever the filters, and leaves the address when it is closed", async () => {
    const { server, addCategory, addItem, addAccount } = await poolServer();
    const category = await addCategory("Saveti");
    const item = await addItem(category, "Vuna se pere hladno.");
    await addAccount("bluesky", "zima.bsky.social");
    const { user, router } = await openLibrary(server, `?status=inactive&post-now=${item.id}`);
    const dialog = await findDialog();
    // While the accounts load, the text is shown in another element.
    const cancel = await dialog.findByRole("button", { name: "Cancel" });
    expect(dialog.getByText("Vuna se pere hladno.")).toBeVisible();
    await user.click(cancel);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(router.state.location.search).not.toHaveProperty("post-now");
    expect(router.state.location.search).toMatchObject({ status: "inactive" });
  });

  it("reports that an item does not exist (any more)", async () => {
    const { server, addCategory } = await poolServer();
    await addCategory("Saveti");
    await openLibrary(server, "?post-now=no-such-item");
    const dialog = await findDialog();
    expect(await dialog.findByText("This item is not in this category.")).toBeVisible();
  });

  it("shows what to do in a group without accounts", async () => {
    const opened = await openItems(["Sutra radimo."]);
    await choose(opened, "Sutra radimo.", "Post now");
    const dialog = await findDialog();
    expect(await dialog.findByText("This group has no social accounts.")).toBeVisible();
  });
});

describe("Post now of content that is scheduled already", () => {
  /** Opens 'Post now' of an item that is scheduled on the good account for the next day. */
  async function openScheduled() {
    const opened = await openPostNow();
    const [item] = opened.items;
    const { db } = opened.server.database;
    const [queued] = await db
      .insert(queueItems)
      .values({
        category_id: Number(item?.category_id),
        content_item_id: Number(item?.id),
        text_content: "Sutra radimo.",
        status: "approved",
      })
      .returning();
    const [group] = await db.select({ id: groups.id }).from(groups);
    await db.insert(scheduledPosts).values({
      queue_item_id: queued?.id ?? 0,
      group_id: group?.id ?? 0,
      account_id: Number(opened.good.id),
      content_item_id: Number(item?.id),
      platform_type: "bluesky",
      platform_username: "zima.bsky.social",
      publish_at: new Date(Date.now() + 86_400_000),
    });
    const press = () => opened.post(toGood);
    const ask = async () => {
      await press();
      return findQuestion("Post now instead of later?");
    };
    const upcoming = async () =>
      (await call(opened.server, schedulerApi.status, {})).upcoming_posts;
    return { ...opened, press, ask, upcoming };
  }

  it("says which post is scheduled, where and when, and sends nothing before the answer", async () => {
    const { user, ask, wire, upcoming } = await openScheduled();
    const question = await ask();
    expect(question.getByRole("listitem")).toHaveTextContent(
      /^@zima\.bsky\.socialBlueskyScheduled for .*\d\d:\d\d/,
    );
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(sentTo(wire, posting)).toEqual([]);
    expect(await upcoming()).toHaveLength(1);
  });

  it("posts now instead of later, once", async () => {
    const { user, dialog, ask, published, upcoming } = await openScheduled();
    const question = await ask();
    await user.click(question.getByRole("button", { name: "Post now instead" }));
    expect(await dialog.findByText("Published on 1 of 1 account.")).toBeVisible();
    expect(await published()).toHaveLength(1);
    expect(await upcoming()).toEqual([]);
  });

  it("is repeated under the same key, and without a question, when the answer was lost", async () => {
    const opened = await openScheduled();
    const { user, dialog, ask, wire, server, published } = opened;
    const keys: (string | null)[] = [];
    wire.answer(
      (line) => line.includes("/post-now"),
      async (request) => {
        keys.push(request.headers.get("idempotency-key"));
        // The post is published, but the answer is lost.
        const answer = await server.fetch(request);
        if (keys.length === 1) throw new TypeError("Failed to fetch");
        return answer;
      },
    );
    const question = await ask();
    await user.click(question.getByRole("button", { name: "Post now instead" }));
    const words = /^The server did not respond\. It may still have gone through/;
    expect(await dialog.findByText(words)).toBeVisible();

    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await choose(opened, "Sutra radimo.", "Post now");
    const again = await findDialog();
    await user.click(await again.findByRole("checkbox", { name: toGood }));
    await user.click(again.getByRole("button", { name: "Post now" }));
    expect(await again.findByText("Published on 1 of 1 account.")).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(await published()).toHaveLength(1);
  });

  it("asks to look at the profile first if the post may be live", async () => {
    const { user, dialog, press, server, published } = await openScheduled();
    await server.database.db
      .update(scheduledPosts)
      .set({ status: "unknown", publish_at: new Date(Date.now() - 3_600_000) });
    await press();
    const question = await findQuestion("Is this content already live?");
    expect(question.getByRole("listitem")).toHaveTextContent(
      /^@zima\.bsky\.socialBlueskyMay already be live since .*\d\d:\d\d/,
    );
    const words = "Check the profile first: a live post would appear twice.";
    expect(question.getByText(words)).toBeVisible();
    expect(question.queryByText(/replaces/)).not.toBeInTheDocument();
    await user.click(question.getByRole("button", { name: "Not live: post now" }));
    expect(await dialog.findByText("Published on 1 of 1 account.")).toBeVisible();
    expect(await published()).toHaveLength(1);
  });

  it("posts without a question with a backend that has the calls of the spec alone", async () => {
    const { press, dialog, wire } = await openScheduled();
    capabilities.announce([]);
    const publishing_results = [{ social_account_id: 1, status: "published" }];
    answerWith(wire, posting, 200, { publishing_results });
    await press();
    expect(await dialog.findByText("Published on 1 of 1 account.")).toBeVisible();
    expect(sentTo(wire, "unsettled-posts")).toEqual([]);
    expect(sentTo(wire, "confirm_duplicates")).toEqual([]);
  });

  it.each([
    ["null", 200, null],
    ["an object in place of the list", 200, { posts: [] }],
    ["a record without any field", 200, [{}]],
    ["a text", 200, "scheduled"],
    ["an error", 500, { detail: "No database." }],
  ])("publishes nothing a second time if the answer is %s", async (_, status, answer) => {
    const { dialog, press, wire, published } = await openScheduled();
    answerWith(wire, "/unsettled-posts", status, answer);
    await press();
    const refusal = /^Failed to post now: This content is already scheduled: zima/;
    expect(await dialog.findByText(refusal)).toBeVisible();
    expect(await published()).toEqual([]);
  });
});
