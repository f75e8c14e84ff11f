import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findToast, jsonAnswer } from "../../support/render-app";
import { cardOf, itemsOf, openItems } from "./support";

const creating = (line: string) => /^POST .*\/items$/.test(line);

async function openForm(search = "?dialog=new-item") {
  const opened = await openItems(["Stara."], search);
  const findDialog = async () =>
    within(await screen.findByRole("dialog", { name: "New content item" }));
  return { ...opened, findDialog };
}

describe("A new content item", () => {
  it("is written in a dialog with its own address, and is listed first", async () => {
    const opened = await openForm("");
    const { user, pool, router, findDialog, server, category } = opened;
    await user.click(await pool.findByRole("button", { name: "New item" }));
    const dialog = await findDialog();
    expect(router.state.location.search).toMatchObject({ dialog: "new-item" });

    await user.type(dialog.getByRole("textbox", { name: "Text content" }), "Nova šala.");
    await user.type(dialog.getByRole("textbox", { name: "Title" }), "Šala");
    await user.type(dialog.getByRole("textbox", { name: "Image URL" }), "/media/sandbox/7.svg");
    await user.click(dialog.getByRole("button", { name: "Create item" }));

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
    const { user, findDialog, wire } = await openForm();
    const dialog = await findDialog();
    await user.type(dialog.getByRole("textbox", { name: "Image URL" }), "slika.png");
    await user.click(dialog.getByRole("button", { name: "Create item" }));
    expect(await dialog.findByText("Text content is required.")).toBeVisible();
    expect(dialog.getByText(/^Image URL must start with/)).toBeVisible();
    expect(dialog.getByRole("textbox", { name: "Text content" })).toHaveFocus();
    expect(wire.sent.filter(creating)).toEqual([]);
  });

  it("has hints for Reddit, and counts its title live", async () => {
    const { user, findDialog } = await openForm();
    const dialog = await findDialog();
    expect(dialog.getByRole("textbox", { name: "Title" })).toHaveAccessibleDescription(
      "Required for Reddit",
    );
    const title = dialog.getByRole("textbox", { name: "Reddit title" });
    expect(title).toHaveAccessibleDescription("Under 300 characters 0 / 300");
    await user.click(title);
    await user.paste(`${"š".repeat(300)}👨`);
    expect(title).toHaveAccessibleDescription("Under 300 characters 301 / 300");
  });

  it("keeps the text when it is refused, and shows why", async () => {
    const { user, findDialog, wire } = await openForm();
    const dialog = await findDialog();
    wire.answer(creating, () => jsonAnswer(409, { detail: "The pool is full." }), { once: true });
    await user.type(dialog.getByRole("textbox", { name: "Text content" }), "Nova šala.");
    await user.click(dialog.getByRole("button", { name: "Create item" }));

    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to create content item.");
    expect(alert).toHaveTextContent("The pool is full.");
    expect(dialog.getByRole("textbox", { name: "Text content" })).toHaveValue("Nova šala.");

    await user.click(dialog.getByRole("button", { name: "Create item" }));
    expect(await findToast("Content item created. It is active and unused.")).toBeVisible();
  });

  it("shows the server's message about a field under that field", async () => {
    const { user, findDialog, wire } = await openForm();
    const dialog = await findDialog();
    wire.answer(creating, () =>
      jsonAnswer(422, {
        detail: [{ loc: ["body", "title"], msg: "No such words here.", type: "value_error" }],
      }),
    );
    await user.type(dialog.getByRole("textbox", { name: "Text content" }), "Nova šala.");
    await user.click(dialog.getByRole("button", { name: "Create item" }));
    await waitFor(() =>
      expect(dialog.getByRole("textbox", { name: "Title" })).toHaveAccessibleDescription(
        "No such words here.",
      ),
    );
  });

  it("is not discarded by Cancel, Close or Esc without a question", async () => {
    const { user, findDialog } = await openForm("");
    await user.click(await screen.findByRole("button", { name: "New item" }));
    const dialog = await findDialog();
    const text = dialog.getByRole("textbox", { name: "Text content" });
    await user.type(text, "Skoro gotovo.");

    for (const leave of [
      () => user.click(dialog.getByRole("button", { name: "Cancel" })),
      () => user.keyboard("{Escape}"),
      () => user.click(dialog.getByRole("button", { name: "Close" })),
    ]) {
      await leave();
      const question = within(
        await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }),
      );
      await user.click(question.getByRole("button", { name: "Keep editing" }));
      await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
      expect(text).toHaveValue("Skoro gotovo.");
    }

    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "New item" }));
    expect((await findDialog()).getByRole("textbox", { name: "Text content" })).toHaveValue("");
  });

  it("is stored as a draft when the page is left", async () => {
    const { user, findDialog, category } = await openForm();
    const dialog = await findDialog();
    await user.type(dialog.getByRole("textbox", { name: "Text content" }), "Skoro gotovo.");
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    expect(sessionStorage.getItem(`draft:new-item-${category.id}`)).toContain("Skoro gotovo.");
  });
});
