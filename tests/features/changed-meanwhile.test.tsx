import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { categoryApi } from "@/entities/category/contract";
import { groupApi } from "@/entities/group/contract";
import { categoriesApi } from "@/features/categories/contract";
import { groupsApi } from "@/features/groups/contract";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { type BodyOf, call } from "../support/call";
import { findOverwriteQuestion } from "../support/changed-meanwhile";
import { findIn, noDialog } from "../support/find-in";
import { findToast, jsonAnswer, renderApp } from "../support/render-app";
import type { TestServer } from "../support/server";
import { evergreen } from "./categories/support";
import { serverWith } from "./groups/support";
import { activeSettings, rotatingServer } from "./sale-rotator/support";

type Form = Awaited<ReturnType<typeof findIn>>;
type User = Awaited<ReturnType<typeof renderApp>>["user"];

/** A form of Configuration that edits a record which others may change meanwhile. */
type Part = {
  name: string;
  at: string;
  button: string;
  failure: string;
  done: string;
  /** Types the operator's change, which stores `mine`. */
  type: (user: User, form: Form) => Promise<void>;
  mine: object;
  /** Saves somebody else's change meanwhile. */
  change: (server: TestServer) => Promise<unknown>;
  rows: readonly string[];
  stored: (server: TestServer) => Promise<unknown>;
  /** True if its panel says that something is unsaved. */
  isMarked: boolean;
};

const typing = (field: string, text: string) => async (user: User, form: Form) => {
  const input = form.getByLabelText(field);
  await user.clear(input);
  await user.type(input, text);
};
const params = { id: 1 };

const ofGroup = {
  at: "?tab=settings",
  isMarked: true,
  stored: async (server: TestServer) => (await call(server, groupApi.list, {}))[0],
};
const media: Part = {
  ...ofGroup,
  name: "Media and logo",
  button: "Save settings",
  failure: "Failed to save settings.",
  done: "Settings saved.",
  type: typing("Logo URL", "/mine.png"),
  mine: { focus_media_type: "image", logo_url: "/mine.png" },
  change: (server) =>
    call(server, groupsApi.change, {
      params,
      body: { focus_media_type: "video", logo_url: "/theirs.png" },
    }),
  rows: ["Focus media type|Video|Image", "Logo URL|/theirs.png|/mine.png"],
};

const ofCategory = (theirs: BodyOf<typeof categoriesApi.change>) => ({
  at: "?tab=evergreen&category=1",
  isMarked: true,
  change: (server: TestServer) => call(server, categoriesApi.change, { params, body: theirs }),
  stored: async (server: TestServer) => (await call(server, categoryApi.list, { params }))[0],
});

