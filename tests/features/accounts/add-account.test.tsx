import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountApi } from "@/entities/account/contract";
import { platforms, platformTypes } from "@/entities/account/platforms";
import { accountFormSchema } from "@/features/accounts/schema";
import { groupsApi } from "@/features/groups/contract";
import { call } from "../../support/call";
import { findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";

async function openAccounts() {
  const server = await startServer();
  const group = await call(server, groupsApi.create, {
    body: {
      name: "Zima",
      description: null,
    },
  });
  const app = await renderApp("/dashboard/config", { server });
  const form = within(await screen.findByRole("form", { name: "Add account" }));
  const list = () => call(server, accountApi.list, { params: { id: group.id } });
  return { ...app, group, form, list };
}

const addCall = (line: string) => /^POST .*\/accounts$/.test(line);

describe("Adding an account", () => {
  it("shows what to do while there is none", async () => {
    await openAccounts();

    expect(await screen.findByText("This group has no social accounts.")).toBeVisible();
  });

  it("asks for the keys of the chosen platform, and shows the new account", async () => {
    const { user, form, list } = await openAccounts();

    await user.selectOptions(form.getByRole("combobox", { name: "Platform" }), "Bluesky");
    await user.type(form.getByRole("textbox", { name: "Username" }), "zima.bsky.social");
    await user.type(form.getByRole("textbox", { name: "Identifier" }), "zima.bsky.social");
    await user.type(form.getByLabelText("App password"), "abcd-efgh");
    await user.click(form.getByRole("button", { name: "Add account" }));

    expect(await screen.findByRole("heading", { name: "zima.bsky.social" })).toBeVisible();
    expect(await findToast("Account added.")).toBeVisible();
    // The next account is likely of the same platform, but has other keys.
    expect(form.getByLabelText("App password")).toHaveValue("");
    expect(form.getByRole("textbox", { name: "Username" })).toHaveValue("");
    expect(await list()).toEqual([
      expect.objectContaining({ platform_type: "bluesky", is_active: true }),
    ]);
  });

  it("forgets the keys when the platform changes", async () => {
    const { user, form } = await openAccounts();
    const platform = form.getByRole("combobox", { name: "Platform" });

    await user.selectOptions(platform, "Instagram");
    await user.type(form.getByLabelText("Access token"), "a-canary-secret");
    await user.selectOptions(platform, "Threads");
    expect(form.getByLabelText("Access token")).toHaveValue("");
    await user.selectOptions(platform, "Instagram");
    expect(form.getByLabelText("Access token")).toHaveValue("");
  });

  it("is not dirty after only another platform was selected", async () => {
    const { user, form } = await openAccounts();
    const platform = form.getByRole("combobox", { name: "Platform" });
    await user.selectOptions(platform, "Instagram");
    await user.selectOptions(platform, "X (Twitter)");

    await user.click(screen.getByRole("link", { name: "Publishing" }));
    expect(await screen.findByRole("heading", { name: "Publishing", level: 1 })).toBeVisible();
  });

  it("stays on its tab and keeps the typed text on 'Keep editing'", async () => {
    const { user, form, router } = await openAccounts();
    await user.type(form.getByRole("textbox", { name: "Username" }), "zima");

    await user.click(screen.getByRole("tab", { name: "Evergreen Content" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }),
    );
    await user.click(question.getByRole("button", { name: "Keep editing" }));

    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(form.getByRole("textbox", { name: "Username" })).toHaveValue("zima");
    expect(router.state.location.search).not.toHaveProperty("tab", "evergreen");
  });

  it("does not ask before the dialog for a new group opens", async () => {
    const { user, form } = await openAccounts();
    await user.type(form.getByRole("textbox", { name: "Username" }), "zima");

    await user.click(screen.getByRole("button", { name: "+ New Group" }));
    expect(await screen.findByRole("dialog", { name: "Create New Group" })).toBeVisible();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("stores no key in the draft, only the other fields", async () => {
    const { user, form } = await openAccounts();
    await user.type(form.getByRole("textbox", { name: "Username" }), "zima");
    await user.type(form.getByLabelText("Consumer key"), "a-canary-secret");
    window.dispatchEvent(new PageTransitionEvent("pagehide"));

    const stored = JSON.stringify({ ...sessionStorage, ...localStorage });
    expect(stored).toContain("zima");
    expect(stored).not.toContain("a-canary-secret");
  });

  it("shows missing fields before anything is sent", async () => {
    const { user, form, wire } = await openAccounts();

    await user.selectOptions(form.getByRole("combobox", { name: "Platform" }), "Facebook Page");
    await user.click(form.getByRole("button", { name: "Add account" }));

    expect(await form.findByText("Username is required.")).toBeVisible();
    expect(form.getByText("Page ID is required.")).toBeVisible();
    expect(form.getByText("Page access token is required.")).toBeVisible();
    expect(wire.sent.filter(addCall)).toEqual([]);
  });

  it("shows why the server refused, and keeps the typed text", async () => {
    const { user, form, wire } = await openAccounts();
    wire.answer(addCall, () =>
      jsonAnswer(409, { detail: "This account is already in the group." }),
    );

    await user.type(form.getByRole("textbox", { name: "Username" }), "zima");
    await user.type(form.getByLabelText("Bearer token"), "abc");
    await user.click(form.getByRole("button", { name: "Add account" }));

    const alert = await form.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to add account. Check console for details.");
    expect(alert).toHaveTextContent("This account is already in the group.");
    expect(form.getByLabelText("Bearer token")).toHaveValue("abc");
  });

  it("shows the server's message about a key under that key", async () => {
    const { user, form, wire } = await openAccounts();
    wire.answer(addCall, () =>
      jsonAnswer(422, {
        detail: [
          { loc: ["body", "credentials", "password"], msg: "This is no app password.", type: "x" },
        ],
      }),
    );
    await user.selectOptions(form.getByRole("combobox", { name: "Platform" }), "Bluesky");
    await user.type(form.getByRole("textbox", { name: "Username" }), "zima.bsky.social");
    await user.type(form.getByRole("textbox", { name: "Identifier" }), "zima.bsky.social");
    await user.type(form.getByLabelText("App password"), "abcd");
    await user.click(form.getByRole("button", { name: "Add account" }));

    await waitFor(() =>
      expect(form.getByLabelText("App password")).toHaveAccessibleDescription(
        /This is no app password\./,
      ),
    );
  });

  it("asks before an account is deleted, naming it", async () => {
    const { user, form, list } = await openAccounts();
    await user.type(form.getByRole("textbox", { name: "Username" }), "zima");
    await user.click(form.getByRole("button", { name: "Add account" }));
    await screen.findByRole("heading", { name: "zima" });

    await user.click(screen.getByRole("button", { name: "Actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete account" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Delete zima?" }));
    await user.click(question.getByRole("button", { name: "Delete account" }));

    expect(await screen.findByText("This group has no social accounts.")).toBeVisible();
    expect(await list()).toEqual([]);
  });

  it("shows why the accounts cannot be loaded, and tries again on request", async () => {
    const server = await startServer();
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
    const { wire, user, router } = await renderApp("/dashboard/publishing", { server });
    wire.answer(
      (line) => /^GET .*\/accounts$/.test(line),
      () => jsonAnswer(500, {}),
      {
        once: true,
      },
    );
    await user.click(await screen.findByRole("link", { name: "Configuration" }));

    expect(await screen.findByText("Failed to fetch group accounts.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("This group has no social accounts.")).toBeVisible();
    expect(router.state.location.pathname).toBe("/dashboard/config");
  });
});

describe("The keys of a platform", () => {
  it("are defined for every platform", () => {
    expect(Object.keys(platforms)).toEqual([...platformTypes]);
  });

  it.each(platformTypes)("are asked for when they are required: %s", (platform_type) => {
    const read = accountFormSchema.safeParse({
      platform_type,
      platform_username: "zima",
      credentials: {},
    });
    const missing = read.error?.issues.map(({ path }) => path.at(-1)) ?? [];
    const { fields, fieldsRequired } = platforms[platform_type];

    expect(missing).toEqual(fieldsRequired ? fields.map(({ name }) => name) : []);
  });
});
