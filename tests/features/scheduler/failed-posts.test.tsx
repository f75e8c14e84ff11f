import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { contentApi } from "@/features/content/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { refusalOfLength } from "../../../server/adapters/live/text-length";
import { accounts, scheduledPosts } from "../../../server/db/schema";
import { call } from "../../support/call";
import { findDialog, findQuestion } from "../../support/on-screen";
import { sentTo } from "../../support/on-wire";
import { answering, findToast, renderApp, saying, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { addGroup, region } from "./support";

const tooLong = "a".repeat(301);

/** Opens Publishing with text posts that Bluesky has refused: they are too long. */
async function open(many = 1, change?: (server: TestServer) => Promise<TestServer>) {
  const server = await startServer();
  const { id } = await addGroup(server, "Zimska kolekcija");
  for (let n = 0; n < many; n += 1) {
    await call(server, contentApi.publish, {
      body: { account_group_id: id, text_content: `${n}${tooLong}`, image_url: null },
    });
  }
  await server.runJobs();
  server.clock.advance(1_000);
  const failed = async () => (await call(server, schedulerApi.status, {})).failed_posts;
  expect(await failed()).toHaveLength(many);
  const app = await renderApp("/dashboard/publishing?tab=text", {
    server: change ? await change(server) : server,
  });
  const list = await region("Failed Posts");
  await list.findAllByRole("button", { name: "Retry" });
  const ask = async () => {
    await app.user.click(list.getByRole("button", { name: "Retry" }));
    return findQuestion();
  };
  const edit = async () => {
    await app.user.click(list.getByRole("button", { name: "Edit" }));
    return findDialog("Edit post");
  };
  return { ...app, server, failed, list, ask, edit };
}

describe("Retrying a failed post", () => {
  it("asks first: it names the post, the account, and that it is published at once", async () => {
    const { user, wire, list, failed, ask } = await open();
    const [post] = await failed();
    const question = await ask();
    expect(screen.getByRole("alertdialog")).toHaveAccessibleName(`Retry post #${post?.id}?`);
    for (const words of [
      "This publishes immediately and can't be undone here.",
      "@zimska.bsky.social",
      new RegExp(`0${tooLong}`),
      "It will probably be refused again: The text is longer than 300 characters.",
    ]) {
      expect(question.getByText(words)).toBeVisible();
    }

    await user.click(question.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sentTo(wire, "/retry")).toEqual([]);
    expect(list.getByRole("button", { name: "Retry" })).toHaveFocus();
  });

  it("says on which account it goes out, and opens the post from the toast", async () => {
    const { user, ask } = await open();
    await user.click((await ask()).getByRole("button", { name: "Retry" }));
    expect(await findToast("The post is queued again.")).toBeVisible();
    expect(screen.getByText("It will be published on Bluesky zimska.bsky.social.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Open post" }));
    expect(await screen.findByRole("dialog", { name: /^Post #/ })).toBeVisible();
  });

  it("says until when its platform asks to wait", async () => {
    const { user, ask, server } = await open();
    const held_until = new Date(server.clock.now().getTime() + 3_600_000);
    await server.database.db
      .update(accounts)
      .set({ held_until, held_because: "Rate limit exceeded." });
    await user.click((await ask()).getByRole("button", { name: "Retry" }));
    expect(await findToast("The post is queued again.")).toBeVisible();
    const upcoming = await region("Upcoming Scheduled Posts");
    const note = await upcoming.findByText(/^Rate limit exceeded\. Next try:/);
    const time = within(note).getByText(/\d\d:\d\d/);
    expect(time).toHaveAttribute("datetime", held_until.toISOString());
  });
});

describe("A failed post whose content was refused", () => {
  it("is changed, and then goes out when it is retried", async () => {
    const { user, list, server, failed, ask, edit } = await open();
    const dialog = await edit();
    const text = await dialog.findByRole("textbox", { name: "Text" });
    await user.clear(text);
    await user.type(text, "Sutra radimo do 22 h.");
    await user.click(dialog.getByRole("button", { name: "Save" }));

    expect(await findToast("Post saved.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await list.findByText("Edited: ready to retry")).toBeVisible();
    expect(list.getByText("Sutra radimo do 22 h.")).toBeVisible();

    const question = await ask();
    const words = "It was edited after it failed. This is the current text.";
    expect(question.getByText(words)).toBeVisible();
    expect(question.getByText("Sutra radimo do 22 h.")).toBeVisible();
    await user.click(question.getByRole("button", { name: "Retry" }));
    expect(await findToast("The post is queued again.")).toBeVisible();
    await server.runJobs();
    expect(await failed()).toEqual([]);
  });

  it("says by how many characters its text must be shorter", async () => {
    const refused = refusalOfLength("bluesky", "a".repeat(313));
    const { list } = await open(1, async (server) => {
      await server.database.db.update(scheduledPosts).set({ error: refused?.error ?? null });
      return server;
    });
    const words = "The text has 313 characters; Bluesky allows 300: shorten it by 13.";
    expect(await list.findByText(words)).toBeVisible();
    expect(list.getByText(/Shorten it\./)).toBeVisible();
    expect(list.getByRole("button", { name: "Edit" })).toBeVisible();
  });

  it("says why it cannot be changed any more", async () => {
    const why = "This post is published. It can no longer be changed.";
    const { edit } = await open(1, async (server) => {
      const [post] = (await call(server, schedulerApi.status, {})).failed_posts;
      const id = post?.content_queue_item?.id ?? 0;
      const item = await call(server, queueApi.detail, { params: { id } });
      return answering([saying(`/content-queue/${id}`, { ...item, locked: why })], server);
    });
    const dialog = await edit();
    expect(await dialog.findByText(why)).toBeVisible();
    expect(dialog.queryByRole("textbox")).toBeNull();
  });

  it("is not counted by Retry all until it is changed", async () => {
    const { list, server, failed, user } = await open(3);
    expect(list.queryByRole("button", { name: "Retry all" })).toBeNull();

    for (const { content_queue_item } of (await failed()).slice(1)) {
      const id = content_queue_item?.id ?? 0;
      const { updated_at } = await call(server, queueApi.detail, { params: { id } });
      await call(server, queueApi.edit, {
        params: { id },
        body: { text_content: `Novi tekst ${id}.`, expected_updated_at: updated_at ?? null },
      });
    }
    const health = within(await screen.findByRole("region", { name: "Scheduler Health" }));
    await user.click(await health.findByRole("button", { name: "Refresh now" }));
    expect(await list.findByText("2 of 3 posts can be retried now.")).toBeVisible();
    await user.click(list.getByRole("button", { name: "Retry all" }));
    const question = await findQuestion("Retry 2 failed posts?");
    expect(question.getByText(/1 must be changed first and is left out\./)).toBeVisible();
  });
});
