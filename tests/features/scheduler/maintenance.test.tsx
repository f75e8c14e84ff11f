import { focusManager } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { findToast, jsonAnswer, renderApp, saying } from "../../support/render-app";
import { createTestServer } from "../../support/server";
import { addGroup, failed, open, post, region, status } from "./support";

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

  it("names no number for a group whose posts cannot be read, and does not count it as none", async () => {
    const groups = [
      { group_id: 1, group_name: "Zima", posts: 3 },
      { group_id: 2, group_name: "Kafa", posts: "many" },
    ];
    const { user } = await open(saying("daily-plan", { posts: 5, groups }));
    const question = await ask(user);
    expect(
      await question.findByText(
        /^It schedules 5 posts in 2 groups: 3 in “Zima” and the rest in 1 other\./,
      ),
    ).toBeVisible();
  });

  it("says nothing of a plan that names no number at all", async () => {
    const groups = [{ group_id: 1, group_name: "Zima", posts: "many" }];
    const { user } = await open(saying("daily-plan", { groups }));
    const question = await ask(user);
    expect(await question.findByRole("button", { name: "Try again" })).toBeVisible();
    expect(question.queryByText(/Nothing would be scheduled/)).toBeNull();
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

  it("shows at once that the posts' content is rejected, and who cleared them", async () => {
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
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name }));
    expect(await findToast("Cleared 1 scheduled post.")).toBeVisible();
    expect(await activity.findByText("Cleared")).toBeVisible();
    await waitFor(() => expect(queue.queryByRole("button", { name: "Reopen" })).toBeNull());
  });
});
