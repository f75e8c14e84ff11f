import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import * as leaving from "@/features/accounts/connect-address";
import { accounts } from "../../../server/db/schema";
import { openAddAccount, openWith } from "./support";

// jsdom does not navigate: the test checks the URL that the browser would open.
let leaveFor: MockInstance<typeof leaving.leaveFor>;
beforeEach(() => {
  leaveFor = vi.spyOn(leaving, "leaveFor").mockImplementation(() => {});
});

async function openReddit() {
  const opened = await openWith([]);
  const form = await openAddAccount(opened.user);
  await opened.user.selectOptions(form.getByRole("combobox", { name: "Platform" }), "Reddit");
  return { ...opened, form };
}

describe("Connecting Reddit", () => {
  it("asks for nothing, and sends the browser to the backend with the group and the token", async () => {
    const { user, form, group, server, router } = await openReddit();
    expect(form.queryByRole("textbox")).not.toBeInTheDocument();
    expect(form.queryByRole("button", { name: "Add account" })).not.toBeInTheDocument();
    const token = localStorage.getItem("accessToken") ?? "";

    await user.click(form.getByRole("button", { name: "Connect Reddit" }));
    const address = new URL(leaveFor.mock.lastCall?.[0] ?? "");
    expect(address.pathname).toBe("/api/v1/publishing/reddit/connect");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      group_id: String(group.id),
      token,
      origin: window.location.origin,
    });
    // The server accepts the token, and the console shows it neither on the page nor in its URL.
    expect((await server.fetch(address.href, { redirect: "manual" })).status).toBe(303);
    expect(document.documentElement.innerHTML).not.toContain(token);
    expect(router.state.location.href).not.toContain(token);
  });

  it("is what 'Reconnect' does on the card of an account that does not work", async () => {
    const { user, group, server, router } = await openWith([]);
    await server.database.db.insert(accounts).values({
      group_id: Number(group.id),
      platform_type: "reddit",
      platform_username: "zima_rs",
      is_active: false,
      created_at: new Date(),
    });
    await act(() => router.options.context.queryClient.invalidateQueries());
    await user.click(await screen.findByRole("button", { name: "Reconnect" }));
    const address = new URL(leaveFor.mock.lastCall?.[0] ?? "");
    expect(address.pathname).toBe("/api/v1/publishing/reddit/connect");
    expect(address.searchParams.get("group_id")).toBe(String(group.id));
  });

  it("reports that there is no token", async () => {
    const { user, form } = await openReddit();
    localStorage.removeItem("accessToken");
    await user.click(form.getByRole("button", { name: "Connect Reddit" }));
    expect(await form.findByRole("alert")).toHaveTextContent(
      "Authentication token not found. Please log in again.",
    );
    expect(leaveFor).not.toHaveBeenCalled();
  });
});

describe("Adding a TikTok account", () => {
  it("accepts a username alone, and shows the next step", async () => {
    const { user, stored } = await openWith([]);
    const form = await openAddAccount(user);
    await user.selectOptions(form.getByRole("combobox", { name: "Platform" }), "TikTok");
    expect(form.getByText(/choose 'Prime session'/)).toBeVisible();
    await user.type(form.getByRole("textbox", { name: "Username" }), "zima.tok");
    await user.click(form.getByRole("button", { name: "Add account" }));
    expect(await screen.findByRole("heading", { name: "zima.tok" })).toBeVisible();
    expect(await stored()).toEqual([
      expect.objectContaining({ platform_type: "tiktok", is_active: false }),
    ]);
  });
});
