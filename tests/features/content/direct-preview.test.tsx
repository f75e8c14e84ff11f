import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { bluesky, openWith, tiktok, x } from "../accounts/support";

const linkedin = {
  platform_type: "linkedin_profile" as const,
  platform_username: "Zima Zimić",
  credentials: { access_token: "good", author_urn: "urn:li:person:1" },
};
const instagram = {
  platform_type: "instagram" as const,
  platform_username: "zima.foto",
  credentials: { instagram_user_id: "1", access_token: "good" },
};

async function open(added: Parameters<typeof openWith>[0]) {
  const opened = await openWith(added, "direct");
  const form = within(await screen.findByRole("form", { name: "Publish now" }));
  const text = form.getByRole("textbox", { name: "Text content" });
  const image = form.getByRole("textbox", { name: "Image URL" });
  const preview = within(screen.getByRole("region", { name: "Preview" }));
  async function write(written: string) {
    await opened.user.click(text);
    await opened.user.paste(written);
    await preview.findByRole("tablist", { name: "Preview on" });
  }
  const choose = (platform: string) =>
    opened.user.click(preview.getByRole("tab", { name: platform }));
  return { ...opened, text, image, preview, write, choose };
}

describe("The preview in Direct Publishing", () => {
  it("waits for something to show", async () => {
    const { preview } = await open([bluesky, x]);
    expect(preview.getByText("The preview appears as you type.")).toBeVisible();
    expect(preview.queryByRole("tab")).toBeNull();
  });

  it("follows what is typed, on each active platform", async () => {
    const { user, text, preview, write, choose } = await open([bluesky, x, tiktok]);
    await write("Sutra radimo.");
    expect(preview.getAllByRole("tab").map(({ textContent }) => textContent?.trim())).toEqual([
      "Bluesky",
      "X",
    ]);
    const onBluesky = within(preview.getByRole("article", { name: "Post on Bluesky" }));
    expect(onBluesky.getByText("@zima")).toBeVisible();
    expect(onBluesky.getByText("Sutra radimo.")).toBeVisible();
    await user.type(text, " Do 22 h.");
    expect(onBluesky.getByText("Sutra radimo. Do 22 h.")).toBeVisible();

    await choose("X");
    await user.clear(text);
    await user.paste(`${"a".repeat(256)} https://example.com/${"b".repeat(90)} PREKO`);
    const onX = within(preview.getByRole("article", { name: "Post on X (Twitter)" }));
    expect(onX.getByText("PREKO")).toBeVisible();
    expect(onX.getByText("example.com")).toBeVisible();
    expect(preview.getByText("Each link counts as 23 characters.")).toBeVisible();
  });

  it("folds the text as the platform does, and keeps it unfolded while typing goes on", async () => {
    const { user, text, preview, write } = await open([linkedin]);
    await write(`${"a".repeat(210)}KRAJ`);
    expect(preview.getByText("Cut off after about 210 characters.")).toBeVisible();
    expect(preview.queryByText(/KRAJ/)).toBeNull();
    await user.click(preview.getByRole("button", { name: "…more (show the whole text)" }));
    await user.type(text, "!");
    expect(preview.getByText(/KRAJ!/)).toBeVisible();
  });

  it("shows nothing on Instagram until there is an image, and then in its shape", async () => {
    const { user, image, preview, write } = await open([instagram]);
    await write("Zima.");
    expect(preview.getByText("Instagram needs an image or video: not posted there")).toBeVisible();
    await user.click(image);
    await user.paste("/media/zima.jpg");
    const picture = preview.getByRole("img", { name: "Image of the post" });
    Object.defineProperties(picture, {
      naturalWidth: { value: 1080 },
      naturalHeight: { value: 1920 },
    });
    fireEvent.load(picture);
    expect(preview.getByText("Shown in full in 4:5, with margins.")).toBeVisible();

    // Another address is another picture.
    await user.type(image, "?2");
    expect(preview.queryByText("Shown in full in 4:5, with margins.")).toBeNull();
    expect(preview.getByText("Loading image")).toBeInTheDocument();
  });

  it("says that the picture does not load", async () => {
    const { user, image, preview, write } = await open([bluesky]);
    await write("Zima.");
    await user.click(image);
    await user.paste("https://cdn.example.com/gone.png");
    fireEvent.error(preview.getByRole("img", { name: "Image of the post" }));
    expect(
      preview.getByText(
        "The image does not load here. Platforms that cannot load it refuse the post.",
      ),
    ).toBeVisible();
  });
});
