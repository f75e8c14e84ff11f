import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { jsonAnswer, saying } from "../../support/render-app";
import { failed, open, post, region, status } from "./support";

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
