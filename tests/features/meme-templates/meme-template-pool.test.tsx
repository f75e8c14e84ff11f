import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { memeTemplatesApi } from "@/features/meme-templates/contract";
import { session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import { type BodyOf, call } from "../../support/call";
import { findOverwriteQuestion } from "../../support/changed-meanwhile";
import { answering, findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";

const buttons = {
  name: "Dva dugmeta",
  template_image_url: "https://cdn.example.com/dugmad.png",
  usage_explanation: "Two buttons with one wish each.",
  humor_explanation: "Both are right.",
  is_active: true,
};

async function open(added: readonly BodyOf<typeof memeTemplatesApi.add>[] = []) {
  const server = await startServer();
  for (const template of added) await call(server, memeTemplatesApi.add, { body: template });
  const app = await renderApp("/dashboard/config#meme-templates", { server });
  const pool = within(await screen.findByRole("region", { name: "Meme Template Pool Manager" }));
  if (added.length === 0) await pool.findByText("No meme templates yet");
  const form = () => within(screen.getByRole("form", { name: "Meme template" }));
  const field = (name: string) => form().getByRole("textbox", { name });
  const press = (name: string) => app.user.click(form().getByRole("button", { name }));
  const add = async () => {
    await app.user.click(pool.getByRole("button", { name: "Add template" }));
    await screen.findByRole("dialog", { name: "New template" });
  };
  async function fill(values: Partial<typeof buttons>) {
    const texts = [
      ["Name", values.name],
      ["Image URL", values.template_image_url],
      ["Usage explanation", values.usage_explanation],
      ["Humor explanation", values.humor_explanation],
    ] as const;
    for (const [name, text] of texts) if (text) await app.user.type(field(name), text);
  }
  const cardOf = async (name: string) => {
    const card = (await pool.findByRole("heading", { name, level: 3 })).closest("li");
    if (!card) throw new Error(`${name} has no card.`);
    return within(card);
  };
  const pressOn = async (name: string, button: string) =>
    app.user.click((await cardOf(name)).getByRole("button", { name: button }));
  const stored = () => call(server, memeTemplatesApi.list, {});
  return { ...app, pool, add, form, field, press, fill, cardOf, pressOn, stored };
}

const writes = (sent: readonly string[]) => sent.filter((line) => /^(POST|PUT|DELETE)/.test(line));

it("The meme templates are said to belong to all groups", async () => {
  const { pool } = await open();
  expect(pool.getByText("All groups")).toBeVisible();
});

it("A template that somebody else has changed since is not overwritten unseen", async () => {
  const { server, user, pressOn, fill, press, field, stored, wire } = await open([buttons]);
  await pressOn("Dva dugmeta", "Edit");
  await fill({ name: " i po" });
  const [template] = await stored();
  if (!template) throw new Error("There is no template.");
  await call(server, memeTemplatesApi.update, {
    params: { id: template.id },
    body: { ...buttons, name: "Tri dugmeta" },
  });
  await press("Update Template");
  const question = await findOverwriteQuestion("The template has changed on the server");
  expect(question.rows()).toEqual(["Name|Tri dugmeta|Dva dugmeta i po"]);
  expect(writes(wire.sent)).toEqual([]);
  await user.click(question.getByRole("button", { name: "Use the server's" }));
  await waitFor(() => expect(field("Name")).toHaveValue("Tri dugmeta"));
});

describe("The pool of meme templates", () => {
  it("shows what to do while it is empty, and needs no group", async () => {
    const { pool } = await open();
    expect(pool.getByText("No meme templates yet")).toBeVisible();
  });

  it("reports that it could not be loaded, and tries again", async () => {
    let broken = true;
    const server = await answering([
      {
        to: "/admin/meme-templates/",
        says: () => (broken ? jsonAnswer(500, { detail: "No database." }) : undefined),
      },
    ]);
    const { user } = await renderApp("/dashboard/config#meme-templates", { server });
    const pool = within(await screen.findByRole("region", { name: "Meme Template Pool Manager" }));
    const alert = await pool.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch meme templates.No database.");
    broken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await pool.findByText("No meme templates yet")).toBeVisible();
  });
});

describe("Adding a meme template", () => {
  it("adds it to the pool, and leaves an empty form, with 'Active' checked", async () => {
    const { user, pool, add, form, field, fill, press, cardOf, stored } = await open();
    await add();
    await fill(buttons);
    await user.click(form().getByRole("checkbox", { name: "Active" }));
    await press("Create Template");
    expect(await findToast("Template created.")).toBeVisible();
    const card = await cardOf("Dva dugmeta");
    expect(card.getByText("Inactive")).toBeVisible();
    expect(card.getByText(buttons.usage_explanation)).toBeVisible();
    expect(card.getByText(buttons.humor_explanation)).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(pool.getByRole("button", { name: "Add template" })).toHaveFocus();
    expect(await stored()).toEqual([expect.objectContaining({ ...buttons, is_active: false })]);
    await add();
    expect(field("Name")).toHaveValue("");
    expect(form().getByRole("checkbox", { name: "Active" })).toBeChecked();
  });

  it("shows missing fields, and sends nothing without them", async () => {
    const { add, form, field, press, wire } = await open();
    await add();
    await press("Create Template");
    expect(await form().findByText("Name is required.")).toBeVisible();
    expect(form().getByText("Image URL is required.")).toBeVisible();
    expect(form().getByText("Usage explanation is required.")).toBeVisible();
    expect(form().getByText("Humor explanation is required.")).toBeVisible();
    expect(field("Name")).toHaveFocus();
    expect(writes(wire.sent)).toEqual([]);
  });

  it("accepts only a URL as the image URL", async () => {
    const { add, form, fill, press, wire } = await open();
    await add();
    await fill({ ...buttons, template_image_url: "dugmad.png" });
    await press("Create Template");
    expect(await form().findByText(/^Image URL must start with/)).toBeVisible();
    expect(writes(wire.sent)).toEqual([]);
  });

  it("keeps the typed text when it is refused", async () => {
    const { add, form, field, fill, press, wire } = await open();
    await add();
    wire.answer(
      (line) => line.startsWith("POST"),
      () => jsonAnswer(409, { detail: "The pool is full." }),
    );
    await fill(buttons);
    await press("Create Template");
    expect(await form().findByRole("alert")).toHaveTextContent(
      "Failed to create or update template.The pool is full.",
    );
    // The toast is behind the dialog, which hides the rest from a screen reader while it is open.
    const failures = () => screen.getAllByText("Failed to create or update template.");
    await waitFor(() => expect(failures()).toHaveLength(2));
    expect(field("Humor explanation")).toHaveValue(buttons.humor_explanation);
  });
});

describe("A meme template whose name changes the text direction", () => {
  // U+202E (right-to-left override) without its closing character.
  const name = "Zima \u202Elive";

  it("changes its own name only, and none of the words around it", async () => {
    const { user, pressOn } = await open([{ ...buttons, name }]);

    await pressOn(name, "Edit");
    expect(await screen.findByText(name, { selector: "h2 > bdi" })).toBeVisible();
    await user.keyboard("{Escape}");
    await pressOn(name, "Delete");

    const title = await screen.findByRole("heading", { name: `Delete ${name}?`, level: 2 });
    expect(within(title).getByText(name, { selector: "bdi" })).toBeVisible();
  });
});

describe("Editing a meme template", () => {
  it("opens it in a dialog, saves it, and closes", async () => {
    const { user, field, press, pressOn, cardOf, stored } = await open([buttons]);
    await pressOn("Dva dugmeta", "Edit");
    expect(await screen.findByRole("dialog", { name: 'Editing "Dva dugmeta"' })).toBeVisible();
    await user.type(field("Name"), " 2");
    await press("Update Template");
    expect(await findToast("Template updated.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const card = await cardOf("Dva dugmeta 2");
    expect(card.getByText("Active")).toBeVisible();
    expect(card.getByRole("button", { name: "Edit" })).toHaveFocus();
    expect(await stored()).toEqual([expect.objectContaining({ name: "Dva dugmeta 2" })]);
  });

  it("keeps the template in the form when it is refused", async () => {
    const { user, form, field, press, pressOn, wire } = await open([buttons]);
    wire.answer(
      (line) => line.startsWith("PUT"),
      () => jsonAnswer(404, { detail: "No such template." }),
    );
    await pressOn("Dva dugmeta", "Edit");
    await user.type(field("Name"), "!");
    await press("Update Template");
    expect(await form().findByRole("alert")).toHaveTextContent(
      "Failed to create or update template.No such template.",
    );
    expect(screen.getByRole("heading", { name: 'Editing "Dva dugmeta"' })).toBeVisible();
    expect(field("Name")).toHaveValue("Dva dugmeta!");
  });

  it("asks before it is closed or cancelled with unsaved text", async () => {
    const { user, add, fill, field, press, pressOn } = await open([buttons]);
    const question = async () =>
      within(await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }));
    const isClosed = () =>
      waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await add();
    await fill({ name: "Drake" });
    await user.keyboard("{Escape}");
    await user.click((await question()).getByRole("button", { name: "Keep editing" }));
    expect(field("Name")).toHaveValue("Drake");

    await user.keyboard("{Escape}");
    await user.click((await question()).getByRole("button", { name: "Discard" }));
    await isClosed();
    await pressOn("Dva dugmeta", "Edit");
    expect(field("Name")).toHaveValue("Dva dugmeta");
    await user.type(field("Name"), "!");
    await press("Cancel Edit");
    await user.click((await question()).getByRole("button", { name: "Discard" }));
    await isClosed();
    await add();
    expect(field("Name")).toHaveValue("");
  });
});

it("The folded pool says how many templates are active", async () => {
  const server = await startServer();
  await call(server, memeTemplatesApi.add, { body: buttons });
  const { user } = await renderApp("/dashboard/config", { server });
  const pool = within(await screen.findByRole("region", { name: "Meme Template Pool Manager" }));
  expect(await pool.findByText("1 of 1 active")).toBeVisible();
  expect(pool.queryByRole("listitem")).not.toBeInTheDocument();
  await user.click(pool.getByRole("button", { name: "Meme Template Pool Manager" }));
  expect(await pool.findByRole("heading", { name: "Dva dugmeta", level: 3 })).toBeVisible();
});

describe("Deleting a meme template", () => {
  const question = async () =>
    within(await screen.findByRole("alertdialog", { name: "Delete Dva dugmeta?" }));

  it("asks, naming it, and removes it from the pool", async () => {
    const { user, pool, pressOn, stored } = await open([buttons]);
    await pressOn("Dva dugmeta", "Delete");
    await user.click((await question()).getByRole("button", { name: "Delete" }));
    expect(await findToast("Template deleted.")).toBeVisible();
    expect(await pool.findByText("No meme templates yet")).toBeVisible();
    expect(await stored()).toEqual([]);
  });

  it("stays open with the reason when it is refused, and does nothing when cancelled", async () => {
    const { user, pressOn, wire, stored } = await open([buttons]);
    wire.answer(
      (line) => line.startsWith("DELETE"),
      () => jsonAnswer(409, { detail: "A category needs it." }),
    );
    await pressOn("Dva dugmeta", "Delete");
    const asked = await question();
    await user.click(asked.getByRole("button", { name: "Delete" }));
    expect(await asked.findByRole("alert")).toHaveTextContent(
      "Failed to delete template.A category needs it.",
    );
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    expect(await stored()).toHaveLength(1);
  });

  it("reports an unknown outcome once, even if the template and its question are gone", async () => {
    const show = vi.spyOn(toasts, "show");
    const { user, pool, pressOn, wire, server } = await open([buttons]);
    wire.answer(
      (line) => line.startsWith("DELETE"),
      async (request) => {
        await server.fetch(request);
        return jsonAnswer(504, {});
      },
    );
    await pressOn("Dva dugmeta", "Delete");
    const asked = await question();
    wire.answer(
      (line) => line.startsWith("GET /api/v1/admin/meme-templates"),
      async (request) => {
        await asked.findByRole("alert");
        return server.fetch(request);
      },
    );
    await user.click(asked.getByRole("button", { name: "Delete" }));
    expect(await pool.findByText("No meme templates yet")).toBeVisible();
    expect(await findToast("Failed to delete template.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(show.mock.calls.filter(([{ kind }]) => kind === "error")).toHaveLength(1);
  });

  it("reports that nothing was deleted, next to the dialog that asks to sign in again", async () => {
    const { user, pressOn, wire, server } = await open([buttons]);
    wire.answer(
      (line) => line.startsWith("DELETE"),
      () => jsonAnswer(401, { detail: "Not authenticated" }),
    );
    await pressOn("Dva dugmeta", "Delete");
    const asked = await question();
    await user.click(asked.getByRole("button", { name: "Delete" }));
    expect(await screen.findByRole("dialog", { name: "Session expired" })).toBeVisible();
    expect(asked.getByText("Failed to delete template.")).toBeInTheDocument();
    expect(asked.getByText("Not authenticated")).toBeInTheDocument();
    const second = await server.app.sessions.issue({ id: "administrator", name: "Administrator" });
    act(() => void session.signIn(second));
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Session expired" })).not.toBeInTheDocument(),
    );
  });
});
