import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { findIn } from "../support/find-in";
import { renderApp } from "../support/render-app";

vi.mock("@/shared/config/env", () => ({ apiHost: "http://localhost:4101" }));

const isCreation = (line: string) => line === "POST /api/v1/publishing/account-groups";

it("a write to another origin keeps its key when a network's sign-in page answers in between", async () => {
  const { user, wire } = await renderApp("/dashboard/publishing");
  await user.click(await screen.findByRole("button", { name: "+ New Group" }));
  const dialog = await findIn("dialog", "Create New Group");
  await user.type(dialog.getByRole("textbox", { name: "Group Name" }), "Zima");

  const keys: (string | null)[] = [];
  let isBack = false;
  const signInPage = () =>
    new Response("<h1>Welcome, guest</h1>", { headers: { "content-type": "text/html" } });
  wire.answer(() => !isBack, signInPage);
  wire.answer(isCreation, ({ headers }) => {
    keys.push(headers.get("idempotency-key"));
    return isBack ? undefined : signInPage();
  });
  await user.click(dialog.getByRole("button", { name: "Create Group" }));
  await screen.findByText(/^Cannot reach the server/);
  // The backend's description of itself is answered by the page too.
  const asked = () => wire.sent.filter((line) => line === "GET /healthz").length;
  const before = asked();
  await waitFor(() => expect(asked()).toBeGreaterThan(before));

  isBack = true;
  await user.click(await dialog.findByRole("button", { name: "Create Group" }));
  expect(await screen.findByRole("button", { name: "Zima" })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});
