import { waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { failedWork, groups } from "../../../server/db/schema";
import { findDialog, findRegion } from "../../support/on-screen";
import { answerWith, broken } from "../../support/on-wire";
import { answering, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";

const path = "/api/v1/admin/failed-work/";

/** Stores failed work on the server: a newsletter of a week, and a daily planner. */
async function withFailedWork(slot = new Date()) {
  const server = await startServer();
  const { db } = server.database;
  const [group] = await db.insert(groups).values({ name: "Zimska kolekcija" }).returning();
  const now = Date.now();
  await db.insert(failedWork).values([
    {
      job_id: crypto.randomUUID(),
      job: "send-newsletter",
      data: { groupId: group?.id ?? 0, slot: slot.toISOString(), after: 0, silences: 0 },
      singleton_key: "newsletter",
      group_id: group?.id,
      about: "Week of 23 November 2026",
      cause: "The newsletter of group 1 does not render: MJML template, line 6.",
      failed_at: new Date(now - 60_000),
    },
    {
      job_id: crypto.randomUUID(),
      job: "plan-day",
      data: {},
      singleton_key: "plan-day",
      about: "Daily posts, all groups",
      cause: "An unexpected error (TypeError). The server's log has the details.",
      failed_at: new Date(now - 120_000),
    },
  ]);
  return server;
}

async function open(server: TestServer) {
  const app = await renderApp("/dashboard/publishing", { server });
  const health = await findRegion("Scheduler Health");
  const openList = async (name = "Background work: 2 failed") => {
    await app.user.click(await health.findByRole("button", { name }));
    const list = await findDialog("Failed background work");
    const runAgain = async (kind: string) => {
      const button = await list.findByRole("button", { name: new RegExp(`^Run again: ${kind}`) });
      await app.user.click(button);
    };
    return { ...list, runAgain };
  };
  return { ...app, health, openList };
}

const jobs = async ({ database }: TestServer) =>
  (await database.query("select name, data from pgboss.job")).rows;

describe("Background work in Scheduler Health", () => {
  it("is counted, and listed with group and cause", async () => {
    const { openList } = await open(await withFailedWork());
    const list = await openList();
    const [newsletter, planner] = await list.findAllByRole("listitem");
    expect(newsletter).toHaveTextContent("Newsletter: Week of 23 November 2026");
    expect(newsletter).toHaveTextContent("Zimska kolekcija · ");
    expect(newsletter).toHaveTextContent(
      "The newsletter of group 1 does not render: MJML template, line 6.",
    );
    expect(planner).toHaveTextContent("Daily planner: Daily posts, all groups");
    expect(planner).toHaveTextContent("All groups · ");
  });

  it("is run again by the press of one button, and is not listed any more", async () => {
    const server = await withFailedWork();
    const { user, health, openList } = await open(server);
    const list = await openList();
    await list.runAgain("Daily planner");
    const status = list.getByRole("status");
    await waitFor(() =>
      expect(status).toHaveTextContent("Daily planner: Daily posts, all groups is queued again."),
    );
    expect(await jobs(server)).toEqual([{ name: "plan-day", data: {} }]);
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(1));

    await list.runAgain("Newsletter");
    expect(await list.findByText("No background work has failed.")).toBeVisible();
    await user.keyboard("{Escape}");
    const line = await health.findByRole("button", { name: "Background work: none failed" });
    await waitFor(() => expect(line).toHaveFocus());
  });

  it("says that somebody else has run it meanwhile", async () => {
    const server = await withFailedWork();
    const { openList } = await open(server);
    const list = await openList();
    await server.database.db.update(failedWork).set({ settled_at: new Date() });
    await list.runAgain("Daily planner");
    const status = list.getByRole("status");
    await waitFor(() => expect(status).toHaveTextContent("Failed to run the work again."));
    expect(status).toHaveTextContent("This work has already been run again.");
    expect(await list.findByText("No background work has failed.")).toBeVisible();
    expect(await jobs(server)).toEqual([]);
  });

  it("shows in the list why the server could not run it", async () => {
    const { wire, openList } = await open(await withFailedWork());
    answerWith(wire, `POST ${path}`, 503, { detail: "The database does not answer." });
    const list = await openList();
    await list.runAgain("Daily planner");
    const status = list.getByRole("status");
    await waitFor(() => expect(status).toHaveTextContent("Failed to run the work again."));
    expect(status).toHaveTextContent("The database does not answer.");
    expect(list.getAllByRole("listitem")).toHaveLength(2);
  });

  it("has no button for a newsletter whose week is over", async () => {
    const { openList } = await open(await withFailedWork(new Date(Date.now() - 8 * 86_400_000)));
    const list = await openList();
    const [newsletter] = await list.findAllByRole("listitem");
    expect(newsletter).toHaveTextContent("Its week is over.");
    expect(list.getAllByRole("button", { name: /^Run again/ })).toHaveLength(1);
  });

  it("says that none has failed", async () => {
    const { openList } = await open(await startServer());
    const list = await openList("Background work: none failed");
    expect(await list.findByText("No background work has failed.")).toBeVisible();
  });

  it("says that it could not be loaded, and loads on 'Try again'", async () => {
    const fault = broken(path, "No database.");
    const { user, health } = await open(await answering([fault]));
    const alert = await health.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch background work.No database.");
    expect(await health.findByText(/^Checked/)).toBeVisible();
    fault.fix();
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    const name = "Background work: none failed";
    expect(await health.findByRole("button", { name })).toBeVisible();
  });

  it("says that it is loading, while the rest of the panel is shown", async () => {
    const server = await startServer();
    const { health, wire } = await open({
      ...server,
      fetch: (input, init) =>
        new Request(input, init).url.endsWith(path)
          ? new Promise(() => undefined)
          : server.fetch(input, init),
    });
    expect(await health.findByText(/^Checked/)).toBeVisible();
    expect(await health.findByText("Loading background work")).toBeInTheDocument();
    expect(wire.sent).toContain(`GET ${path}`);
  });
});
