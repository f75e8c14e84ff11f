import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { accountsApi } from "@/features/accounts/contract";
import { call } from "../../support/call";
import { findIn, noDialog } from "../../support/find-in";
import { findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import { createGroup } from "./support";

async function open() {
  const server = await startServer();
  for (const name of ["Zima", "Leto"]) {
    await createGroup(server, name);
  }
  await call(server, accountsApi.add, {
    params: { id: 1 },
    body: {
      platform_type: "bluesky",
      platform_username: "zimska.bsky.social",
      credentials: { identifier: "zima", password: "abcd-efgh-ijkl-mnop" },
    },
  });
  const app = await renderApp("/dashboard/config?tab=settings&group=1", { server });
  const names = async () => (await call(server, groupApi.list, {})).map(({ name }) => name);
  return { ...app, names };
}

describe("Renaming a group", () => {
  const form = () => findIn("form", "Rename group");

  it("shows the new name at once", async () => {
    const { user, names } = await open();
    const name = (await form()).getByRole("textbox", { name: "Group Name" });
    expect(name).toHaveValue("Zima");
    await user.clear(name);
    await user.type(name, "Proleće");
    await user.click((await form()).getByRole("button", { name: "Rename group" }));
    expect(await findToast("Group renamed.")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Proleće" })).toBeVisible();
    await waitFor(() => expect(name).toHaveValue("Proleće"));
    expect(await names()).toEqual(["Proleće", "Leto"]);
  });

  it("needs a name that no other group has", async () => {
    const { user, names } = await open();
    const name = (await form()).getByRole("textbox", { name: "Group Name" });
    await user.clear(name);
    await user.click((await form()).getByRole("button", { name: "Rename group" }));
    expect(await (await form()).findByText("Group Name is required.")).toBeVisible();
    await user.type(name, "leto");
    await user.click((await form()).getByRole("button", { name: "Rename group" }));
    const alert = await (await form()).findByRole("alert");
    expect(alert).toHaveTextContent("Failed to rename group.");
    expect(alert).toHaveTextContent("A group named “leto” already exists.");
    expect(await names()).toEqual(["Zima", "Leto"]);
  });
});

describe("Deleting a group", () => {
  async function ask(user: Awaited<ReturnType<typeof open>>["user"]) {
    await user.click(await screen.findByRole("button", { name: "Delete group…" }));
    return within(await screen.findByRole("dialog", { name: "Delete Zima?" }));
  }

  it("names what the group holds, and is confirmed by typing the name", async () => {
    const { user, names, wire } = await open();
    const dialog = await ask(user);
    expect(await dialog.findByText("1 social account")).toBeVisible();
    expect(dialog.getByText("0 categories with 0 content items")).toBeVisible();
    expect(wire.sent.filter((line) => line.endsWith("/contents"))).toHaveLength(1);
    const typed = dialog.getByRole("textbox", { name: "Type the group's name to confirm" });
    await user.type(typed, "Leto");
    await user.click(dialog.getByRole("button", { name: "Delete group" }));
    expect(await dialog.findByText("The name does not match.")).toBeVisible();
    expect(wire.sent.filter((line) => line.startsWith("DELETE"))).toEqual([]);

    await user.clear(typed);
    await user.type(typed, "Zima");
    await user.click(dialog.getByRole("button", { name: "Delete group" }));
    expect(await findToast("Group deleted.")).toBeVisible();
    await noDialog();
    expect(await screen.findByRole("button", { name: "Leto" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect(screen.queryByRole("button", { name: "Zima" })).not.toBeInTheDocument();
    expect(await names()).toEqual(["Leto"]);
  });

  it("can be cancelled, and then needs the name again", async () => {
    const { user, names } = await open();
    const dialog = await ask(user);
    await user.type(dialog.getByRole("textbox"), "Zima");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await noDialog();
    expect((await ask(user)).getByRole("textbox")).toHaveValue("");
    expect(await names()).toEqual(["Zima", "Leto"]);
  });

  it("says why the server refuses it", async () => {
    const { user, wire } = await open();
    const detail = "A post of this group is being published now. Try again in a minute.";
    wire.answer(/^DELETE/, () => jsonAnswer(409, { detail }));
    const dialog = await ask(user);
    await user.type(dialog.getByRole("textbox"), "Zima");
    await user.click(dialog.getByRole("button", { name: "Delete group" }));
    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to delete group.");
    expect(alert).toHaveTextContent(detail);
  });
});
