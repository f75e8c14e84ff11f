import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { groupsApi } from "@/features/groups/contract";
import { call } from "../../support/call";
import { findOverwriteQuestion } from "../../support/changed-meanwhile";
import { findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";

type Part = {
  name: string;
  tab: string;
  button: string;
  failure: string;
  done: string;
  /** The field that the operator types into, which stores `mine`. */
  field: string;
  typed: string;
  mine: object;
  /** Saves somebody else's change meanwhile, which stores `theirs`. */
  change: (server: TestServer) => Promise<unknown>;
  theirs: object;
  rows: readonly string[];
};

const parts: readonly Part[] = [
  {
    name: "Media and logo",
    tab: "settings",
    button: "Save settings",
    failure: "Failed to save settings.",
    done: "Settings saved.",
    field: "Logo URL",
    typed: "/mine.png",
    mine: { focus_media_type: "image", logo_url: "/mine.png" },
    theirs: { focus_media_type: "video", logo_url: "/theirs.png" },
    change: (server) =>
      call(server, groupsApi.change, {
        params: { id: 1 },
        body: { focus_media_type: "video", logo_url: "/theirs.png" },
      }),
    rows: ["Focus media type|Video|Image", "Logo URL|/theirs.png|/mine.png"],
  },
  {
    name: "Proxy",
    tab: "settings",
    button: "Save proxy",
    failure: "Failed to save proxy settings.",
    done: "Proxy saved.",
    field: "Proxy server",
    typed: "http://mine.rs:8080",
    mine: { proxy_server: "http://mine.rs:8080", proxy_username: null },
    theirs: { proxy_server: null, proxy_username: "zima" },
    change: (server) =>
      call(server, groupsApi.setProxy, {
        params: { id: 1 },
        body: { proxy_server: null, proxy_username: "zima" },
      }),
    rows: ["Proxy username|zima|—"],
  },
  {
    name: "Mascot",
    tab: "mascot",
    button: "Save mascot",
    failure: "Failed to save mascot settings.",
    done: "Mascot saved.",
    field: "Image path",
    typed: "/mine.png",
    mine: { ai_mascot_image_path: "/mine.png", ai_mascot_description: null },
    theirs: { ai_mascot_image_path: "/theirs.png", ai_mascot_description: "A bear." },
    change: (server) =>
      call(server, groupsApi.setMascot, {
        params: { id: 1 },
        body: { ai_mascot_image_path: "/theirs.png", ai_mascot_description: "A bear." },
      }),
    rows: ["Image path|/theirs.png|/mine.png", "Description|A bear.|—"],
  },
  {
    name: "Rename group",
    tab: "settings",
    button: "Rename group",
    failure: "Failed to rename group.",
    done: "Group renamed.",
    field: "Group Name",
    typed: "Zima 2",
    mine: { name: "Zima 2" },
    theirs: { name: "Leto" },
    change: (server) =>
      call(server, groupsApi.rename, { params: { id: 1 }, body: { name: "Leto" } }),
    rows: ["Group Name|Leto|Zima 2"],
  },
];

async function open(part: Part) {
  const server = await startServer();
  await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
  const app = await renderApp(`/dashboard/config?tab=${part.tab}`, { server });
  const form = within(await screen.findByRole("form", { name: part.name }));
  const field = form.getByRole("textbox", { name: part.field });
  await app.user.clear(field);
  await app.user.type(field, part.typed);
  const save = () => app.user.click(form.getByRole("button", { name: part.button }));
  const stored = async () => (await call(server, groupApi.list, {}))[0];
  const change = () => part.change(server);
  return { ...app, form, save, stored, change };
}
const writes = (line: string) => /^(PUT|PATCH) /.test(line);

describe.each(parts)("$name of a group that somebody else has changed since", (part) => {
  it("is shown next to the operator's values, and overwritten on 'Overwrite'", async () => {
    const { user, save, change, stored, wire } = await open(part);
    await change();
    await save();
    const question = await findOverwriteQuestion();
    expect(question.rows()).toEqual(part.rows);
    expect(wire.sent.filter(writes)).toEqual([]);
    await user.click(question.getByRole("button", { name: "Overwrite" }));
    expect(await findToast(part.done)).toBeVisible();
    expect(await stored()).toMatchObject(part.mine);
  });
});

// All forms guard a save in the same way.
describe.each(parts.slice(0, 1))("$name that somebody else has changed since", (part) => {
  it("is not asked about if it is the operator's own save, whose answer was lost", async () => {
    const { save, stored, wire, form, server } = await open(part);
    wire.answer(
      writes,
      async (request) => {
        await server.fetch(request);
        return jsonAnswer(504, {});
      },
      { once: true },
    );
    await save();
    expect(await form.findByText(part.failure)).toBeVisible();
    await save();
    expect(await findToast(part.done)).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(wire.sent.filter(writes)).toHaveLength(2);
    expect(await stored()).toMatchObject(part.mine);
  });

  it("replaces the operator's values on 'Use the server's'", async () => {
    const { user, save, change, form, stored } = await open(part);
    await change();
    await save();
    const question = await findOverwriteQuestion();
    await user.click(question.getByRole("button", { name: "Use the server's" }));
    await waitFor(() =>
      expect(form.getByRole("textbox", { name: part.field })).not.toHaveValue(part.typed),
    );
    expect(screen.queryByText("Unsaved")).not.toBeInTheDocument();
    expect(await stored()).toMatchObject(part.theirs);
  });

  it("stays, and the typed text too, on 'Keep editing'", async () => {
    const { user, save, change, form, stored } = await open(part);
    await change();
    await save();
    const question = await findOverwriteQuestion();
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(form.getByRole("textbox", { name: part.field })).toHaveValue(part.typed);
    expect(await stored()).toMatchObject(part.theirs);
  });

  it("is not overwritten if it cannot be read", async () => {
    const { save, form, wire } = await open(part);
    wire.answer(
      (line) => /^GET .*\/account-groups$/.test(line),
      () => jsonAnswer(500, { detail: "No database." }),
    );
    await save();
    expect(await form.findByRole("alert")).toHaveTextContent(
      `${part.failure}No database. Nothing was sent.`,
    );
    expect(wire.sent.filter(writes)).toEqual([]);
  });
});

describe("A proxy password that somebody else has set since", () => {
  it("is not overwritten unseen, and stays if the operator typed none", async () => {
    const server = await startServer();
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
    const { user, wire } = await renderApp("/dashboard/config?tab=settings", { server });
    const form = within(await screen.findByRole("form", { name: "Proxy" }));
    const save = () => user.click(form.getByRole("button", { name: "Save proxy" }));
    const setTheirs = () =>
      call(server, groupsApi.setProxy, {
        params: { id: 1 },
        body: { proxy_server: null, proxy_username: null, proxy_password: "tuđa" },
      });
    const writes = () => wire.sent.filter((line) => line.startsWith("PUT"));

    await user.type(form.getByLabelText("Proxy password"), "moja");
    await setTheirs();
    await save();
    const question = await findOverwriteQuestion();
    expect(question.rows()).toEqual([
      expect.stringMatching(/^Proxy password\|Set at \d{4}-\d\d-\d\d .* UTC\|As typed here$/),
    ]);
    expect(writes()).toEqual([]);
    await user.click(question.getByRole("button", { name: "Use the server's" }));
    await waitFor(() => expect(form.getByLabelText("Proxy password")).toHaveValue(""));

    await user.type(form.getByRole("textbox", { name: "Proxy username" }), "zima");
    await setTheirs();
    await save();
    expect(await findToast("Proxy saved.")).toBeVisible();
    expect(writes()).toHaveLength(1);
  });
});
