import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findDialog, findQuestion } from "../../support/on-screen";
import { answerWith, sentTo } from "../../support/on-wire";
import { findToast } from "../../support/render-app";
import { cardOf, itemsOf, openItems } from "./support";

const creating = (line: string) => /^POST .*\/items$/.test(line);

async function openForm() {
  const opened = await openItems(["Stara."]);
  const { user, pool } = opened;
  const open = async () => {
    await user.click(await pool.findByRole("button", { name: "New item" }));
    const dialog = await findDialog("New content item");
    const field = (name: string) => dialog.getByRole("textbox", { name });
    const press = (name: string) => user.click(dialog.getByRole("button", { name }));
    return { ...dialog, field, press };
  };
  return { ...opened, open, dialog: await open() };
}

describe("A new content item", () => {
  it("is written in a dialog with its own address, and is listed first", async () => {
    const opened = await openForm();
    const { user, pool, router, dialog, server, category } = opened;
    expect(router.state.location.search).toMatchObject({ dialog: "new-item" });

    await user.type(dialog.field("Text content"), "Nova šala.");
    await user.type(dialog.field("Title"), "Šala");
    await user.type(dialog.field("Image URL"), "/media/sandbox/7.svg");
    await dialog.press("Create item");

    expect(await findToast("Content item created. It is active and unused.")).toBeVisible();
    await cardOf(opened, "Nova šala.");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(router.state.location.search).not.toHaveProperty("dialog");
    expect(pool.getAllByText(/šala\.|Stara\./).map((text) => text.textContent)).toEqual([
      "Nova šala.",
      "Stara.",
    ]);
    expect(await itemsOf(server, category)).toContainEqual(
      expect.objectContaining({
        text_content: "Nova šala.",
        title: "Šala",
        image_url: "/media/sandbox/7.svg",
        reddit_title: null,
        reddit_body: null,
        image_prompt: null,
      }),
    );
  });

  it("requires a text, and a valid image URL", async () => {
    const { user, dialog, wire } = await openForm();
    await user.type(dialog.field("Image URL"), "slika.png");
    await dialog.press("Create item");
    expect(await dialog.findByText("Text content is required.")).toBeVisible();
    expect(dialog.getByText(/^Image URL must start with/)).toBeVisible();
    expect(dialog.field("Text content")).toHaveFocus();
    expect(sentTo(wire, creating)).toEqual([]);
  });

  it("has hints for Reddit, and counts its title live", async () => {
    const { user, dialog } = await openForm();
    expect(dialog.field("Title")).toHaveAccessibleDescription("Required for Reddit");
    const title = dialog.field("Reddit title");
    expect(title).toHaveAccessibleDescription("Under 300 characters 0 / 300");
    await user.click(title);
    await user.paste(`${"š".repeat(300)}👨`);
    expect(title).toHaveAccessibleDescription("Under 300 characters 301 / 300");
  });

  it("keeps the text when it is refused, and shows why", async () => {
    const { user, dialog, wire } = await openForm();
    answerWith(wire, creating, 409, { detail: "The pool is full." }, { once: true });
    await user.type(dialog.field("Text content"), "Nova šala.");
    await dialog.press("Create item");

    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to create content item.");
    expect(alert).toHaveTextContent("The pool is full.");
    expect(dialog.field("Text content")).toHaveValue("Nova šala.");

    await dialog.press("Create item");
    expect(await findToast("Content item created. It is active and unused.")).toBeVisible();
  });

  it("shows the server's message about a field under that field", async () => {
    const { user, dialog, wire } = await openForm();
    const msg = "No such words here.";
    const detail = [{ loc: ["body", "title"], msg, type: "value_error" }];
    answerWith(wire, creating, 422, { detail });
    await user.type(dialog.field("Text content"), "Nova šala.");
    await dialog.press("Create item");
    await waitFor(() => expect(dialog.field("Title")).toHaveAccessibleDescription(msg));
  });

  it("is not discarded by Cancel, Close or Esc without a question", async () => {
    const { user, dialog, open } = await openForm();
    const text = dialog.field("Text content");
    await user.type(text, "Skoro gotovo.");

    for (const leave of [
      () => dialog.press("Cancel"),
      () => user.keyboard("{Escape}"),
      () => dialog.press("Close"),
    ]) {
      await leave();
      const question = await findQuestion("Discard unsaved changes?");
      await user.click(question.getByRole("button", { name: "Keep editing" }));
      await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
      expect(text).toHaveValue("Skoro gotovo.");
    }

    await dialog.press("Cancel");
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect((await open()).field("Text content")).toHaveValue("");
  });

  it("is stored as a draft when the page is left", async () => {
    const { user, dialog, category } = await openForm();
    await user.type(dialog.field("Text content"), "Skoro gotovo.");
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    expect(sessionStorage.getItem(`draft:new-item-${category.id}`)).toContain("Skoro gotovo.");
  });
});