const parts: readonly Part[] = [
  media,
  {
    ...ofGroup,
    name: "Proxy",
    button: "Save proxy",
    failure: "Failed to save proxy settings.",
    done: "Proxy saved.",
    type: typing("Proxy server", "http://mine.rs:8080"),
    mine: { proxy_server: "http://mine.rs:8080", proxy_username: null },
    change: (server) =>
      call(server, groupsApi.setProxy, {
        params,
        body: { proxy_server: null, proxy_username: "zima" },
      }),
    rows: ["Proxy username|zima|—"],
  },
  {
    ...ofGroup,
    name: "Mascot",
    at: "?tab=mascot",
    button: "Save mascot",
    failure: "Failed to save mascot settings.",
    done: "Mascot saved.",
    type: typing("Image path", "/mine.png"),
    mine: { ai_mascot_image_path: "/mine.png", ai_mascot_description: null },
    change: (server) =>
      call(server, groupsApi.setMascot, {
        params,
        body: { ai_mascot_image_path: "/theirs.png", ai_mascot_description: "A bear." },
      }),
    rows: ["Image path|/theirs.png|/mine.png", "Description|A bear.|—"],
  },
  {
    ...ofGroup,
    isMarked: false,
    name: "Rename group",
    button: "Rename group",
    failure: "Failed to rename group.",
    done: "Group renamed.",
    type: typing("Group Name", "Zima 2"),
    mine: { name: "Zima 2" },
    change: (server) => call(server, groupsApi.rename, { params, body: { name: "Leto" } }),
    rows: ["Group Name|Leto|Zima 2"],
  },
  {
    ...ofGroup,
    name: "Times",
    button: "Save times",
    failure: "Failed to save publishing times.",
    done: "Publishing times saved.",
    type: typing("Friday", "10:00"),
    mine: { publishing_times: { friday: ["10:00"] }, time_zone: "UTC", notice_minutes: 10 },
    change: (server) =>
      call(server, groupsApi.setSlots, {
        params,
        body: { publishing_times: null, time_zone: "Asia/Tokyo", notice_minutes: 5 },
      }),
    rows: ["Time zone|Asia/Tokyo|UTC", "Notice after approval (minutes)|5|10"],
  },
  {
    ...ofCategory({
      name: "Jutarnja šala",
      text_posts_per_day: 4,
      auto_approve_content_types: { text: true, image: false, video: false },
    }),
    name: "Category settings",
    button: "Save category",
    failure: "Failed to update category settings.",
    done: "Category saved.",
    type: typing("Name", "Dnevna šala 2"),
    mine: {
      name: "Dnevna šala 2",
      text_posts_per_day: 0,
      auto_approve_content_types: { text: false, image: false, video: false },
    },
    rows: [
      "Name|Jutarnja šala|Dnevna šala 2",
      "Text posts per day|4|0",
      "Auto-approve text|Yes|No",
    ],
  },
  {
    ...ofCategory({ enabled_platforms: ["threads", "reddit"] }),
    name: "Enabled platforms",
    button: "Save platforms",
    failure: "Failed to save platform settings.",
    done: "Platforms saved.",
    type: async (user, form) => {
      await user.click(form.getByRole("checkbox", { name: "All active platforms" }));
      await user.click(form.getByRole("checkbox", { name: "Bluesky" }));
    },
    mine: { enabled_platforms: ["bluesky"] },
    rows: ["Enabled platforms|Threads, Reddit|Bluesky"],
  },
  {
    ...ofCategory({
      reddit_settings: {
        subreddits: ["hiking"],
        flairs: [{ subreddit: "hiking", id: "2f5e", text: "Trip report" }],
      },
    }),
    name: "Reddit settings",
    button: "Save Reddit settings",
    failure: "Failed to save Reddit settings.",
    done: "Reddit settings saved.",
    type: typing("Subreddits", "serbia"),
    mine: { reddit_settings: { subreddits: ["serbia"], flairs: [] } },
    rows: ["Subreddits|hiking|serbia", "Flairs|hiking: Trip report|—"],
  },
  {
    name: "Sale rotator settings",
    at: "#sale-rotator",
    isMarked: true,
    button: "Save Settings",
    failure: "Failed to save settings",
    done: "Sale rotator settings saved successfully!",
    type: typing("Cooldown days", "30"),
    mine: { ...activeSettings, cooldown_days: 30 },
    change: (server) =>
      call(server, saleRotatorApi.saveSettings, {
        params: { groupId: 1 },
        body: { ...activeSettings, cooldown_days: 60, sale_tag: "akcija" },
      }),
    rows: ["Cooldown days|60|30", "Sale tag|akcija|sale"],
    stored: (server) => call(server, saleRotatorApi.settings, { params: { groupId: 1 } }),
  },
];

/** Opens a form and types the operator's change. */
async function open(part: Part) {
  const { server } = await rotatingServer();
  await call(server, categoriesApi.add, { params, body: evergreen });
  const app = await renderApp(`/dashboard/config${part.at}`, { server });
  const form = await findIn("form", part.name);
  await part.type(app.user, form);
  const save = () => app.user.click(form.getByRole("button", { name: part.button }));
  return { ...app, form, save };
}
const isWrite = (line: string) => /^(PUT|PATCH) /.test(line);

describe.each(parts)("$name", (part) => {
  it("keep what was typed at a refusal, and overwrite the changes of others on 'Overwrite'", async () => {
    const { user, form, save, server, wire } = await open(part);
    wire.answer(isWrite, () => jsonAnswer(409, { detail: "Someone else is at it." }), {
      once: true,
    });
    await save();
    expect(await form.findByRole("alert")).toHaveTextContent(
      `${part.failure}Someone else is at it.`,
    );
    expect(wire.sent.filter(isWrite)).toHaveLength(1);
    expect(screen.queryAllByText("Unsaved")).toHaveLength(part.isMarked ? 1 : 0);

    await part.change(server);
    await save();
    const question = await findOverwriteQuestion();
    expect(question.rows()).toEqual(part.rows);
    expect(wire.sent.filter(isWrite)).toHaveLength(1);
    await user.click(question.getByRole("button", { name: "Overwrite" }));
    expect(await findToast(part.done)).toBeVisible();
    expect(await part.stored(server)).toMatchObject(part.mine);
  });
});

