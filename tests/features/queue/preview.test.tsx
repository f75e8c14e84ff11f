import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findDialog, textsIn } from "../../support/on-screen";
import { sentTo } from "../../support/on-wire";
import {
  addAccount,
  addKeylessAccount,
  openQueue,
  sayingNoDestinations,
  writePosts,
} from "./support";

type Options = Parameters<typeof openQueue>[0] & {
  text_content?: string;
  hasKeylessAccount?: boolean;
};

/** Opens the preview of the only pending post. */
async function open({ text_content, hasKeylessAccount = false, ...opening }: Options = {}) {
  const app = await openQueue({
    ...(opening.text ? { at: "?tab=text" } : { image: 1 }),
    ...opening,
    prepare: async ({ server, group }) => {
      await addAccount(server, group.id, "instagram", "zimska.foto");
      if (hasKeylessAccount) await addKeylessAccount(server, group.id);
      if (text_content !== undefined) await writePosts(server, { text_content });
    },
  });
  const opener = await app.queue.findByRole("button", { name: "Preview" });
  expect(screen.queryByRole("dialog")).toBeNull();
  await app.user.click(opener);
  const dialog = await findDialog(`Preview of post #${app.ids[0]}`);
  await dialog.findByRole("tab", { name: "Bluesky" });
  const choose = (platform: string) => app.user.click(dialog.getByRole("tab", { name: platform }));
  return { ...app, opener, dialog, choose };
}

/** Lets the image of the preview have loaded, in this size. */
function loadImage(image: HTMLElement, naturalWidth: number, naturalHeight: number) {
  Object.defineProperties(image, {
    naturalWidth: { value: naturalWidth },
    naturalHeight: { value: naturalHeight },
  });
  fireEvent.load(image);
}

describe("The preview of a pending post", () => {
  it("shows the text as each platform folds it, says so in words, and unfolds it", async () => {
    const { user, dialog, choose } = await open({ text_content: `${"a".repeat(125)}ZIMA` });
    expect(dialog.getByText(/ZIMA$/)).toBeVisible();
    expect(dialog.queryByText(/^Folded/)).toBeNull();

    await choose("Instagram");
    const post = within(dialog.getByRole("article", { name: "Post on Instagram" }));
    expect(post.getByText("@zimska.foto")).toBeVisible();
    expect(post.queryByText(/ZIMA/)).toBeNull();
    expect(dialog.getByText("Cut off after 125 characters.")).toBeVisible();

    const more = post.getByRole("button", { name: "… more (show the whole text)" });
    expect(more).toHaveAttribute("aria-expanded", "false");
    await user.click(more);
    expect(post.getByText(/ZIMA/)).toBeVisible();
    await user.click(post.getByRole("button", { name: "Show less" }));
    expect(post.queryByText(/ZIMA/)).toBeNull();
  });

  it("is opened, used and left by keyboard", async () => {
    const { user, dialog, opener } = await open();
    await user.keyboard("{Tab}");
    expect(dialog.getByRole("tab", { name: "Bluesky" })).toHaveFocus();
    await user.keyboard("{ArrowRight}{Enter}");
    expect(dialog.getByRole("tab", { name: "Instagram" })).toHaveAttribute("aria-selected", "true");
    expect(dialog.getByRole("tabpanel", { name: "Instagram" })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it("marks what is beyond the limit, without a fold over it", async () => {
    const { dialog } = await open({ text_content: `${"š".repeat(300)}PREKO` });
    const over = dialog.getByText("PREKO");
    expect(over).toBeVisible();
    expect(over.tagName).toBe("MARK");
    const refusal =
      "Bluesky refuses this post: 5 over the limit of 300 characters. The text beyond is marked.";
    expect(dialog.getByText(refusal)).toBeVisible();
  });

  it("names only the domain of a link's card, and fetches nothing for it", async () => {
    const { dialog, wire } = await open({
      text: 1,
      text_content: "Pogledajte https://www.zimska-kolekcija.rs/jakne #zima",
    });
    expect(dialog.getByText("zimska-kolekcija.rs")).toBeVisible();
    expect(dialog.queryByRole("link")).toBeNull();
    expect(sentTo(wire, "zimska-kolekcija")).toEqual([]);
  });

  it("says that nothing is posted where an image is needed", async () => {
    const { dialog, choose } = await open({ text: 1 });
    await choose("Instagram");
    expect(dialog.getByText("Instagram needs an image or video: not posted there")).toBeVisible();
    expect(dialog.queryByRole("article")).toBeNull();
  });

  it("says why an account is left out", async () => {
    const { dialog, choose } = await open({ hasKeylessAccount: true });
    await choose("X");
    expect(dialog.getByText("@mraz is left out: it has no keys.")).toBeVisible();
    expect(dialog.getByRole("article", { name: "Post on X (Twitter)" })).toBeVisible();
  });

  it("shows the picture as it loads, cropped as the feed crops it", async () => {
    const { dialog } = await open();
    expect(dialog.getByText("Loading image")).toBeInTheDocument();
    loadImage(dialog.getByRole("img", { name: "Image of the post" }), 500, 2000);
    expect(dialog.queryByText("Loading image")).toBeNull();
    expect(dialog.getByText("Cropped to 1:2: 50% of the height is not shown.")).toBeVisible();
  });

  it("says that the picture does not load", async () => {
    const { dialog } = await open();
    fireEvent.error(dialog.getByRole("img", { name: "Image of the post" }));
    const words = "The image does not load here. Platforms that cannot load it refuse the post.";
    expect(dialog.getByText(words)).toBeVisible();
    expect(dialog.queryByText("Loading image")).toBeNull();
  });
});

describe("The preview with a backend that does not say where a post goes out", () => {
  it("shows it on the active accounts of the post's group", async () => {
    const { dialog, choose } = await open({ rules: sayingNoDestinations, hasKeylessAccount: true });
    expect(textsIn(dialog, "tab")).toEqual(["Bluesky", "Instagram"]);
    await choose("Instagram");
    expect(dialog.getByRole("article", { name: "Post on Instagram" })).toBeVisible();
  });
});
