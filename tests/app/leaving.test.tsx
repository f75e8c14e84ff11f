import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { call } from "../support/call";
import { renderApp, startServer } from "../support/render-app";

/** Opens the configuration and types into the catalog, the templates and the new account. */
async function withThreeDirtyForms() {
  const server = await startServer();
  for (const name of ["Zima", "Leto"]) {
    await call(server, groupsApi.create, { body: { name, description: null } });
  }
  const app = await renderApp("/dashboard/config", { server });
  const field = async (form: string, name: string) =>
    within(await screen.findByRole("form", { name: form })).getByRole("textbox", { name });
  await app.user.type(await field("Product", "Product name"), "Kapa");
  await app.user.type(await field("Meme template", "Name"), "Drake");
  await app.user.type(await field("Add account", "Username"), "zima");
  return { ...app, field };
}

const question = () => screen.findByRole("alertdialog", { name: "Discard unsaved changes?" });
const noQuestion = () =>
  waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());

describe("Leaving unsaved forms", () => {
  it("asks once for all forms of the screen, and keeps or discards them all", async () => {
    const { user, field } = await withThreeDirtyForms();

    await user.click(screen.getByRole("link", { name: "Publishing" }));
    await user.click(within(await question()).getByRole("button", { name: "Keep editing" }));
    await noQuestion();
    expect(await field("Product", "Product name")).toHaveValue("Kapa");
    expect(await field("Add account", "Username")).toHaveValue("zima");

    await user.click(screen.getByRole("link", { name: "Publishing" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("heading", { name: "Publishing", level: 1 })).toBeVisible();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();

    await user.click(screen.getByRole("link", { name: "Configuration" }));
    expect(await field("Product", "Product name")).toHaveValue("");
    expect(await field("Meme template", "Name")).toHaveValue("");
    expect(await field("Add account", "Username")).toHaveValue("");
  });

  it("asks again about text typed after that", async () => {
    const { user, field } = await withThreeDirtyForms();
    await user.click(screen.getByRole("link", { name: "Publishing" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    await screen.findByRole("heading", { name: "Publishing", level: 1 });
    await user.click(screen.getByRole("link", { name: "Configuration" }));
    await user.type(await field("Product", "Product name"), "Šal");

    await user.click(screen.getByRole("link", { name: "Publishing" }));

    expect(await question()).toBeVisible();
  });

  it("asks only about the forms that another tab or group would remove", async () => {
    const { user, field } = await withThreeDirtyForms();

    await user.click(screen.getByRole("tab", { name: "Settings" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("form", { name: "Proxy" })).toBeVisible();
    expect(await field("Product", "Product name")).toHaveValue("Kapa");

    await user.click(screen.getByRole("button", { name: "Leto" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Leto" })).toBePressed());
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(await field("Product", "Product name")).toHaveValue("Kapa");
    expect(await field("Meme template", "Name")).toHaveValue("Drake");
  });
});
