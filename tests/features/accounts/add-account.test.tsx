import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountApi } from "@/entities/account/contract";
import { platforms, platformTypes } from "@/entities/account/platforms";
import { accountFormSchema } from "@/features/accounts/schema";
import { call } from "../../support/call";
import { findIn } from "../../support/find-in";
import { holdTime, pass, press, until } from "../../support/held-time";
import { answering, findToast, jsonAnswer, renderApp, saying } from "../../support/render-app";
import { createGroup, serverWith } from "../groups/support";
import { bluesky, openAddAccount, openWith } from "./support";

async function openAccounts(rules: Parameters<typeof answering>[0] = []) {
  const server = await answering(rules);
  const group = await createGroup(server);
  const app = await renderApp("/dashboard/config?dialog=add-account", { server });
  const form = await findIn("form", "Add account");
  const list = () => call(server, accountApi.list, { params: { id: group.id } });
  return { ...app, group, form, list };
}

const dialogClosed = () =>
  waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

const addCall = (line: string) => /^POST .*\/accounts$/.test(line);

describe("Adding an account", () => {
  it("shows what to do while there is none", async () => {
    const { user, router } = await openWith([]);
    expect(await screen.findByText("This group has no social accounts.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Add account" }));
    expect(await screen.findByRole("dialog", { name: "Add account" })).toBeVisible();
    expect(router.state.location.search).toHaveProperty("dialog", "add-account");
  });

  it.each([
    ["LinkedIn Profile", ["w_member_social", "openid", "profile", "r_member_postAnalytics"]],
    ["LinkedIn Organization", ["w_organization_social", "r_organization_social"]],
    ["Facebook Page", ["pages_manage_posts", "pages_read_engagement", "read_insights"]],
    ["Threads", ["threads_basic", "threads_content_publish", "threads_manage_insights"]],
  ])("names all rights that a token of %s needs", async (platform, rights) => {
    const { user, form } = await openAccounts();
    await user.selectOptions(form.getByRole("combobox", { name: "Platform" }), platform);
    const guide = form.getByText(/^Create these keys in/).textContent.match(/\w+/g);
    expect(guide).toEqual(expect.arrayContaining(rights));
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
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(await list()).toEqual([
      expect.objectContaining({ platform_type: "bluesky", is_active: true }),
    ]);
  });

  it("says where each platform's keys are made, and opens its page in another tab", async () => {
    const { user, form } = await openAccounts();
    const platform = form.getByRole("combobox", { name: "Platform" });
    const pages = {
      "X (Twitter)": "https://developer.x.com/en/portal/dashboard",
      Instagram: "https://developers.facebook.com/apps",
      "Facebook Page": "https://developers.facebook.com/tools/explorer",
      "LinkedIn Profile": "https://www.linkedin.com/developers/tools/oauth/token-generator",
      "LinkedIn Organization": "https://www.linkedin.com/developers/tools/oauth/token-generator",
      Threads: "https://developers.facebook.com/apps",
      Bluesky: "https://bsky.app/settings/app-passwords",
    };
    for (const [name, page] of Object.entries(pages)) {
      await user.selectOptions(platform, name);
      const link = within(form.getByText(/^Create these keys in/)).getByRole("link");
      expect(link).toHaveAttribute("href", page);
      expect(link).toHaveAttribute("target", "_blank");
    }
    for (const name of ["Reddit", "TikTok"]) {
      await user.selectOptions(platform, name);
      expect(form.queryByText(/^Create these keys in/)).toBeNull();
    }
  });

  it("says before keys are typed that the server does not publish to their platform", async () => {
    const outside = { x_twitter: "off", bluesky: "real" };
    const health = { status: "ok", world: "live", outside, capabilities: [] };
    const { user, form } = await openAccounts([saying("/healthz", health)]);
    expect(
      await form.findByText(
        "Publishing to X (Twitter) is switched off on this server: LIVE does not name x_twitter. Nothing is posted with its accounts.",
      ),
    ).toBeVisible();
    await user.selectOptions(form.getByRole("combobox", { name: "Platform" }), "Bluesky");
    expect(form.queryByText(/is switched off/)).toBeNull();
  });

  it("offers no way to connect where the server does not publish", async () => {
    const outside = { reddit: "off", tiktok: "off" };
    const health = { status: "ok", world: "live", outside, capabilities: [] };
    const { user, form } = await openAccounts([saying("/healthz", health)]);
    const platform = form.getByRole("combobox", { name: "Platform" });
    await user.selectOptions(platform, "Reddit");
    expect(await form.findByText(/^Publishing to Reddit is switched off/)).toBeVisible();
    expect(form.queryByRole("button", { name: "Connect Reddit" })).toBeNull();
    expect(form.queryByText(/You'll approve access on Reddit/)).toBeNull();
    await user.selectOptions(platform, "TikTok");
    expect(form.getByText(/^Publishing to TikTok is switched off/)).toBeVisible();
    expect(form.queryByText(/choose 'Prime session'/)).toBeNull();
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

    await user.keyboard("{Escape}");
    await dialogClosed();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("stays open and keeps the typed text on 'Keep editing'", async () => {
    const { user, form, router } = await openAccounts();
    await user.type(form.getByRole("textbox", { name: "Username" }), "zima");

    await user.click(form.getByRole("button", { name: "Cancel" }));
    const question = await findIn("alertdialog", "Discard unsaved changes?");
    holdTime();
    await press(question.getByRole("button", { name: "Keep editing" }));

    await until(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    await pass(1_000);
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(form.getByRole("textbox", { name: "Username" })).toHaveValue("zima");
    expect(router.state.location.search).toHaveProperty("dialog", "add-account");
  });

  it("is closed by Back, and returns the focus to the button that opened it", async () => {
    const { user, router } = await openWith([bluesky]);
    const opener = await screen.findByRole("button", { name: "Add account" });
    await user.click(opener);
    await screen.findByRole("form", { name: "Add account" });
    act(() => router.history.back());
    await dialogClosed();
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it("is not opened by the address of another screen's dialog", async () => {
    const { server } = await serverWith("Zima");
    await renderApp("/dashboard/config?dialog=add-category", { server });
    expect(await screen.findByText("This group has no social accounts.")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("gives the focus to the group's first account, whose list had the button", async () => {
    const { user } = await openWith([]);
    const form = await openAddAccount(user);
    await user.type(form.getByRole("textbox", { name: "Username" }), "zima{Enter}");
    const heading = await screen.findByRole("heading", { name: "zima" });
    const card = within(heading.closest("li") ?? document.body);
    await waitFor(() => expect(card.getByRole("button", { name: "Actions" })).toHaveFocus());
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
    const question = await findIn("alertdialog", "Delete zima?");
    await user.click(question.getByRole("button", { name: "Delete account" }));

    expect(await screen.findByText("This group has no social accounts.")).toBeVisible();
    expect(await list()).toEqual([]);
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
