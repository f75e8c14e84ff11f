import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { addPendingPosts, findCards } from "../features/queue/support";
import { call } from "../support/call";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  startServer,
} from "../support/render-app";

const link = () =>
  within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", {
    name: "Publishing",
  });

/** A status with a number of failed posts. */
async function failing(count: number, server?: Awaited<ReturnType<typeof startServer>>) {
  const post = (id: number) => ({
    id,
    status: "failed",
    publish_at: "2026-11-21T18:30:00Z",
    retry_count: 1,
    social_account: null,
    content_queue_item: null,
  });
  const failed_posts = Array.from({ length: count }, (_, place) => post(place + 1));
  const status = { failed_posts, upcoming_posts: [], recently_published: [] };
  return answering([saying("scheduler-status", status)], server);
}

const counting = (line: string) => line.includes("content-queue/counts");

describe("The link to Publishing", () => {
  it("says how many posts wait for approval and how many have failed", async () => {
    const server = await startServer();
    await addPendingPosts(server, { image: 2, text: 1 });
    await renderApp("/dashboard/content", { server: await failing(4, server) });
    await waitFor(() => expect(link()).toHaveAccessibleDescription("3 to approve, 4 failed"));
    expect(within(link()).getByText("3")).toBeVisible();
    expect(within(link()).getByText("4")).toBeVisible();
  });

  it("shows the same words on hover and focus, after its name if the sidebar is collapsed", async () => {
    const server = await startServer();
    await addPendingPosts(server, { text: 1 });
    const { user } = await renderApp("/dashboard/content", { server });
    await waitFor(() => expect(link()).toHaveAccessibleDescription("1 to approve"));
    await user.hover(link());
    expect(await screen.findByRole("tooltip")).toHaveTextContent(/^1 to approve$/);
    await user.unhover(link());
    await user.click(screen.getByRole("button", { name: "Collapse" }));
    await user.hover(link());
    await waitFor(() =>
      expect(screen.getByRole("tooltip")).toHaveTextContent(/^Publishing: 1 to approve$/),
    );
    await user.click(screen.getByRole("button", { name: "Expand" }));
  });

  it("has no description while nothing waits", async () => {
    const { wire } = await renderApp("/dashboard/content");
    await waitFor(() => expect(wire.sent.filter(counting)).toHaveLength(1));
    expect(link()).not.toHaveAccessibleDescription();
    expect(link()).toHaveTextContent(/^Publishing$/);
  });

  it("counts the posts of all groups, also while those of one group are shown", async () => {
    const server = await startServer();
    await addPendingPosts(server, { text: 2 });
    const { wire } = await renderApp("/dashboard/publishing?tab=text&of=group", { server });
    await waitFor(() => expect(link()).toHaveAccessibleDescription("2 to approve"));
    expect(wire.sent.filter(counting)).not.toContainEqual(expect.stringContaining("group_id"));
  });

  it("follows each decision at once, and Undo", async () => {
    const server = await startServer();
    await addPendingPosts(server, { text: 3 });
    const { user, wire } = await renderApp("/dashboard/publishing?tab=text", { server });
    await waitFor(() => expect(link()).toHaveAccessibleDescription("3 to approve"));
    const queue = within(screen.getByRole("region", { name: "Content Approval Queue" }));
    await findCards(queue);
    // The number follows without a new count.
    wire.answer(counting, () => new Promise(() => {}));
    const press = async (name: string) =>
      user.click((await queue.findAllByRole("button", { name }))[0] as HTMLElement);

    await press("Approve");
    await waitFor(() => expect(link()).toHaveAccessibleDescription("2 to approve"));
    await press("Reject");
    await waitFor(() => expect(link()).toHaveAccessibleDescription("1 to approve"));
    await findToast("Rejected. It will not be published.");
    const [undo] = await screen.findAllByRole("button", { name: "Undo" });
    await user.click(undo as HTMLElement);
    await waitFor(() => expect(link()).toHaveAccessibleDescription("2 to approve"));
  });

  it("asks again after a decision, so that it also shows what others have decided", async () => {
    const server = await startServer();
    const { posts } = await addPendingPosts(server, { text: 3 });
    const { user } = await renderApp("/dashboard/publishing?tab=text", { server });
    await waitFor(() => expect(link()).toHaveAccessibleDescription("3 to approve"));
    await call(server, queueApi.reject, { params: { id: posts.at(-1)?.id ?? 0 } });
    const queue = within(screen.getByRole("region", { name: "Content Approval Queue" }));
    await findCards(queue);
    await user.click(queue.getAllByRole("button", { name: "Approve" })[0] as HTMLElement);
    await waitFor(() => expect(link()).toHaveAccessibleDescription("1 to approve"));
  });

  it("keeps its last number while the count cannot be read", async () => {
    const server = await startServer();
    await addPendingPosts(server, { text: 1 });
    const { router, wire } = await renderApp("/dashboard/content", { server });
    await waitFor(() => expect(link()).toHaveAccessibleDescription("1 to approve"));
    wire.answer(counting, () => jsonAnswer(403, { detail: "Not now." }));
    const before = wire.sent.filter(counting).length;
    await act(() => router.options.context.queryClient.invalidateQueries());
    expect(wire.sent.filter(counting).length).toBeGreaterThan(before);
    expect(link()).toHaveAccessibleDescription("1 to approve");
  });

  it("counts only the failed posts of a backend that does not count the queue", async () => {
    const health = { to: "/healthz", says: () => jsonAnswer(404, { detail: "Not Found" }) };
    const { wire } = await renderApp("/dashboard/publishing", {
      server: await answering([health], await failing(1)),
    });
    await waitFor(() => expect(link()).toHaveAccessibleDescription("1 failed"));
    expect(wire.sent.filter(counting)).toEqual([]);
    expect(wire.sent.some((line) => line.includes(schedulerApi.status.path))).toBe(true);
  });
});
