import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { findIn } from "../support/find-in";
import { answering, renderApp, saying } from "../support/render-app";

const missing = vi.hoisted(() => () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("@/features/scheduler/views/calendar/calendar", missing);

const post = {
  id: 3,
  status: "scheduled",
  publish_at: "2036-11-21T18:30:00Z",
  retry_count: 0,
  published_post_url: null,
  social_account: {
    platform_type: "bluesky",
    platform_username: "zima.bsky.social",
    last_known_error: null,
  },
  content_queue_item: sampleQueueItem,
};

it("keeps the list usable if the calendar's code cannot be loaded", async () => {
  const { user } = await renderApp("/dashboard/publishing", {
    server: await answering([saying("scheduled-posts", [post])]),
  });
  const upcoming = await findIn("region", "Upcoming Scheduled Posts");
  expect(await upcoming.findAllByRole("listitem")).toHaveLength(1);
  await user.click(upcoming.getByRole("radio", { name: "Calendar" }));
  // It may be rendered again while the parts around it are still loading.
  await waitFor(() => expect(upcoming.getByText("This part could not be loaded.")).toBeVisible());

  await user.click(upcoming.getByRole("radio", { name: "List" }));
  expect(await upcoming.findAllByRole("listitem")).toHaveLength(1);
});
