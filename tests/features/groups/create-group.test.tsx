import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { call } from "../../support/call";
import { deferred } from "../../support/deferred";
import { findIn, noDialog } from "../../support/find-in";
import { holdTime, pass } from "../../support/held-time";
import { findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { serverWith } from "./support";

const create = (line: string) => line === "POST /api/v1/publishing/account-groups";
const names = async (server: TestServer) =>
  (await call(server, groupApi.list, {})).map(({ name }) => name);

async function openDialog(server?: TestServer) {
  const app = await renderApp("/dashboard/content", server ? { server } : {});
  await app.user.click(await screen.findByRole("button", { name: "+ New Group" }));
  const dialog = await findIn("dialog", "Create New Group");
  const name = dialog.getByRole("textbox", { name: "Group Name" });
  const press = () => app.user.click(dialog.getByRole("button", { name: "Create Group" }));
  const make = async () => {
    await app.user.type(name, "Zima");
    await press();
  };
  return { ...app, dialog, name, press, make };
}

describe("Create New Group", () => {
  it("creates the group and selects it", async () => {
    const { user, dialog, name, press, server, router } = await openDialog();

    await user.type(name, "Ćumur i roštilj");
    await user.type(dialog.getByRole("textbox", { name: "Description" }), "Karaburma");
    await press();

    expect(await screen.findByRole("button", { name: "Ćumur i roštilj" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(await findToast("Group created.")).toBeVisible();
    expect(await call(server, groupApi.list, {})).toEqual([
      expect.objectContaining({ name: "Ćumur i roštilj", description: "Karaburma" }),
    ]);
    expect(router.state.location.search).not.toHaveProperty("dialog");
  });

  it("shows the group even if a list that was read before arrives after its creation", async () => {
    const server = await startServer();
    const delivered = deferred();
    let reads = 0;
    const isRead = ({ method, url }: Request) =>
      method === "GET" && new URL(url).pathname === "/api/v1/publishing/account-groups";
    const fetch: typeof server.fetch = async (input, init) => {
      const answer = await server.fetch(input, init);
      if (input instanceof Request && isRead(input) && ++reads === 1) await delivered.promise;
      return answer;
    };
    const { make } = await openDialog({ ...server, fetch });
    await make();
    expect(await findToast("Group created.")).toBeVisible();

    delivered.resolve(undefined);
    expect(await screen.findByRole("button", { name: "Zima" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  it("requires the name before anything is sent", async () => {
    const { dialog, name, press, wire } = await openDialog();

    await press();

    expect(await dialog.findByText("Group Name is required.")).toBeVisible();
    expect(name).toHaveFocus();
    expect(wire.sent.filter(create)).toEqual([]);
  });

  it("shows inline why the server refused, and keeps the typed text", async () => {
    const { dialog, name, make, wire } = await openDialog();
    wire.answer(create, () => jsonAnswer(409, { detail: "A group of this name exists." }), {
      once: true,
    });

    await make();

    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Failed to create group.A group of this name exists.",
    );
    expect(name).toHaveValue("Zima");
  });

  it("shows an error about a field under that field", async () => {
    const { name, make, wire } = await openDialog();
    wire.answer(create, () =>
      jsonAnswer(422, { detail: [{ loc: ["body", "name"], msg: "Taken.", type: "value_error" }] }),
    );

    await make();

    await waitFor(() => expect(name).toHaveAccessibleDescription("Taken."));
  });

  it("is done once for a double click, for Enter twice, and for two clicks at once", async () => {
    const { user, dialog, name, server } = await openDialog();
    await user.type(name, "Zima");
    const button = dialog.getByRole("button", { name: "Create Group" });

    act(() => {
      button.click();
      button.click();
    });
    await user.dblClick(button).catch(() => {});
    await screen.findByRole("button", { name: "Zima" });

    await user.click(screen.getByRole("button", { name: "+ New Group" }));
    await user.type(
      await screen.findByRole("textbox", { name: "Group Name" }),
      "Leto{Enter}{Enter}",
    );
    await screen.findByRole("button", { name: "Leto" });

    expect(await names(server)).toEqual(["Zima", "Leto"]);
  });

  it("reports that it may have been done when no answer arrived, and a retry does it only once", async () => {
    const { dialog, press, make, server, wire } = await openDialog();
    wire.loseAnswer(create);

    await make();
    expect(await dialog.findByText("Failed to create group.")).toBeVisible();
    expect(
      dialog.getByText(
        "The server did not respond. It may still have gone through. Trying again will not repeat it.",
      ),
    ).toBeVisible();

    await press();
    expect(await findToast("Group created.")).toBeVisible();
    expect(await names(server)).toEqual(["Zima"]);
  });

  it("treats a group as created if only the answer cannot be read", async () => {
    const { make, server, wire } = await openDialog();
    wire.answer(create, async (request) => {
      await server.fetch(request);
      return new Response("{", { headers: { "content-type": "application/json" } });
    });

    await make();

    expect(
      await findToast("It was done, but the server's response could not be read."),
    ).toBeVisible();
    expect(await screen.findByRole("button", { name: "Zima" })).toBeVisible();
  });

  it("does not treat a group as created if an HTML page arrives instead of the answer", async () => {
    const { dialog, press, make, server, wire } = await openDialog();
    wire.answer(
      create,
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      { once: true },
    );

    await make();
    expect(await dialog.findByText("Failed to create group.")).toBeVisible();

    await press();
    expect(await findToast("Group created.")).toBeVisible();
    expect(await names(server)).toEqual(["Zima"]);
  });

  it.each([
    ["nothing was sent, since the browser was offline", "You are offline. Nothing was sent."],
    ["a proxy refused", /It may still have gone through/],
  ])("is created once if one try got no answer and at the next %s", async (next, said) => {
    const { dialog, press, make, server, wire } = await openDialog();
    wire.loseAnswer(create);
    await make();
    expect(await dialog.findByText("Failed to create group.")).toBeVisible();

    const onLine = vi.spyOn(navigator, "onLine", "get");
    if (next.startsWith("nothing")) onLine.mockReturnValue(false);
    else
      wire.answer(create, () => Response.json({ detail: "Slow down." }, { status: 429 }), {
        once: true,
      });
    await press();
    expect(await dialog.findByText(said)).toBeVisible();

    onLine.mockRestore();
    await press();
    expect(await findToast("Group created.")).toBeVisible();
    expect(await names(server)).toEqual(["Zima"]);
  });

  it("is refused at once while offline, and not sent later", async () => {
    const { dialog, make, wire } = await openDialog();
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);

    await make();
    expect(await dialog.findByText("You are offline. Nothing was sent.")).toBeVisible();

    holdTime();
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await pass(10_000);
    expect(wire.sent.filter(create)).toEqual([]);
  });

  it("asks before it discards typed text", async () => {
    const { user, dialog, name } = await openDialog();
    await user.type(name, "Zima");

    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    const question = await findIn("alertdialog", "Discard unsaved changes?");
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(name).toHaveValue("Zima");

    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Discard" }),
    );
    await noDialog();
  });

  it("is not reopened by Back", async () => {
    const { user, dialog, router } = await openDialog();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await noDialog();

    holdTime();
    act(() => router.history.back());
    await pass(1_000);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("does not navigate if it was left while it was being saved", async () => {
    const { user, dialog, name, wire, router } = await openDialog();
    const waiting = deferred();
    wire.answer(create, () => waiting.promise);
    await user.type(name, "Zima{Enter}");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    const question = await findIn("alertdialog", "Leave while saving?");
    await user.click(question.getByRole("button", { name: "Leave" }));
    await noDialog();
    waiting.resolve(undefined);

    expect(await findToast("Group created.")).toBeVisible();
    expect(router.state.location.search).not.toHaveProperty("group");
  });

  it("is closed before another unsaved form asks whether to discard it", async () => {
    const { server } = await serverWith("Zima");
    const { user, router } = await renderApp("/dashboard/config?tab=settings", { server });
    const logo = await screen.findByRole("textbox", { name: "Logo URL" });
    await user.type(logo, "https://example.com/z.png");

    await user.click(screen.getByRole("button", { name: "+ New Group" }));
    await user.type(await screen.findByRole("textbox", { name: "Group Name" }), "Leto{Enter}");
    const question = await findIn("alertdialog", "Discard unsaved changes?");
    expect(screen.queryByRole("dialog", { hidden: true })).not.toBeInTheDocument();
    await user.click(question.getByRole("button", { name: "Keep editing" }));

    await waitFor(() => expect(document.body).not.toHaveFocus());
    expect(screen.getByRole("button", { name: "Zima" })).toHaveAttribute("aria-pressed", "true");
    expect(screen.getByRole("button", { name: "Leto" })).toHaveAttribute("aria-pressed", "false");
    expect(screen.getByRole("textbox", { name: "Logo URL" })).toHaveValue(
      "https://example.com/z.png",
    );
    expect(router.state.location.search).not.toHaveProperty("dialog");
  });

  it("is restored, with the typed text, after a reload", async () => {
    const { user, name, server } = await openDialog();
    await user.type(name, "Zima");
    window.dispatchEvent(new PageTransitionEvent("pagehide"));

    await renderApp("/dashboard/content?dialog=new-group", { server });

    const again = await screen.findAllByRole("textbox", { name: "Group Name" });
    await waitFor(() => expect(again.at(-1)).toHaveValue("Zima"));
  });
});
