import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { categoriesApi } from "@/features/categories/contract";
import { groupsApi } from "@/features/groups/contract";
import { call } from "../../support/call";
import { findOverwriteQuestion } from "../../support/changed-meanwhile";
import { answering, findToast, jsonAnswer, renderApp } from "../../support/render-app";
import { evergreen, openCategory, patch } from "./support";

type Opened = Awaited<ReturnType<typeof openCategory>>;
type Form = Awaited<ReturnType<Opened["form"]>>;

const parts: readonly {
  name: string;
  button: string;
  failure: string;
  done: string;
  /** Types the operator's change, which stores `mine`. */
  type: (opened: Opened, form: Form) => Promise<void>;
  mine: object;
  /** The change that somebody else saves meanwhile. */
  theirs: object;
  rows: readonly string[];
}[] = [
  {
    name: "Category settings",
    button: "Save category",
    failure: "Failed to update category settings.",
    done: "Category saved.",
    type: ({ user }, form) => user.type(form.getByRole("textbox", { name: "Name" }), " 2"),
    mine: {
      name: "Dnevna šala 2",
      text_posts_per_day: 0,
      auto_approve_content_types: { text: false, image: false, video: false },
    },
    theirs: {
      name: "Jutarnja šala",
      text_posts_per_day: 4,
      auto_approve_content_types: { text: true, image: false, video: false },
    },
    rows: [
      "Name|Jutarnja šala|Dnevna šala 2",
      "Text posts per day|4|0",
      "Auto-approve text|Yes|No",
    ],
  },
  {
    name: "Enabled platforms",
    button: "Save platforms",
    failure: "Failed to save platform settings.",
    done: "Platforms saved.",
    type: async ({ user }, form) => {
      await user.click(form.getByRole("checkbox", { name: "All active platforms" }));
      await user.click(form.getByRole("checkbox", { name: "Bluesky" }));
    },
    mine: { enabled_platforms: ["bluesky"] },
    theirs: { enabled_platforms: ["threads", "reddit"] },
    rows: ["Enabled platforms|Threads, Reddit|Bluesky"],
  },
  {
    name: "Reddit settings",
    button: "Save Reddit settings",
    failure: "Failed to save Reddit settings.",
    done: "Reddit settings saved.",
    type: ({ user }, form) => user.type(form.getByLabelText("Subreddits"), "serbia"),
    mine: { reddit_settings: { subreddits: ["serbia"], flairs: [] } },
    theirs: {
      reddit_settings: {
        subreddits: ["hiking"],
        flairs: [{ subreddit: "hiking", id: "2f5e", text: "Trip report" }],
      },
    },
    rows: ["Subreddits|hiking|serbia", "Flairs|hiking: Trip report|—"],
  },
];

describe.each(parts)("$name that somebody else has changed since", (part) => {
  async function openChanged() {
    const opened = await openCategory();
    const form = await opened.form(part.name);
    await part.type(opened, form);
    await call(opened.server, categoriesApi.change, {
      params: { id: opened.category },
      body: part.theirs,
    });
    const save = () => opened.user.click(form.getByRole("button", { name: part.button }));
    await save();
    return { ...opened, save, question: await findOverwriteQuestion() };
  }

  it("are shown next to the operator's values, and overwritten on 'Overwrite'", async () => {
    const { user, question, stored, wire } = await openChanged();
    expect(question.rows()).toEqual(part.rows);
    expect(wire.sent.filter(patch)).toEqual([]);
    await user.click(question.getByRole("button", { name: "Overwrite" }));
    expect(await findToast(part.done)).toBeVisible();
    expect(await stored()).toMatchObject(part.mine);
  });

  it("replace the operator's values on 'Use the server's'", async () => {
    const { user, question, stored, wire, save } = await openChanged();
    await user.click(question.getByRole("button", { name: "Use the server's" }));
    const section = within(screen.getByRole("region", { name: part.name }));
    await waitFor(() => expect(section.queryByText("Unsaved")).not.toBeInTheDocument());
    expect(await stored()).toMatchObject(part.theirs);
    // The form now holds the server's values: saving them changes nothing.
    await save();
    expect(await findToast(part.done)).toBeVisible();
    expect(wire.sent.filter(patch)).toHaveLength(1);
    expect(await stored()).toMatchObject(part.theirs);
  });
});

it("A change to another part of a category does not ask whether to overwrite", async () => {
  const { user, form: formOf, server, category, stored } = await openCategory();
  const form = await formOf("Category settings");
  await user.type(form.getByRole("textbox", { name: "Name" }), " 2");
  await call(server, categoriesApi.change, {
    params: { id: category },
    body: { enabled_platforms: ["threads"] },
  });
  await user.click(form.getByRole("button", { name: "Save category" }));
  expect(await findToast("Category saved.")).toBeVisible();
  expect(await stored()).toMatchObject({ name: "Dnevna šala 2", enabled_platforms: ["threads"] });
});

describe("A category's settings with fields of a newer server", () => {
  const newer = {
    ...evergreen,
    id: 21,
    auto_approve_content_types: { text: true, image: false, video: false, audio: true },
    reddit_settings: {
      subreddits: ["serbia"],
      flairs: [{ subreddit: "serbia", id: "2f5e", text: "Vesti", colour: "red" }, { emoji: "x" }],
      crosspost: { to: ["hiking"] },
    },
  };

  it.each([
    ["Category settings", "Save category", "auto_approve_content_types"],
    ["Reddit settings", "Save Reddit settings", "reddit_settings"],
  ] as const)("are sent back unchanged: %s", async (name, button, field) => {
    const server = await answering([{ to: "/categories", says: () => jsonAnswer(200, [newer]) }]);
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
    const { user, wire } = await renderApp("/dashboard/config?tab=evergreen&category=21", {
      server,
    });
    const bodies: unknown[] = [];
    wire.answer(patch, async (request) => {
      bodies.push(await request.json());
      return jsonAnswer(200, newer);
    });
    const form = within(await screen.findByRole("form", { name }));
    await user.click(form.getByRole("button", { name: button }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({ [field]: newer[field] });
  });
});
