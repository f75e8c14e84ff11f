import { focusManager } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { findQuestion } from "../../support/on-screen";
import { answerWith, sentTo, specAlone } from "../../support/on-wire";
import { type answering, findToast, renderApp, saying } from "../../support/render-app";
import { createTestServer } from "../../support/server";
import { addGroup, failed, open, openStatus, post, region } from "./support";

describe("Maintenance", () => {
  async function ask(...rules: Parameters<typeof answering>[0]) {
    const app = await open(...rules);
    const maintenance = await region("Maintenance");
    await app.user.click(await maintenance.findByRole("button", { name: "Run daily planner" }));
    const question = await findQuestion("Run the daily planner?");
    const run = () => app.user.click(question.getByRole("button", { name: "Run daily planner" }));
    return { ...app, question, run };
  }
  const zima = { group_id: 1, group_name: "Zima", posts: 3 };
  const kafa = { group_id: 2, group_name: "Kafa", posts: 2 };

  it("says what the daily planner would do, then runs it and shows the server's message", async () => {
    const { question, run, wire } = await ask(
      saying("daily-plan", { posts: 5, groups: [zima, kafa] }),
    );
    const words = "It schedules 5 posts in 2 groups: 3 in “Zima” and 2 in “Kafa”.";
    expect(await question.findByText((text) => text.startsWith(words))).toBeVisible();
    expect(sentTo(wire, "run-daily-planner")).toEqual([]);
    await run();
    expect(await findToast(/^The daily planner is queued/)).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  const both =
    "It schedules 5 posts in 2 groups: 3 in “Zima” and 2 in “Kafa”. They are published without review. Missing content is generated.";
  const rest =
    "It schedules 5 posts in 2 groups: 3 in “Zima” and the rest in 1 other. They are published without review. Missing content is generated.";
  const long = { ...zima, group_id: "1857219384719237121", posts: "3" };
  it.each([
    ["whose sum is a text", { posts: "5", groups: [long, kafa] }, both],
    ["whose sum is left out", { groups: [long, kafa] }, both],
    ["with a group that cannot be read", { posts: 5, groups: [zima, { group_id: null }] }, rest],
    ["with a number that cannot", { posts: 5, groups: [zima, { ...kafa, posts: "many" }] }, rest],
    [
      "without posts",
      { posts: 0, groups: [] },
      "Nothing would be scheduled now. Missing content is generated.",
    ],
  ])("puts a plan %s in words", async (_, plan, words) => {
    const { question } = await ask(saying("daily-plan", plan));
    expect(await question.findByText(words)).toBeVisible();
  });

  it("says nothing of a plan that names no number at all", async () => {
    const { question } = await ask(saying("daily-plan", { groups: [{ ...zima, posts: "many" }] }));
    expect(await question.findByRole("button", { name: "Try again" })).toBeVisible();
    expect(question.queryByText(/Nothing would be scheduled/)).toBeNull();
  });

  it("asks without a number where the backend has no preview", async () => {
    const { question, run, wire } = await ask(specAlone);
    expect(question.getByText(/^Fills today's schedule in all groups/)).toBeVisible();
    expect(sentTo(wire, "daily-plan")).toEqual([]);
    await run();
    expect(await findToast(/^The daily planner is queued/)).toBeVisible();
  });

  it("reports that the planner could not be started", async () => {
    const { question, run, wire } = await ask();
    answerWith(wire, "/run-daily-planner", 409, { detail: "It is running already." });
    await run();
    expect(await question.findByText("Failed to trigger planner job.")).toBeVisible();
    expect(question.getByText("It is running already.")).toBeVisible();
  });
});

describe.each([
  ["Clear failed posts", "2 failed posts", "clear-failed-posts", "Failed to clear failed posts."],
  [
    "Clear scheduled posts",
    "1 scheduled post",
    "clear-scheduled-posts",
    "Failed to clear scheduled posts.",
  ],
])("%s", (name, count, path, failure) => {
  async function ask() {
    const app = await openStatus({
      // The one that may be live stays.
      failed_posts: [failed(7, "x"), failed(8, "y"), failed(9, "z", { status: "unknown" })],
      upcoming_posts: [post(3)],
    });
    await (await region("Failed Posts")).findAllByRole("button", { name: "Retry" });
    const press = async () => {
      await app.user.click((await region("Maintenance")).getByRole("button", { name }));
      return findQuestion(`${name} of all groups?`);
    };
    return { ...app, question: await press(), press };
  }

  it("asks, with the number of posts, and names all groups as affected", async () => {
    const { user, wire, question, press } = await ask();
    answerWith(wire, path, 200, { message: "Cleared 2 posts." });
    expect(question.getByText(count)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(sentTo(wire, path)).toEqual([]);

    await user.click((await press()).getByRole("button", { name }));
    expect(await findToast("Cleared 2 posts.")).toBeVisible();
    expect(sentTo(wire, path)).toHaveLength(1);
  });

  it("shows that it failed", async () => {
    const { user, wire, question } = await ask();
    answerWith(wire, path, 403, { detail: "Not for you." });
    await user.click(question.getByRole("button", { name }));
    expect(await question.findByText(failure)).toBeVisible();
    expect(question.getByText("Not for you.")).toBeVisible();
  });
});

it("Clearing shows at once that the posts' content is rejected, and who cleared them", async () => {
  const server = await createTestServer();
  await (await addGroup(server, "Zimska kolekcija")).schedule();
  const { user } = await renderApp("/dashboard/publishing?tab=text&status=approved", { server });
  const queue = await region("Content Approval Queue");
  await queue.findByRole("button", { name: "Reopen" });
  const activity = await region("Activity");
  await activity.findByText("Approved");
  // A window without focus does not poll, so that only the command can refresh the lists.
  focusManager.setFocused(false);
  onTestFinished(() => focusManager.setFocused(undefined));

  const name = "Clear scheduled posts";
  await user.click((await region("Maintenance")).getByRole("button", { name }));
  await user.click((await findQuestion()).getByRole("button", { name }));
  expect(await findToast("Cleared 1 scheduled post.")).toBeVisible();
  expect(await activity.findByText("Cleared")).toBeVisible();
  await waitFor(() => expect(queue.queryByRole("button", { name: "Reopen" })).toBeNull());
});
