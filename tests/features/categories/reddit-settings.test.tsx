import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findToast, jsonAnswer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { openCategory, patch } from "./open-category";

async function withReddit(server: TestServer, group_id: number) {
  const { accounts } = await import("../../../server/db/schema");
  const { sealed } = await import("../../../server/domain/accounts");
  await server.database.db.insert(accounts).values({
    group_id,
    platform_type: "reddit",
    platform_username: "pk_vrsac",
    credentials: sealed(server.ports.secrets, { refresh_token: "good" }),
    is_active: true,
  });
}

const flairCall = (line: string) => line.includes("/reddit/flairs/");
const stored = (subreddit: string, id: string, text: string | null) => ({ subreddit, id, text });

async function open(options: Parameters<typeof openCategory>[0] = {}) {
  const opened = await openCategory({ prepare: withReddit, ...options });
  const form = await opened.form("Reddit settings");
  const subreddits = form.getByRole("textbox", { name: "Subreddits" });
  const save = () => opened.user.click(form.getByRole("button", { name: "Save Reddit settings" }));
  const settings = async () => (await opened.stored())?.reddit_settings;
  return { ...opened, form, subreddits, save, settings };
}

describe("Reddit settings", () => {
  it("trim the names, drop r/ and what is empty", async () => {
    const { user, subreddits, save, settings } = await open();
    await user.type(subreddits, " r/serbia, ,/r/hiking ,, Serbia");
    await save();
    expect(await findToast("Reddit settings saved.")).toBeVisible();
    expect(await settings()).toEqual({ subreddits: ["serbia", "hiking"], flairs: [] });
    await waitFor(() => expect(subreddits).toHaveValue("serbia, hiking"));
  });

  it("fetch the flairs of a subreddit, mark those for moderators, and keep the chosen one", async () => {
    const { user, form, subreddits, save, settings } = await open();
    await user.type(subreddits, "r/hiking");
    await user.click(await form.findByRole("button", { name: "Fetch flairs" }));
    await form.findByRole("option", { name: "Announcement (moderators only)" });
    const choice = form.getByRole("combobox", { name: "Flair for r/hiking" });
    const [, first] = within(choice).getAllByRole<HTMLOptionElement>("option");
    await user.selectOptions(choice, first?.value ?? "");
    await save();
    await findToast("Reddit settings saved.");
    expect(await settings()).toEqual({
      subreddits: ["hiking"],
      flairs: [stored("hiking", first?.value ?? "", first?.text ?? "")],
    });
  });

  it("say why the flairs could not be fetched, and try again", async () => {
    const { user, form, subreddits, wire } = await open();
    wire.answer(flairCall, () => jsonAnswer(400, { detail: "Reddit is closed." }), { once: true });
    await user.type(subreddits, "hiking");
    await user.click(await form.findByRole("button", { name: "Fetch flairs" }));
    expect(await form.findByText("Failed to fetch available flairs")).toBeVisible();
    expect(form.getByText("Reddit is closed.")).toBeVisible();
    // Whose flairs they would be is still said.
    expect(form.getByRole("combobox", { name: "Flair for r/hiking" })).toBeVisible();
    await user.click(form.getByRole("button", { name: "Fetch flairs" }));
    const marked = await form.findAllByRole("option", { name: /\(moderators only\)$/ });
    expect(marked).not.toEqual([]);
  });

  it("take typed ids, in the order of the subreddits, before chosen ones", async () => {
    const { user, form, save, settings } = await open({
      change: {
        reddit_settings: {
          subreddits: ["serbia", "hiking", "belgrade"],
          flairs: [stored("serbia", "a1", "Humor"), stored("hiking", "b2", null)],
        },
      },
    });
    const manual = form.getByRole("textbox", { name: "Manual flair ids" });
    expect(form.getByRole("combobox", { name: "Flair for r/serbia" })).toHaveDisplayValue("Humor");
    expect(manual).toHaveValue(", b2");

    await user.clear(manual);
    await user.type(manual, ",b3 , c4");
    await save();
    await findToast("Reddit settings saved.");
    expect(await settings()).toEqual({
      subreddits: ["serbia", "hiking", "belgrade"],
      flairs: [
        stored("serbia", "a1", "Humor"),
        stored("hiking", "b3", null),
        stored("belgrade", "c4", null),
      ],
    });
  });

  it("refuse what is no subreddit, and ids that belong to none", async () => {
    const { user, form, subreddits, save, wire } = await open();
    await user.type(subreddits, "serbia, what?");
    await save();
    expect(
      await form.findByText("A subreddit's name is 2 to 24 letters, digits and underscores."),
    ).toBeVisible();
    await user.clear(subreddits);
    await user.type(subreddits, "serbia");
    await user.type(form.getByRole("textbox", { name: "Manual flair ids" }), "a, b");
    await save();
    expect(await form.findByText("There are more ids than subreddits.")).toBeVisible();
    expect(wire.sent.filter(patch)).toEqual([]);
  });

  it("drop the flairs of a subreddit that goes", async () => {
    const { user, subreddits, save, settings } = await open({
      change: {
        reddit_settings: {
          subreddits: ["serbia", "hiking"],
          flairs: [stored("serbia", "a1", "Humor"), stored("hiking", "b2", "News")],
        },
      },
    });
    await user.clear(subreddits);
    await user.type(subreddits, "hiking");
    expect(screen.queryByRole("combobox", { name: "Flair for r/serbia" })).not.toBeInTheDocument();
    await save();
    await findToast("Reddit settings saved.");
    expect(await settings()).toEqual({
      subreddits: ["hiking"],
      flairs: [stored("hiking", "b2", "News")],
    });
  });
});
