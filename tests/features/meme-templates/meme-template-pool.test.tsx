import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { memeTemplatesApi } from "@/features/meme-templates/contract";
import { session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import { call } from "../../support/call";
import { findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import { buttons, openRecords } from "../products/support";

const open = (added: readonly object[] = []) => openRecords("template", added);

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

  it("reports an unknown outcome once, even if the template and its question are gone", async () => {
    const show = vi.spyOn(toasts, "show");
    const { user, panel, pressOn, wire, server } = await open([buttons]);
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
    expect(await panel.findByText("No meme templates yet")).toBeVisible();
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
