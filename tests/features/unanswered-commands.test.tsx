import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { activityApi } from "@/features/activity/contract";
import type { ActivityKind } from "@/features/activity/schema";
import { toasts } from "@/shared/toast/toast";
import { call } from "../support/call";
import { findIn } from "../support/find-in";
import { findToast, jsonAnswer, renderApp, startServer } from "../support/render-app";
import type { TestServer } from "../support/server";
import { addPendingPosts } from "./queue/support";
import { addGroup } from "./scheduler/support";

type App = Awaited<ReturnType<typeof renderApp>>;

/** A control that writes, and how an operator comes to it. */
type Command = {
  readonly name: string;
  readonly at: string;
  /** The beginning of the request that it sends. */
  readonly sends: RegExp;
  /** The text shown when the command fails or its answer is lost. */
  readonly failure: string;
  /** The kind of the entry that its effect leaves in the activity. */
  readonly leaves: ActivityKind;
  readonly prepare: (server: TestServer) => Promise<unknown>;
  /** Does everything up to the last press, and returns how to find its button. */
  readonly open: (app: App) => Promise<() => Promise<HTMLElement>>;
  /** Expects the typed or chosen values to be there still. */
  readonly isKept?: () => Promise<unknown>;
  /**
   * Expects the screen to show the effect once the console has read again, so that nothing is left to
   * do. Without it, the operator presses once more.
   */
  readonly isSeen?: (press: () => Promise<unknown>) => Promise<unknown>;
};

const region = (name: string) => findIn("region", name);
const queue = () => region("Content Approval Queue");
const inDialog = (role: "dialog" | "alertdialog", name: RegExp, button: string) => async () =>
  within(await screen.findByRole(role, { name })).findByRole("button", { name: button });

const pending = (server: TestServer) => addPendingPosts(server, { image: 1 });
const scheduled = async (server: TestServer) => (await addGroup(server, "Zima")).schedule();

