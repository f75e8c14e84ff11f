import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { queueApi } from "@/features/queue/contract";
import { call } from "../../support/call";
import { findDialog } from "../../support/on-screen";
import { openCards, writePosts } from "./support";

const dialogOf = (id: number) => findDialog(`Post #${id}`);
const cardOf = (id: number) => screen.getByText(`#${id}`).closest("li");

describe("The image of a post", () => {
  it("opens large by a click, and Escape returns to it", async () => {
    const { user, queue, id } = await openCards({ image: 2 });
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
    const { user, posts, id, second, third } = await openCards({ image: 3 });
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
    const { user, queue, id } = await openCards({ image: 1 });
    fireEvent.error(queue.getByRole("img", { name: "Image of the post" }));
    await user.click(await queue.findByRole("button", { name: "Image did not load" }));
    const dialog = await dialogOf(id);
    fireEvent.error(dialog.getByRole("img", { name: "Image of the post" }));
    expect(await dialog.findByText("Image did not load")).toBeVisible();
  });

  it("is shown as a video that can be played, if the post has one", async () => {
    const video = { video_url: "/media/sandbox/1.mp4", media_type: "video" as const };
    const { user, queue, id } = await openCards({
      image: 1,
      prepare: ({ server }) => writePosts(server, video),
    });
    // On the card it is a still.
    expect(queue.getByRole("button", { name: "Video of the post" })).toBeVisible();
    expect(document.querySelector("video")).toBeNull();
    await user.keyboard("j{Enter}");
    const dialog = await dialogOf(id);
    expect(dialog.getByLabelText("Video of the post")).toHaveAttribute("controls");
  });

  it("opens for decided posts too", async () => {
    const { user, id } = await openCards({
      image: 1,
      at: "?status=approved",
      prepare: ({ server, posts: [post] }) =>
        call(server, queueApi.approve, { params: { id: post?.id ?? 0 } }),
    });
    await user.keyboard("j{Enter}");
    await dialogOf(id);
  });

  it("does not open for a post of text alone", async () => {
    const { user, queue, cards } = await openCards({ text: 1, at: "?tab=text" });
    await user.keyboard("j{Enter}");
    expect(cards[0]).toHaveFocus();
    expect(queue.queryByRole("button", { name: /Image/ })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
