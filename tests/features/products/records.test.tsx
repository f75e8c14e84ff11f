import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findOverwriteQuestion } from "../../support/changed-meanwhile";
import { answering, findToast, jsonAnswer, renderApp } from "../../support/render-app";
import { findInToastAndDialog, type KindName, kinds, openRecords } from "./support";

/** Statements that hold for the catalog of products and for the pool of meme templates. */
describe.each(Object.keys(kinds) as KindName[])("The panel of the kind %s", (name) => {
  const kind = kinds[name];
  const { record } = kind;
  const open = (added: readonly object[] = []) => openRecords(name, added);
  const isClosed = () =>
    waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  const discardQuestion = async () =>
    within(await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }));
  const deleteQuestion = async () =>
    within(await screen.findByRole("alertdialog", { name: kind.question }));

  it("belongs to all groups, and says what to do while it is empty", async () => {
    const { panel } = await open();
    expect(panel.getByText("All groups")).toBeVisible();
    expect(panel.getByText(kind.empty)).toBeVisible();
  });

  it("reports that it could not be loaded, and tries again", async () => {
    let broken = true;
    const server = await answering([
      {
        to: kind.path,
        says: () => (broken ? jsonAnswer(500, { detail: "No database." }) : undefined),
      },
    ]);
    const { user } = await renderApp(`/dashboard/config#${kind.panel}`, { server });
    const panel = within(await screen.findByRole("region", { name: kind.region }));
    const alert = await panel.findByRole("alert");
    expect(alert).toHaveTextContent(`${kind.unread}No database.`);
    broken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await panel.findByText(kind.empty)).toBeVisible();
  });

  it("adds a record, and leaves an empty form, with 'Active' checked", async () => {
    const { user, panel, add, form, field, fill, press, cardOf, stored } = await open();
    await add();
    await fill(record);
    await user.click(form().getByRole("checkbox", { name: "Active" }));
    await press(kind.create);
    expect(await findToast(kind.created)).toBeVisible();
    expect((await cardOf(record.name)).getByText("Inactive")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(panel.getByRole("button", { name: kind.add })).toHaveFocus();
    expect(await stored()).toEqual([expect.objectContaining({ ...record, is_active: false })]);
    await add();
    expect(field(kind.fields.name)).toHaveValue("");
    expect(form().getByRole("checkbox", { name: "Active" })).toBeChecked();
  });

  it("shows missing fields, and sends nothing without them", async () => {
    const { add, form, field, press, writes } = await open();
    await add();
    await press(kind.create);
    expect(await form().findByText("Name is required.")).toBeVisible();
    for (const text of kind.missing) expect(form().getByText(text)).toBeVisible();
    expect(field(kind.fields.name)).toHaveFocus();
    expect(field(kind.fields.name)).toHaveAccessibleDescription("Name is required.");
    expect(writes()).toEqual([]);
  });

  it("accepts only a URL as the image URL", async () => {
    const { add, form, fill, press, writes } = await open();
    await add();
    await fill({ ...record, ...kind.wrongImage });
    await press(kind.create);
    expect(await form().findByText(kind.notUrl)).toBeVisible();
    expect(writes()).toEqual([]);
  });

  it("keeps the typed text of a record that is refused", async () => {
    const { add, form, field, fill, press, wire } = await open();
    await add();
    wire.answer(
      (line) => line.startsWith("POST"),
      () => jsonAnswer(409, { detail: "It is full." }),
    );
    await fill(record);
    await press(kind.create);
    await findInToastAndDialog(kind.notCreated);
    expect(form().getByRole("alert")).toHaveTextContent(`${kind.notCreated}It is full.`);
    expect(field(kind.fields.name)).toHaveValue(record.name);
  });

  it("edits a record in a dialog, saves it, and closes", async () => {
    const { user, form, field, press, pressOn, cardOf, stored } = await open([record]);
    await pressOn(record.name, "Edit");
    expect(await screen.findByRole("dialog", { name: `Editing "${record.name}"` })).toBeVisible();
    expect(field(kind.fields.name)).toHaveFocus();
    await user.type(field(kind.fields.name), " 2");
    await user.click(form().getByRole("checkbox", { name: "Active" }));
    await press(kind.update);
    expect(await findToast(kind.updated)).toBeVisible();
    await isClosed();
    const card = await cardOf(`${record.name} 2`);
    expect(card.getByText("Inactive")).toBeVisible();
    expect(card.getByRole("button", { name: "Edit" })).toHaveFocus();
    expect(await stored()).toEqual([
      expect.objectContaining({ ...record, name: `${record.name} 2`, is_active: false }),
    ]);
  });

  it("keeps a record in its form when the change is refused", async () => {
    const { user, form, field, press, pressOn, wire } = await open([record]);
    wire.answer(
      (line) => line.startsWith("PUT"),
      () => jsonAnswer(404, { detail: "There is none." }),
    );
    await pressOn(record.name, "Edit");
    await user.type(field(kind.fields.name), "!");
    await press(kind.update);
    await findInToastAndDialog(kind.notUpdated);
    expect(form().getByRole("alert")).toHaveTextContent(`${kind.notUpdated}There is none.`);
    expect(screen.getByRole("heading", { name: `Editing "${record.name}"` })).toBeVisible();
    expect(field(kind.fields.name)).toHaveValue(`${record.name}!`);
  });

  it("asks before typed text is lost, by 'Cancel Edit' or Escape, and not before", async () => {
    const { user, add, fill, field, press, pressOn } = await open([record]);
    await pressOn(record.name, "Edit");
    await press("Cancel Edit");
    await isClosed();
    await pressOn(record.name, "Edit");
    await user.type(field(kind.fields.name), "!");
    for (const leave of [() => press("Cancel Edit"), () => user.keyboard("{Escape}")]) {
      await leave();
      await user.click((await discardQuestion()).getByRole("button", { name: "Keep editing" }));
      expect(field(kind.fields.name)).toHaveValue(`${record.name}!`);
    }
    await press("Cancel Edit");
    await user.click((await discardQuestion()).getByRole("button", { name: "Discard" }));
    await isClosed();
    await add();
    await fill({ name: "Drake" });
    await user.keyboard("{Escape}");
    await user.click((await discardQuestion()).getByRole("button", { name: "Discard" }));
    await isClosed();
    await pressOn(record.name, "Edit");
    expect(field(kind.fields.name)).toHaveValue(record.name);
  });

  describe("with a record that somebody else has changed since", () => {
    async function openChanged() {
      const opened = await open([record]);
      await opened.pressOn(record.name, "Edit");
      await opened.fill({ name: "Moje" });
      await opened.change({ ...record, name: "Njihovo", is_active: false });
      await opened.press(kind.update);
      return { ...opened, question: await findOverwriteQuestion(kind.changed) };
    }

    it("shows it next to the operator's values, and overwrites it on 'Overwrite'", async () => {
      const { user, question, writes, stored } = await openChanged();
      expect(question.rows()).toEqual([`${kind.fields.name}|Njihovo|Moje`, "Active|No|Yes"]);
      expect(writes()).toEqual([]);
      await user.click(question.getByRole("button", { name: "Overwrite" }));
      expect(await findToast(kind.updated)).toBeVisible();
      expect(await stored()).toMatchObject([{ name: "Moje", is_active: true }]);
    });

    it("replaces the operator's values on 'Use the server's'", async () => {
      const { user, question, field, stored } = await openChanged();
      await user.click(question.getByRole("button", { name: "Use the server's" }));
      await waitFor(() => expect(field(kind.fields.name)).toHaveValue("Njihovo"));
      expect(await stored()).toMatchObject([{ name: "Njihovo", is_active: false }]);
    });
  });

  it("asks before it deletes a record, naming it, and removes it", async () => {
    const { user, pressOn, panel, stored } = await open([record]);
    await pressOn(record.name, "Delete");
    const asked = await deleteQuestion();
    expect(asked.getAllByText(record.name)[0]).toBeVisible();
    await user.click(asked.getByRole("button", { name: "Delete" }));
    expect(await findToast(kind.deleted)).toBeVisible();
    expect(await panel.findByText(kind.empty)).toBeVisible();
    expect(await stored()).toEqual([]);
  });

  it("deletes nothing on 'Cancel', nor when that is refused, with the reason", async () => {
    const { user, pressOn, wire, writes, stored } = await open([record]);
    await pressOn(record.name, "Delete");
    await user.click((await deleteQuestion()).getByRole("button", { name: "Cancel" }));
    expect(writes()).toEqual([]);
    wire.answer(
      (line) => line.startsWith("DELETE"),
      () => jsonAnswer(409, { detail: "A post needs it." }),
    );
    await pressOn(record.name, "Delete");
    const asked = await deleteQuestion();
    await user.click(asked.getByRole("button", { name: "Delete" }));
    expect(await asked.findByRole("alert")).toHaveTextContent(`${kind.notDeleted}A post needs it.`);
    expect(screen.getAllByText(kind.notDeleted)).toHaveLength(2);
    expect(await stored()).toHaveLength(1);
  });
});
