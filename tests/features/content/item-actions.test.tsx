import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { contentApi } from "@/features/content/contract";
import { call } from "../../support/call";
import { findIn } from "../../support/find-in";
import { holdDate } from "../../support/held-time";
import { findQuestion, textsIn } from "../../support/on-screen";
import { announcing, answerWith, holdAnswer, sentTo } from "../../support/on-wire";
import { findToast, jsonAnswer } from "../../support/render-app";
import { cardOf, choose, itemsOf, openItems } from "./support";

const changing = (line: string) => /^(POST|DELETE) .*content-items/.test(line);
const refusal = { detail: "This item is locked." };

type Opened = Awaited<ReturnType<typeof openItems>>;
type Rules = NonNullable<Parameters<typeof openItems>[2]>;

const actions = async (opened: Opened, text: string) => {
  await opened.user.click((await cardOf(opened, text)).getByRole("button", { name: "Actions" }));
  const menu = within(await screen.findByRole("menu", { name: `Actions for “${text}”` }));
  const names = textsIn(menu, "menuitem");
  await opened.user.keyboard("{Escape}");
  return names;
};

const refresh = ({ router }: Opened) =>
  act(() => router.options.context.queryClient.invalidateQueries());

/** Opens one item that has been posted. */
async function openUsed() {
  const opened = await openItems(["Slika."]);
  const { server, items, addAccount, pool } = opened;
  const account = await addAccount("bluesky", "zima.bsky.social");
  await call(server, contentApi.postNow, {
    params: { id: items[0]?.id ?? 0 },
    body: { social_account_ids: [account.id] },
  });
  await refresh(opened);
  await pool.findByText("1 active · 0 unused");
  return opened;
}

/** Opens the video that was made of an item. */
async function openVideo(...rules: Rules) {
  const opened = await openItems(["Slika."], "?media=video", rules);
  const [item] = opened.items;
  await call(opened.server, contentApi.convertToVideo, { params: { id: item?.id ?? 0 } });
  await refresh(opened);
  return opened;
}

