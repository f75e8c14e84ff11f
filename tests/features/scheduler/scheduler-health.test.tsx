import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sentTo } from "../../support/on-wire";
import { failed, openStatus, post, region } from "./support";

async function openHealth(change: Parameters<typeof openStatus>[0]) {
  const app = await openStatus(change);
  const health = await region("Scheduler Health");
  const counts = () => health.getAllByRole("definition").map((count) => count.textContent);
  await health.findByText(/^Checked \d\d:\d\d:\d\d$/);
  return { ...app, health, counts };
}

describe("Scheduler Health", () => {
  it("shows the counts, the last check and the next one", async () => {
    const { health, counts } = await openHealth({
      failed_posts: [failed(1, "No.")],
      upcoming_posts: [post(2), post(3)],
    });
    expect(health.getByText("Upcoming")).toBeVisible();
    expect(counts()).toEqual(["1", "2", "0"]);
    expect(health.getByText(/^Next check in \d+ s$/)).toBeVisible();
  });

  it("says that there may be more than the server lists, as its list does", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, id) => post(id + 1));
    const { counts } = await openHealth({
      upcoming_posts: many(20),
      recently_published: many(19),
    });
    expect(counts()).toEqual(["0", "20+", "19"]);
    expect(await (await region("Upcoming Posts")).findByText("20+ posts")).toBeVisible();
  });

  it("checks again on request", async () => {
    const { user, wire, health } = await openHealth({});
    const before = sentTo(wire, "scheduler-status").length;
    await user.click(health.getByRole("button", { name: "Refresh now" }));
    await waitFor(() => expect(sentTo(wire, "scheduler-status")).toHaveLength(before + 1));

    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("option", { name: "Check the scheduler now" });
    await user.keyboard("check the scheduler{Enter}");
    await waitFor(() => expect(sentTo(wire, "scheduler-status")).toHaveLength(before + 2));
  });
});
