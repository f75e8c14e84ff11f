import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { contentApi } from "@/features/content/contract";
import { capabilities } from "@/shared/api/capabilities";
import { call } from "../../support/call";
import { findOverwriteQuestion } from "../../support/changed-meanwhile";
import { findDialog, textsIn } from "../../support/on-screen";
import { answerWith } from "../../support/on-wire";
import { findToast } from "../../support/render-app";
import { cardOf, choose, imageUrl, itemsOf, openItems } from "./support";

const editing = (line: string) => /^PATCH .*\/content-items\/\d+$/.test(line);

type Opened = Awaited<ReturnType<typeof openItems>>;

async function openEdit(text = "Čaj.") {
  const opened = await openItems([text]);
  await choose(opened, text, "Edit…");
  const dialog = await findDialog("Edit item");
  const field = (name: string) => dialog.findByRole("textbox", { name });
  return {
    ...opened,
    dialog,
    field,
    save: () => opened.user.click(dialog.getByRole("button", { name: "Save item" })),
  };
}

/** Somebody else's change of the first item. */
const changeElsewhere = async (
  { server, category }: Pick<Opened, "server" | "category">,
  title: string,
) => {
  const [item] = await itemsOf(server, category);
  await call(server, contentApi.edit, {
    params: { id: item?.id ?? 0 },
    body: { title, expected_updated_at: item?.updated_at ?? null },
  });
};

describe("'Edit…' on an item", () => {
  it("corrects it in a dialog with its own address", async () => {
    const { user, field, save, router, items, server, category, pool } = await openEdit();
    expect(router.state.location.search).toMatchObject({ edit: items[0]?.id });
    const text = await field("Text content");
    expect(text).toHaveValue("Čaj.");
    expect(await field("Image URL")).toHaveValue(imageUrl);
    await user.clear(text);
    await user.type(text, "Čaj i ćebe.");
    await user.type(await field("Title"), "Popodne");
    await save();

    expect(await findToast("Item saved.")).toBeVisible();
    expect(await pool.findByText("Čaj i ćebe.")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(router.state.location.search).not.toHaveProperty("edit");
    expect(await itemsOf(server, category)).toMatchObject([
      { text_content: "Čaj i ćebe.", title: "Popodne", image_url: imageUrl, is_active: true },
    ]);
  });

  it("keeps what was typed when it is refused, and shows why", async () => {
    const { user, dialog, field, save, wire } = await openEdit();
    answerWith(wire, editing, 409, { detail: "Locked." }, { once: true });
    await user.type(await field("Title"), "Popodne");
    await save();
    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to save item.Locked.");
    expect(await field("Title")).toHaveValue("Popodne");
    await save();
    expect(await findToast("Item saved.")).toBeVisible();
  });

  it("asks before it overwrites what somebody else has saved meanwhile", async () => {
    const opened = await openEdit();
    const { user, field, save, server, category } = opened;
    await user.type(await field("Title"), "Moje");
    await changeElsewhere(opened, "Njihovo");
    await save();
    const question = await findOverwriteQuestion("The item has changed on the server");
    expect(question.rows()).toEqual(["Title|Njihovo|Moje"]);
    expect(await itemsOf(server, category)).toMatchObject([{ title: "Njihovo" }]);
    await user.click(question.getByRole("button", { name: "Overwrite" }));
    expect(await findToast("Item saved.")).toBeVisible();
    expect(await itemsOf(server, category)).toMatchObject([{ title: "Moje" }]);
  });

  it("says that an item is gone that its address names", async () => {
    await openItems(["Čaj."], "?edit=999");
    const dialog = await findDialog("Edit item");
    expect(await dialog.findByText("This item is not in this category.")).toBeVisible();
  });

  it("is not there with a backend that does not announce it", async () => {
    const opened = await openItems(["Čaj."]);
    const card = await cardOf(opened, "Čaj.");
    capabilities.announce([]);
    await opened.user.click(card.getByRole("button", { name: "Actions" }));
    const menu = within(await screen.findByRole("menu"));
    expect(textsIn(menu, "menuitem")).toEqual(["Convert to video", "Post now", "Delete"]);
  });
});

describe("An item", () => {
  it("is made inactive and active again from its menu", async () => {
    const opened = await openItems(["Čaj."]);
    await choose(opened, "Čaj.", "Deactivate");
    expect(await findToast("Item deactivated.")).toBeVisible();
    expect(await (await cardOf(opened, "Čaj.")).findByText("Inactive")).toBeVisible();
    await choose(opened, "Čaj.", "Activate");
    expect(await findToast("Item activated.")).toBeVisible();
    expect(await itemsOf(opened.server, opened.category)).toMatchObject([{ is_active: true }]);
  });

  it("stays as it is if that is refused, and says why on its card", async () => {
    const opened = await openItems(["Čaj."]);
    await changeElsewhere(opened, "Njihovo");
    await choose(opened, "Čaj.", "Deactivate");
    expect(await findToast("Failed to activate or deactivate item.")).toBeVisible();
    const card = await cardOf(opened, "Čaj.");
    const failure = card.getByText("Failed to activate or deactivate item.");
    expect(failure).toHaveTextContent("This content was changed meanwhile.");
    expect(card.getByText("Active")).toBeVisible();
  });
});