describe("An item's menu", () => {
  it("offers only the actions that the item supports", async () => {
    const opened = await openItems(["Slika."]);
    await opened.addItem(opened.category, "Reči.", null);
    await refresh(opened);
    expect(await actions(opened, "Slika.")).toEqual([
      "Edit…",
      "Convert to video",
      "Post now",
      "Deactivate",
      "Delete",
    ]);
    expect(await actions(opened, "Reči.")).toEqual(["Edit…", "Post now", "Deactivate", "Delete"]);
  });

  it("converts an image to a video, which is a new item while the old one becomes inactive", async () => {
    const opened = await openItems(["Slika."]);
    await choose(opened, "Slika.", "Convert to video");
    expect(await findToast("Converted to video.")).toBeVisible();

    expect(await opened.pool.findByText("Video", { selector: "li *" })).toBeVisible();
    expect(opened.pool.getByText("Inactive", { selector: "li *" })).toBeVisible();
    expect(opened.pool.getByText("1 active · 1 unused")).toBeVisible();
    expect(await itemsOf(opened.server, opened.category)).toEqual([
      expect.objectContaining({ media_type: "image", is_active: false }),
      expect.objectContaining({ media_type: "video", is_active: true }),
    ]);
  });

  it("shows on the item's card that its video is being made, until it is made or has failed", async () => {
    const opened = await openItems(["Slika.", "Druga."]);
    const { router, wire } = opened;
    const answer = holdAnswer(wire, changing);
    const waiting = /^Converting to video\.\.\. This can take a minute\.$/;
    await choose(opened, "Slika.", "Convert to video");
    expect(await (await cardOf(opened, "Slika.")).findByText(waiting)).toBeVisible();
    expect((await cardOf(opened, "Druga.")).queryByText(waiting)).toBeNull();

    // It is still being made when the operator comes back.
    await act(() => router.navigate({ to: "/dashboard/publishing" }));
    await waitFor(() => expect(screen.queryByText(waiting)).toBeNull());
    await act(async () => router.history.back());
    expect(await screen.findByText(waiting)).toBeVisible();

    answer(jsonAnswer(409, refusal));
    expect(await findToast("Failed to convert to video.")).toBeVisible();
    expect(screen.queryByText(waiting)).toBeNull();
  });

  it("says how long a video has taken that takes long, also to an operator who comes back", async () => {
    const opened = await openItems(["Slika."]);
    const { router, wire } = opened;
    const answer = holdAnswer(wire, changing);
    holdDate();
    await choose(opened, "Slika.", "Convert to video");
    const pending = await screen.findByText("Converting to video... This can take a minute.");
    vi.advanceTimersByTime(65_000);
    const words = "Converting to video... This can take a few minutes: 1 min 5 s so far.";
    await waitFor(() => expect(pending).toHaveTextContent(words));
    await act(() => router.navigate({ to: "/dashboard/publishing" }));
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
    await act(async () => router.history.back());
    expect(await screen.findByText(words)).toBeVisible();
    answer(jsonAnswer(503, { detail: "The video could not be made. Try again." }));
    expect(await findToast("Failed to convert to video.")).toBeVisible();
    expect(screen.queryByText(words)).toBeNull();
  });

  it("re-converts a video", async () => {
    const opened = await openVideo();
    expect(await actions(opened, "Slika.")).toEqual([
      "Edit…",
      "Re-convert video",
      "Post now",
      "Deactivate",
      "Delete",
    ]);

    await choose(opened, "Slika.", "Re-convert video");
    expect(await findToast("Video re-converted.")).toBeVisible();
  });

  it("marks a used item as unused", async () => {
    const opened = await openUsed();
    await choose(opened, "Slika.", "Mark as unused");
    expect(await findToast("Marked as unused.")).toBeVisible();
    expect((await cardOf(opened, "Slika.")).getByText("Unused")).toBeVisible();
    expect(await opened.pool.findByText("1 active · 1 unused")).toBeVisible();
    expect(await actions(opened, "Slika.")).not.toContain("Mark as unused");
  });

  it("deletes after a question that names the item, and moves the focus to the next card", async () => {
    const opened = await openItems(["Treća.", "Druga.", "Prva."]);
    const { user, pool, server, category } = opened;
    await choose(opened, "Druga.", "Delete");
    const question = await findQuestion("Delete “Druga.”?");
    await user.click(question.getByRole("button", { name: "Delete" }));

    await waitFor(() => expect(pool.queryByText("Druga.")).not.toBeInTheDocument());
    expect(await findToast("Item deleted.")).toBeVisible();
    expect(await itemsOf(server, category)).toHaveLength(2);
    const next = (await cardOf(opened, "Treća.")).getByRole("button", { name: "Actions" });
    await waitFor(() => expect(next).toHaveFocus());
  });

  it("deletes nothing when the question is cancelled", async () => {
    const opened = await openItems(["Prva."]);
    await choose(opened, "Prva.", "Delete");
    const question = await findQuestion();
    await opened.user.click(question.getByRole("button", { name: "Cancel" }));
    expect(sentTo(opened.wire, changing)).toEqual([]);
    const menu = (await cardOf(opened, "Prva.")).getByRole("button", { name: "Actions" });
    await waitFor(() => expect(menu).toHaveFocus());
  });
});