async function choose({ user }: App, item: string) {
  const list = await region("Upcoming Scheduled Posts");
  await user.click(await list.findByRole("button", { name: /^Actions for post on / }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}

const typedText = "Bez greške.";
const typedTime = "2099-05-04T09:30";
const timeField = async () =>
  within(await screen.findByRole("dialog", { name: /post/ })).findByLabelText(
    /Publish at|Date and time/,
    { selector: "[type=datetime-local]" },
  );
const keepsTime = async () => expect(await timeField()).toHaveValue(typedTime);

const commands: readonly Command[] = [
  {
    name: "Edit of a post in the queue",
    at: "publishing",
    sends: /^PATCH .*\/content-queue\//,
    failure: "Failed to save post.",
    leaves: "edited",
    prepare: pending,
    open: async ({ user }) => {
      const list = await queue();
      await user.click(await list.findByRole("button", { name: "Edit" }));
      const text = await list.findByRole("textbox", { name: "Text" });
      await user.clear(text);
      await user.type(text, typedText);
      return () => list.findByRole("button", { name: "Save" });
    },
    isKept: async () =>
      expect(await (await queue()).findByRole("textbox", { name: "Text" })).toHaveValue(typedText),
    // The post has the typed text by now: there is nothing left to save.
    isSeen: async (press) => {
      await press();
      expect(await (await queue()).findByText(typedText)).toBeVisible();
      expect(screen.queryByRole("textbox", { name: "Text" })).toBeNull();
    },
  },
  {
    name: "Approve… with accounts and a time",
    at: "publishing",
    sends: /^POST .*\/approve/,
    failure: "Failed to approve item.",
    leaves: "approved",
    prepare: pending,
    open: async ({ user }) => {
      await user.click(await (await queue()).findByRole("button", { name: "Approve…" }));
      const dialog = within(await screen.findByRole("dialog", { name: /^Approve post/ }));
      await dialog.findAllByRole("checkbox");
      await user.click(dialog.getByRole("radio", { name: "Date and time" }));
      fireEvent.change(await timeField(), { target: { value: typedTime } });
      return inDialog("dialog", /^Approve post/, "Approve");
    },
    isKept: keepsTime,
  },
  {
    name: "Cancel post…",
    at: "publishing?tab=text",
    sends: /^DELETE .*\/scheduled-posts\//,
    failure: "Failed to cancel post.",
    leaves: "cancelled",
    prepare: scheduled,
    open: async (app) => {
      await choose(app, "Cancel post…");
      return inDialog("alertdialog", /^Cancel this post/, "Cancel post");
    },
  },
  {
    name: "Undo of a rejection",
    at: "publishing",
    sends: /^POST .*\/reopen/,
    failure: "Failed to reopen item.",
    leaves: "reopened",
    prepare: pending,
    open: async ({ user }) => {
      const list = await queue();
      await user.click(await list.findByRole("button", { name: "Reject" }));
      const undo = await findToast("Undo");
      // Its toast closes with the press: after that, the list of rejected posts takes it back.
      return async () => {
        if (undo.isConnected) return undo;
        await user.click(list.getByRole("radio", { name: "Rejected" }));
        return list.findByRole("button", { name: "Reopen" });
      };
    },
    // The post waits again.
    isSeen: async () =>
      expect(await (await queue()).findByRole("button", { name: "Reject" })).toBeVisible(),
  },
];

/** Opens the console where the command stands, ready for its last press. */
async function ready({ at, sends, leaves, prepare, open }: Command) {
  const server = await startServer();
  await prepare(server);
  const app = await renderApp(`/dashboard/${at}`, { server });
  onTestFinished(() => act(() => toasts.clear()));
  const button = await open(app);
  const effects = async () => {
    await server.runJobs();
    const query = { kind: leaves, limit: 200 };
    return (await call(server, activityApi.list, { query })).length;
  };
  const before = await effects();
  return {
    ...app,
    server,
    sends: (line: string) => sends.test(line),
    sent: () => app.wire.sent.filter((line) => sends.test(line)).length,
    // Without a look at `pointer-events`, which the style sheet sets for toasts.
    press: async () => fireEvent.click(await button()),
    button,
    /** How often the command took effect. */
    effects: async () => (await effects()) - before,
  };
}

const sayings = () => document.body.textContent ?? "";

describe.each(commands)("$name", (command) => {
  it("whose answer is lost says that it may have been done, and it is done once", async () => {
    const { server, wire, sends, press, sent, effects } = await ready(command);
    wire.answer(
      sends,
      async (request) => {
        await server.fetch(request);
        throw new TypeError("The line was cut.");
      },
      { once: true },
    );
    await press();
    await waitFor(() => expect(sayings()).toContain(command.failure));
    expect(sayings()).toMatch(/The server did not respond\. It may still have gone through\./);
    expect(await effects()).toBe(1);

    act(() => toasts.clear());
    if (command.isSeen) await command.isSeen(press);
    else {
      await press();
      // A question that shows another record than at first has to be confirmed once more.
      const isShown = () => /changed since it was shown/.test(sayings());
      await waitFor(() => expect(sent() === 2 || isShown()).toBe(true));
      if (sent() < 2) await press();
      await waitFor(() => expect(sent()).toBe(2));
    }
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await waitFor(() => expect(sayings()).not.toContain(command.failure));
    expect(await effects()).toBe(1);
  });

  it("in a session that has ended keeps what was typed, and is sent once after the sign-in", async () => {
    const { server, wire, sends, press, sent, effects } = await ready(command);
    wire.answer(sends, () => jsonAnswer(401, { detail: "Not authenticated" }), { once: true });
    await press();
    await screen.findByRole("dialog", { name: "Session expired" });
    expect(await effects()).toBe(0);

    const token = await server.app.sessions.issue({ id: "administrator", name: "Administrator" });
    localStorage.setItem("accessToken", token);
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" })));
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Session expired" })).toBeNull(),
    );
    await command.isKept?.();
    expect(sent()).toBe(1);
    expect(await effects()).toBe(0);

    act(() => toasts.clear());
    await press();
    await waitFor(async () => expect(await effects()).toBe(1));
    expect(sent()).toBe(2);
  });
});
