import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { queueApi } from "@/features/queue/contract";
import { call } from "../../support/call";
import { renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { addPendingPosts, findCards } from "./support";

async function open(
  image: number,
  {
    prepare,
    address = "",
  }: { prepare?: (server: TestServer) => Promise<unknown>; address?: string } = {},
) {
  const server = await startServer();
  const { posts } = await addPendingPosts(server, { image });
  await prepare?.(server);
  const app = await renderApp(`/dashboard/publishing${address}`, { server });
  const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
  await findCards(queue);
  const [id = 0, second = 0, third = 0] = posts.map((post) => post.id);
  return { ...app, server, queue, posts, id, second, third };
}

const dialogOf = async (id: number) =>
  within(await screen.findByRole("dialog", { name: `Post #${id}` }));
const cardOf = (id: number) => screen.getByText(`#${id}`).closest("li");

describe("The image of a post", () => {
  it("opens large by a click, and Escape returns to it", async () => {
    const { user, queue, id } = await open(2);
    const [button] = queue.getAllByRole("button", { name: "Image of the post" });
    await user.click(button as HTMLElement);
    const dialog = await dialogOf(id);
    expect(dialog.getByRole("img", { name: "Image of the post" })).toBeVisible();
    expect(dialog.getByText("1 of 2")).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  });

  it("opens with Enter on the card, and the arrows go to its neighbours", async () => {
    const { user, posts, id, second, third } = await open(3);
    await user.keyboard("j{Enter}");
    await dialogOf(id);
    // There is none before the first.
    await user.keyboard("{ArrowLeft}");
    await dialogOf(id);
    await user.keyboard("{ArrowRight}");
    const dialog = await dialogOf(second);
    expect(dialog.getByText("2 of 3")).toBeVisible();
    const { pathname } = new URL((dialog.getByRole("img") as HTMLImageElement).src);
    expect(posts[1]?.image_url).toContain(pathname);
    await user.click(dialog.getByRole("button", { name: "Next image" }));
    const last = await dialogOf(third);
    expect(last.getByRole("button", { name: "Next image" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await user.keyboard("{Escape}");
    // The keys go on from the post that was seen last.
    await waitFor(() => expect(cardOf(third)).toHaveFocus());
  });

  it("that does not load is said, on the card and in the dialog", async () => {
    const { user, queue, id } = await open(1);
    fireEvent.error(queue.getByRole("img", { name: "Image of the post" }));
    await user.click(await queue.findByRole("button", { name: "Image did not load" }));
    const dialog = await dialogOf(id);
    fireEvent.error(dialog.getByRole("img", { name: "Image of the post" }));
    expect(await dialog.findByText("Image did not load")).toBeVisible();
  });

  it("is shown as a video that can be played, if the post has one", async () => {
    const { user, queue, id } = await open(1, {
      prepare: async (server) => {
        const { queueItems } = await import("../../../server/db/schema");
        await server.database.db
          .update(queueItems)
          .set({ video_url: "/media/sandbox/1.mp4", media_type: "video" });
      },
    });
    // On the card it is a still.
    expect(queue.getByRole("button", { name: "Video of the post" })).toBeVisible();
    expect(document.querySelector("video")).toBeNull();
    await user.keyboard("j{Enter}");
    const dialog = await dialogOf(id);
    expect(dialog.getByLabelText("Video of the post")).toHaveAttribute("controls");
  });

  it("opens for decided posts too", async () => {
    const { user, id } = await open(1, {
      address: "?status=approved",
      prepare: async (server) => {
        const [post] = await call(server, queueApi.list, { query: {} });
        await call(server, queueApi.approve, { params: { id: post?.id ?? 0 }, query: {} });
      },
    });
    await user.keyboard("j{Enter}");
    await dialogOf(id);
  });

  it("does not open for a post of text alone", async () => {
    const server = await startServer();
    await addPendingPosts(server, { text: 1 });
    const { user } = await renderApp("/dashboard/publishing?tab=text", { server });
    const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
    const [card] = await findCards(queue);
    await user.keyboard("j{Enter}");
    expect(card).toHaveFocus();
    expect(queue.queryByRole("button", { name: /Image/ })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
