import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { call } from "../support/call";
import { renderApp, startServer } from "../support/render-app";

/** Opens the configuration and types into two forms of a tab, and into one below the tabs. */
async function withThreeDirtyForms() {
  const server = await startServer();
  for (const name of ["Zima", "Leto"]) {
    await call(server, groupsApi.create, { body: { name, description: null } });
  }
  const app = await renderApp("/dashboard/config?tab=settings#sale-rotator", { server });
  const field = async (form: string, name: string) =>
    within(await screen.findByRole("form", { name: form })).getByRole("textbox", { name });
  await app.user.type(await field("Media and logo", "Logo URL"), "/kapa.png");
  await app.user.type(await field("Proxy", "Proxy server"), "proxy");
  await app.user.type(await field("Sale rotator settings", "Sale tag"), "-zima");
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
    expect(await field("Media and logo", "Logo URL")).toHaveValue("/kapa.png");
    expect(await field("Sale rotator settings", "Sale tag")).toHaveValue("sale-zima");

    await user.click(screen.getByRole("link", { name: "Publishing" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("heading", { name: "Publishing", level: 1 })).toBeVisible();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();

    await user.click(screen.getByRole("link", { name: "Configuration" }));
    await user.click(await screen.findByRole("tab", { name: "Settings" }));
    expect(await field("Media and logo", "Logo URL")).toHaveValue("");
    expect(await field("Proxy", "Proxy server")).toHaveValue("");
    expect(await field("Sale rotator settings", "Sale tag")).toHaveValue("sale");
  });

  it("asks again about text typed after that", async () => {
    const { user, field } = await withThreeDirtyForms();
    await user.click(screen.getByRole("link", { name: "Publishing" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    await screen.findByRole("heading", { name: "Publishing", level: 1 });
    await user.click(screen.getByRole("link", { name: "Configuration" }));
    await user.type(await field("Sale rotator settings", "Sale tag"), "-leto");

    await user.click(screen.getByRole("link", { name: "Publishing" }));

    expect(await question()).toBeVisible();
  });

  it("asks only about the forms that another tab or group would remove", async () => {
    const { user, field } = await withThreeDirtyForms();

    await user.click(screen.getByRole("tab", { name: "AI Mascot Settings" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("form", { name: "Mascot" })).toBeVisible();
    expect(await field("Sale rotator settings", "Sale tag")).toHaveValue("sale-zima");

    await user.click(screen.getByRole("button", { name: "Leto" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Leto" })).toBePressed());
    expect(await field("Sale rotator settings", "Sale tag")).toHaveValue("sale");
  });
});
