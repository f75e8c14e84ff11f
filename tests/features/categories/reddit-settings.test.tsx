import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findToast, jsonAnswer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { openCategory, patch } from "./support";

async function withReddit(server: TestServer, group_id: number) {
  const { insertAccount } = await import("../../../server/features/accounts/accounts");
  await insertAccount(server.database.db, server.ports.secrets, {
    group_id,
    platform_type: "reddit",
    platform_username: "pk_vrsac",
    credentials: { refresh_token: "good" },
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

type Opened = Awaited<ReturnType<typeof open>>;

/** Fetches the flairs of r/hiking; returns the combobox and its first two flairs. */
async function fetched(user: Opened["user"], form: Opened["form"]) {
  const description = "Flair for r/hiking";
  await user.click(form.getByRole("button", { name: "Fetch flairs", description }));
  await form.findByRole("option", { name: "Announcement (moderators only)" });
  const choice = form.getByRole("combobox", { name: description });
  const offered = choice.querySelectorAll<HTMLOptionElement>('option[value*="-"]');
  const [first, second] = offered;
  if (!first || !second) throw new Error("r/hiking offers two flairs.");
  return { choice, first, second };
}

describe("Reddit settings", () => {
  it.each([
    ["typed with empty entries", " r/serbia, ,/r/hiking ,, Serbia", ["serbia", "hiking"]],
    [
      "as addresses",
      "https://www.reddit.com/r/serbia/hot, old.reddit.com/r/hiking?x=1, r/Hiking/, //en-us.reddit.com:443/r/tea.json, <https://reddit.com/r/books>, r/wine.",
      ["serbia", "hiking", "tea", "books", "wine"],
    ],
    [
      "with what stands around them",
      "\u200br/serbia\u200b, “r/hiking”, [r/tea](https://www.reddit.com/r/tea/), (https://www.reddit.com//r/books%20), 'r/wine'!",
      ["serbia", "hiking", "tea", "books", "wine"],
    ],
  ])("take the names of subreddits %s", async (_, text, names) => {
    const { user, subreddits, save, settings } = await open();
    await user.click(subreddits);
    await user.paste(text);
    await save();
    expect(await findToast("Reddit settings saved.")).toBeVisible();
    expect(await settings()).toEqual({ subreddits: names, flairs: [] });
    await waitFor(() => expect(subreddits).toHaveValue(names.join(", ")));
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
    // The combobox still names its subreddit.
    expect(form.getByRole("combobox", { name: "Flair for r/hiking" })).toBeVisible();
    await user.click(form.getByRole("button", { name: "Fetch flairs" }));
    const marked = await form.findAllByRole("option", { name: /\(moderators only\)$/ });
    expect(marked).not.toEqual([]);
  });

  it("take the manual ids as a plain list, however many there are", async () => {
    const { user, form, subreddits, save, settings } = await open();
    await user.type(subreddits, "hiking");
    const manual = form.getByRole("textbox", { name: "Manual flair ids" });
    await user.type(manual, ",  a1 ,, b2,a1, c3,");
    await save();
    expect(await findToast("Reddit settings saved.")).toBeVisible();
    expect(await settings()).toEqual({ subreddits: ["hiking"], flairs: ["a1", "b2", "c3"] });
    await waitFor(() => expect(manual).toHaveValue("a1, b2, c3"));
  });

  it("save a flair chosen after an id was typed, and show it in both fields", async () => {
    const { user, form, subreddits, save, settings } = await open();
    await user.type(subreddits, "hiking");
    const manual = form.getByRole("textbox", { name: "Manual flair ids" });
    await user.type(manual, "a1");
    const { choice, first } = await fetched(user, form);
    await user.selectOptions(choice, first.value);
    expect(manual).toHaveValue(`a1, ${first.value}`);
    await save();
    await findToast("Reddit settings saved.");
    expect(await settings()).toEqual({
      subreddits: ["hiking"],
      flairs: ["a1", stored("hiking", first.value, first.text)],
    });
    await waitFor(() => expect(manual).toHaveValue(`a1, ${first.value}`));
    expect(choice).toHaveDisplayValue(first.text);
  });

  it("replace the id of a subreddit's flair when another is chosen, and drop it with 'No flair'", async () => {
    const { user, form, save, settings } = await open({
      change: {
        reddit_settings: {
          subreddits: ["serbia", "hiking"],
          flairs: [stored("hiking", "b2", null), stored("serbia", "a1", "Humor")],
        },
      },
    });
    const manual = form.getByRole("textbox", { name: "Manual flair ids" });
    expect(manual).toHaveValue("b2, a1");
    const { choice, first } = await fetched(user, form);
    expect(choice).toHaveDisplayValue("b2");
    await user.selectOptions(choice, first.value);
    expect(manual).toHaveValue(`${first.value}, a1`);
    await user.selectOptions(choice, "No flair");
    expect(manual).toHaveValue("a1");
    await save();
    await findToast("Reddit settings saved.");
    expect(await settings()).toEqual({
      subreddits: ["serbia", "hiking"],
      flairs: [stored("serbia", "a1", "Humor")],
    });
  });

  it("drop a chosen flair when its id is removed from the list, and take the typed one instead", async () => {
    const { user, form, subreddits, save, settings } = await open();
    await user.type(subreddits, "hiking");
    const manual = form.getByRole("textbox", { name: "Manual flair ids" });
    const { choice, first, second } = await fetched(user, form);
    await user.selectOptions(choice, first.value);
    await user.clear(manual);
    expect(choice).toHaveDisplayValue("No flair");
    await user.type(manual, `x9, ${second.value}`);
    expect(choice).toHaveDisplayValue(second.text);
    await save();
    await findToast("Reddit settings saved.");
    expect(await settings()).toEqual({
      subreddits: ["hiking"],
      flairs: ["x9", stored("hiking", second.value, second.text)],
    });
  });

  it("take the id typed last, wherever it stands and also if the flairs are fetched after it", async () => {
    const { user, form, wire, save, settings } = await open({
      change: {
        reddit_settings: { subreddits: ["serbia"], flairs: [stored("serbia", "a1", "Humor")] },
      },
    });
    const offered = ["a1 Humor", "b2 News", "c3 Question"].map((flair) => {
      const [id, text] = flair.split(" ");
      return { id, text, mod_only: false };
    });
    wire.answer(flairCall, () => jsonAnswer(200, { flairs: offered }));
    const manual = form.getByRole("textbox", { name: "Manual flair ids" });
    const choice = form.getByRole("combobox", { name: "Flair for r/serbia" });
    await user.type(manual, ", b2");
    expect(choice).toHaveDisplayValue("Humor");
    await user.click(form.getByRole("button", { name: "Fetch flairs" }));
    expect(await form.findByRole("option", { name: "News" })).toBeInTheDocument();
    const shown = () => form.getByRole("combobox", { name: "Flair for r/serbia" });
    await waitFor(() => expect(shown()).toHaveDisplayValue("News"));

    await user.click(manual);
    await user.keyboard("{Home}");
    await user.paste("c3, ");
    expect(manual).toHaveValue("c3, a1, b2");
    expect(shown()).toHaveDisplayValue("Question");
    await save();
    await findToast("Reddit settings saved.");
    expect(await settings()).toEqual({
      subreddits: ["serbia"],
      flairs: [stored("serbia", "c3", "Question"), "a1", "b2"],
    });
  });

  it("refuse an invalid subreddit name, and an id that is too long", async () => {
    const { user, form, subreddits, save, wire } = await open();
    const wrong = [
      "serbia, what?",
      "r/serbia+tea",
      "r/serbia r/tea",
      "https://example.com/r/serbia",
    ];
    for (const text of wrong) {
      await user.type(subreddits, text);
      await save();
      expect(
        await form.findByText("Subreddit names are 2 to 24 letters, digits and underscores."),
      ).toBeVisible();
      await user.clear(subreddits);
    }
    await user.type(subreddits, "serbia");
    await user.type(form.getByRole("textbox", { name: "Manual flair ids" }), "a".repeat(101));
    await save();
    expect(await form.findByText("At most 100 characters.")).toBeVisible();
    expect(wire.sent.filter(patch)).toEqual([]);
  });

  it("drop the flairs of a removed subreddit", async () => {
    const { user, form, subreddits, save, settings } = await open({
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
    expect(form.getByRole("textbox", { name: "Manual flair ids" })).toHaveValue("b2");
    await save();
    await findToast("Reddit settings saved.");
    expect(await settings()).toEqual({
      subreddits: ["hiking"],
      flairs: [stored("hiking", "b2", "News")],
    });
  });
});