// All forms guard a save in the same way.
describe("A form whose record somebody else has changed since", () => {
  const theirs = { focus_media_type: "video", logo_url: "/theirs.png" };

  it("is not asked about if it is the operator's own save, whose answer was lost", async () => {
    const { save, wire, form, server } = await open(media);
    wire.loseAnswer(isWrite);
    await save();
    expect(await form.findByText(media.failure)).toBeVisible();
    await save();
    expect(await findToast(media.done)).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(wire.sent.filter(isWrite)).toHaveLength(2);
    expect(await media.stored(server)).toMatchObject(media.mine);
  });

  it("takes the server's values on 'Use the server's'", async () => {
    const { user, save, form, server, wire } = await open(media);
    await media.change(server);
    await save();
    const question = await findOverwriteQuestion();
    await user.click(question.getByRole("button", { name: "Use the server's" }));
    await waitFor(() => expect(form.getByLabelText("Logo URL")).toHaveValue("/theirs.png"));
    expect(screen.queryByText("Unsaved")).not.toBeInTheDocument();
    expect(await media.stored(server)).toMatchObject(theirs);
    // The form now holds the server's values: saving them changes nothing.
    await save();
    expect(await findToast(media.done)).toBeVisible();
    expect(wire.sent.filter(isWrite)).toHaveLength(1);
    expect(await media.stored(server)).toMatchObject(theirs);
  });

  it("stays, and the typed text too, on 'Keep editing'", async () => {
    const { user, save, form, server } = await open(media);
    await media.change(server);
    await save();
    const question = await findOverwriteQuestion();
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(form.getByLabelText("Logo URL")).toHaveValue("/mine.png");
    expect(await media.stored(server)).toMatchObject(theirs);
  });

  it("is not overwritten if it cannot be read", async () => {
    const { save, form, wire } = await open(media);
    wire.answer(/^GET .*\/account-groups$/, () => jsonAnswer(500, { detail: "No database." }));
    await save();
    expect(await form.findByRole("alert")).toHaveTextContent(
      `${media.failure}No database. Nothing was sent.`,
    );
    expect(wire.sent.filter(isWrite)).toEqual([]);
  });

  it("does not ask about a change to another part of a category", async () => {
    const part = parts.find(({ name }) => name === "Category settings") ?? media;
    const { save, server } = await open(part);
    await call(server, categoriesApi.change, { params, body: { enabled_platforms: ["threads"] } });
    await save();
    expect(await findToast(part.done)).toBeVisible();
    const kept = { name: "Dnevna šala 2", enabled_platforms: ["threads"] };
    expect(await part.stored(server)).toMatchObject(kept);
  });
});

describe("A proxy password that somebody else has set since", () => {
  it("is not overwritten unseen, and stays if the operator typed none", async () => {
    const { server } = await serverWith("Zima");
    const { user, wire } = await renderApp("/dashboard/config?tab=settings", { server });
    const form = await findIn("form", "Proxy");
    const save = () => user.click(form.getByRole("button", { name: "Save proxy" }));
    const setTheirs = () =>
      call(server, groupsApi.setProxy, {
        params,
        body: { proxy_server: null, proxy_username: null, proxy_password: "tuđa" },
      });

    await user.type(form.getByLabelText("Proxy password"), "moja");
    await setTheirs();
    await save();
    const question = await findOverwriteQuestion();
    expect(question.rows()).toEqual([
      expect.stringMatching(/^Proxy password\|Set at \d{4}-\d\d-\d\d .* UTC\|As typed here$/),
    ]);
    expect(wire.sent.filter(isWrite)).toEqual([]);
    await user.click(question.getByRole("button", { name: "Use the server's" }));
    await waitFor(() => expect(form.getByLabelText("Proxy password")).toHaveValue(""));

    await user.type(form.getByRole("textbox", { name: "Proxy username" }), "zima");
    await setTheirs();
    await save();
    await noDialog();
    expect(await findToast("Proxy saved.")).toBeVisible();
    expect(wire.sent.filter(isWrite)).toHaveLength(1);
  });
});