describe("An action that the server refuses", () => {
  it.each([
    ["Convert to video", "Failed to convert to video."],
    ["Mark as unused", "Failed to mark as unused."],
  ])("shows the server's reason, on the card too: %s", async (action, text) => {
    const opened = await openUsed();
    answerWith(opened.wire, changing, 409, refusal, { once: true });

    await choose(opened, "Slika.", action);
    expect(await findToast(text)).toBeVisible();
    expect(await findToast(refusal.detail)).toBeVisible();
    const card = await cardOf(opened, "Slika.");
    expect(card.getByText(text)).toHaveTextContent(`${text} ${refusal.detail}`);

    await choose(opened, "Slika.", action);
    await waitFor(() => expect(card.queryByText(text)).not.toBeInTheDocument());
  });

  it("shows the reason for a video that cannot be re-converted", async () => {
    const opened = await openVideo();
    answerWith(opened.wire, changing, 409, refusal);
    await choose(opened, "Slika.", "Re-convert video");
    expect(await findToast("Failed to re-convert video.")).toBeVisible();
    expect(await findToast(refusal.detail)).toBeVisible();
  });

  it("shows the reason in the question about deleting", async () => {
    const opened = await openItems(["Prva."]);
    answerWith(opened.wire, changing, 409, refusal, { once: true });
    await choose(opened, "Prva.", "Delete");
    const question = await findQuestion();
    await opened.user.click(question.getByRole("button", { name: "Delete" }));
    const alert = await question.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to delete item.");
    expect(alert).toHaveTextContent(refusal.detail);
    expect(await itemsOf(opened.server, opened.category)).toHaveLength(1);

    await opened.user.click(question.getByRole("button", { name: "Delete" }));
    expect(await opened.pool.findByText("This category has no items.")).toBeVisible();
  });
});

describe("A conversion whose answer is lost", () => {
  const lost = () => {
    throw new TypeError("The line was cut.");
  };
  const openImage = (...rules: Rules) => openItems(["Slika."], "?media=image", rules);

  it.each([
    ["Convert to video", "Failed to convert to video.", openImage],
    ["Re-convert video", "Failed to re-convert video.", openVideo],
  ])(
    "is offered in other words where a second press may do it twice, also later: %s",
    async (action, text, open) => {
      const opened = await open(announcing());
      const { router, wire } = opened;
      wire.answer(changing, lost, { once: true });
      await choose(opened, "Slika.", action);
      const card = await cardOf(opened, "Slika.");
      expect(await card.findByText(text)).toHaveTextContent(
        `${text} The server did not respond. It may still have gone through.`,
      );
      const again = [`${action} anyway`, "Post now", "Delete"];
      expect(await actions(opened, "Slika.")).toEqual(again);

      // The failure is gone when the operator comes back; the doubt is not.
      await act(() => router.navigate({ to: "/dashboard/publishing" }));
      await waitFor(() => expect(screen.queryByText("Slika.")).toBeNull());
      await act(async () => router.history.back());
      const pool = await findIn("region", "Evergreen Content Pool");
      expect(await actions({ ...opened, pool }, "Slika.")).toEqual(again);
      expect(sentTo(wire, changing)).toHaveLength(1);
    },
  );

  it("is offered in the usual words once it is done", async () => {
    const opened = await openVideo(announcing());
    opened.wire.answer(changing, lost, { once: true });
    await choose(opened, "Slika.", "Re-convert video");
    await (await cardOf(opened, "Slika.")).findByText("Failed to re-convert video.");
    await choose(opened, "Slika.", "Re-convert video anyway");
    expect(await findToast("Video re-converted.")).toBeVisible();
    expect(await actions(opened, "Slika.")).toContain("Re-convert video");
  });

  it("makes one video with a server that knows the second press as the same", async () => {
    const opened = await openImage();
    const { pool, server, wire, category } = opened;
    wire.loseAnswer(changing);
    await choose(opened, "Slika.", "Convert to video");
    const words = /It may still have gone through\. Trying again will not repeat it\.$/;
    expect(await pool.findByText(words)).toBeVisible();
    expect(await pool.findByText("Inactive", { selector: "li *" })).toBeVisible();
    await choose(opened, "Slika.", "Convert to video");
    expect(await findToast("Converted to video.")).toBeVisible();
    expect(await itemsOf(server, category)).toHaveLength(2);
  });
});
