import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { toasts } from "@/shared/toast/toast";
import { liveWorld } from "../../../server/ports/world";
import { call } from "../../support/call";
import { findOverwriteQuestion } from "../../support/changed-meanwhile";
import { findIn, noDialog } from "../../support/find-in";
import { holdTime, pass, press, until } from "../../support/held-time";
import { announcing, sentTo } from "../../support/on-wire";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  waitAnswer,
} from "../../support/render-app";
import { createTestServer } from "../../support/server";
import { serverWith } from "../groups/support";
import { bluesky, openWith, tiktok, x } from "./support";

const refusing = (path: string) => (line: string) => line.includes(path);
const refusal = () => jsonAnswer(409, { detail: "The account is busy." });

describe("Testing an account's credentials", () => {
  it("shows the platform's error if they do not, and keeps it on the card", async () => {
    const { choose } = await openWith([
      { ...bluesky, credentials: { identifier: "zima", password: "wrong" } },
    ]);
    const card = await choose("zima", "Test credentials");
    const words = "AuthenticationRequired: Invalid identifier or password";
    expect(await findToast(`Test failed: ${words}`)).toBeVisible();
    expect(toasts.read().at(-1)).toMatchObject({ kind: "error", duration: 10_000 });
    expect(await card.findByText(words)).toBeVisible();
    expect(card.getByText("Last error")).toBeVisible();
    // The error is shown once, and not again as the result of the last press.
    expect(card.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("keeps a failure of the server itself on the card too", async () => {
    const { choose, wire } = await openWith([bluesky]);
    wire.answer(refusing("/test"), () => jsonAnswer(409, { detail: "Wait a minute." }));
    const card = await choose("zima", "Test credentials");
    expect(await card.findByRole("alert")).toHaveTextContent("Test failed: Wait a minute.");
  });
});

describe("The state of an account", () => {
  const state = async (name: string) => {
    const heading = await screen.findByRole("heading", { name, level: 3 });
    return within(heading.closest("li") ?? heading);
  };

  it("is 'Not tested' until its keys were tried, and then 'Ready' or 'Failing'", async () => {
    const { choose } = await openWith([
      bluesky,
      { ...x, credentials: { bearer_token: "wrong" } },
      { ...x, platform_username: "mraz", credentials: {} },
    ]);
    expect((await state("zima")).getByText("Not tested")).toBeVisible();
    const good = await choose("zima", "Test credentials");
    expect(await good.findByText("Ready")).toBeVisible();
    const wrong = await choose("zimska", "Test credentials");
    expect(await wrong.findByText("Failing")).toBeVisible();
    expect(
      wrong.getByText(
        "Skipped by the planner, approvals and direct publishing until a test passes.",
      ),
    ).toBeVisible();
    const keyless = await state("mraz");
    expect(keyless.getByText("Keys missing")).toBeVisible();
    expect(keyless.queryByText("Active")).not.toBeInTheDocument();
  });

  it("offers no connection for an account whose platform is switched off", async () => {
    const server = await createTestServer({ ports: { world: liveWorld(["bluesky"], false) } });
    onTestFinished(() => server.close());
    await openWith([x, tiktok], "accounts", server);
    for (const name of ["zimska", "zima.tok"]) {
      const card = await state(name);
      expect(card.getByText("This server does not publish to this platform.")).toBeVisible();
      expect(card.queryByRole("button", { name: "Reconnect" })).toBeNull();
    }
  });

  it.each([
    [
      "ends",
      30,
      /^Works until .+, when Bluesky retires the API version that this server uses\. Update the server before then\.$/,
    ],
    [
      "has ended",
      -1,
      /^Bluesky retired the API version that this server uses on .+\. Update the server\.$/,
    ],
  ])("says when the API of its platform %s, and what to do", async (_, days, words) => {
    const end = new Date(Date.now() + days * 24 * 60 * 60_000);
    const world = liveWorld(["bluesky"], false, { bluesky: end.toISOString() });
    const server = await createTestServer({ ports: { world } });
    onTestFinished(() => server.close());
    await openWith([bluesky], "accounts", server);
    expect(await screen.findByText(/API version/)).toHaveTextContent(words);
    expect((await state("zima")).queryByRole("button", { name: "Reconnect" })).toBeNull();
  });

  it("offers to connect it again where it does not work, by what its platform needs", async () => {
    const { user, wire } = await openWith([
      bluesky,
      { ...x, platform_username: "mraz", credentials: {} },
      tiktok,
    ]);
    expect((await state("zima")).queryByRole("button", { name: "Reconnect" })).toBeNull();

    const session = await state("zima.tok");
    await user.click(session.getByRole("button", { name: "Reconnect" }));
    await waitFor(() =>
      expect(wire.sent.filter((line) => line.endsWith("/prime-session"))).toHaveLength(1),
    );
    await waitFor(() => expect(session.queryByRole("button", { name: "Reconnect" })).toBeNull());

    const keyless = await state("mraz");
    await user.click(keyless.getByRole("button", { name: "Reconnect" }));
    expect(await screen.findByRole("dialog", { name: "Update credentials of mraz" })).toBeVisible();
  });

  it("is 'Active' or 'Inactive' if the backend says nothing of its health", async () => {
    const { server } = await serverWith("Zima");
    const says = () =>
      jsonAnswer(200, [
        { id: 1, platform_type: "bluesky", platform_username: "zima", is_active: true },
        { id: 2, platform_type: "bluesky", platform_username: "mraz", is_active: false },
      ]);
    await renderApp("/dashboard/config?tab=accounts", {
      server: await answering([{ to: "/accounts", says }], server),
    });
    expect((await state("zima")).getByText("Active")).toBeVisible();
    expect((await state("mraz")).getByText("Inactive")).toBeVisible();
  });
});

describe("Testing all accounts", () => {
  it("shows the result of each", async () => {
    const { user, stored } = await openWith([
      bluesky,
      { ...x, credentials: { bearer_token: "wrong" } },
    ]);
    await user.click(await screen.findByRole("button", { name: "Test all" }));

    const result = await findIn("group", "Result");
    expect(result.getByRole("status")).toHaveTextContent("1 of 2 work, 1 failed.");
    const lines = result.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(lines.toSorted()).toEqual([
      "@zimaBlueskyThe credentials work.",
      expect.stringMatching(/^@zimskaX \(Twitter\)Test failed: 403 Unsupported Authentication/),
    ]);
    expect((await stored()).map((account) => account.last_known_error === null)).toEqual([
      true,
      false,
    ]);
    await user.click(result.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("group", { name: "Result" })).not.toBeInTheDocument();
  });

  it("shows its progress, and sends no more once it is stopped", async () => {
    const { user, wire } = await openWith(
      Array.from({ length: 5 }, (_, index) => ({ ...bluesky, platform_username: `zima${index}` })),
    );
    const waiting: ((answer: Response) => void)[] = [];
    wire.answer(refusing("/test"), () => new Promise((resolve) => waiting.push(resolve)));
    await user.click(await screen.findByRole("button", { name: "Test all" }));

    expect(await screen.findByRole("progressbar", { name: "Testing 5 accounts" })).toBeVisible();
    await waitFor(() => expect(waiting).toHaveLength(3));
    await user.click(screen.getByRole("button", { name: "Stop" }));
    for (const answer of waiting) answer(jsonAnswer(200, { message: "Fine." }));
    expect(await screen.findByText("3 of 5 work, 2 not tested.")).toBeVisible();
    expect(waiting).toHaveLength(3);
  });
});

it("'Test all' waits in view as the server asks, and goes on", async () => {
  const names = ["zima", "leto", "jesen", "mraz", "sneg"];
  const { ids, wire } = await openWith(
    names.map((platform_username) => ({ ...bluesky, platform_username })),
  );
  const button = await screen.findByRole("button", { name: "Test all" });
  const held: (() => void)[] = [];
  wire.answer(refusing("/test"), async ({ url }) => {
    if (held.length === 3) return undefined;
    await new Promise<void>((resolve) => held.push(resolve));
    return url.includes(`/${ids[0]}/`) ? waitAnswer(429, 20) : undefined;
  });
  holdTime();
  await press(button);
  await until(() => expect(held).toHaveLength(3));
  for (const resolve of held) resolve();
  await until(() => expect(screen.getByRole("timer")).toHaveTextContent("Continues in 20 s."));
  expect(screen.getByText("Server busy.")).toBeVisible();
  await pass(15_000);
  expect(sentTo(wire, "/test")).toHaveLength(3);
  await pass(5_000);
  expect(await until(() => screen.getByText("5 of 5 work."))).toBeVisible();
  expect(screen.queryByRole("timer")).toBeNull();
  expect(ids.map((id) => sentTo(wire, `/${id}/test`).length)).toEqual([2, 1, 1, 1, 1]);
});

describe("Updating credentials", () => {
  const open = async (added = bluesky) => {
    const opened = await openWith([added]);
    const name = added.platform_username ?? "";
    await opened.choose(name, "Update credentials");
    const dialog = await findIn("dialog", `Update credentials of ${name}`);
    const save = () =>
      opened.user.click(dialog.getByRole("button", { name: "Update credentials" }));
    return { ...opened, dialog, save };
  };
  const put = (line: string) => /^PUT .*\/credentials$/.test(line);

  it("replaces them and makes the account active", async () => {
    const opened = await openWith([bluesky]);
    await opened.server.request(`publishing/accounts/${opened.ids[0]}/clear-credentials`, {
      method: "POST",
    });
    await opened.choose("zima", "Update credentials");
    const dialog = await findIn("dialog");
    await opened.user.type(dialog.getByRole("textbox", { name: "Identifier" }), "zima");
    await opened.user.type(dialog.getByLabelText("App password"), "better");
    await opened.user.click(dialog.getByRole("button", { name: "Update credentials" }));

    expect(await findToast("Credentials updated.")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(await opened.stored()).toEqual([expect.objectContaining({ is_active: true })]);
  });

  it("requires every field if the platform requires them", async () => {
    const { dialog, save, wire } = await open();
    await save();
    expect(await dialog.findByText("Identifier is required.")).toBeVisible();
    expect(dialog.getByText("App password is required.")).toBeVisible();
    expect(wire.sent.filter(put)).toEqual([]);
  });

  it("requires no field for X", async () => {
    const { user, dialog, save } = await open(x);
    await user.type(dialog.getByLabelText("Consumer key"), "abc");
    await save();
    expect(await findToast("Credentials updated.")).toBeVisible();
  });

  it("asks before typed text is discarded, and opens empty after that", async () => {
    const { user, dialog, choose } = await open();
    await user.type(dialog.getByLabelText("App password"), "abc");
    await user.keyboard("{Escape}");
    const question = await findIn("alertdialog", "Discard unsaved changes?");
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(dialog.getByLabelText("App password")).toHaveValue("abc");

    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Actions" })).toHaveFocus());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await choose("zima", "Update credentials");
    expect(await screen.findByLabelText("App password")).toHaveValue("");
  });

  describe("that somebody else has changed since", () => {
    async function openChanged() {
      const opened = await open();
      await opened.user.type(opened.dialog.getByRole("textbox", { name: "Identifier" }), "zima");
      await opened.user.type(opened.dialog.getByLabelText("App password"), "mine");
      const changedAt = async () => (await opened.stored())[0]?.credentials_changed_at;
      return { ...opened, changedAt };
    }
    const question = () => findOverwriteQuestion("The account has changed on the server");

    it("asks before it replaces them, and does so on 'Overwrite'", async () => {
      const { user, server, ids, save, wire } = await openChanged();
      await call(server, accountsApi.setCredentials, {
        params: { id: ids[0] ?? 0 },
        body: { credentials: { identifier: "zima", password: "theirs" } },
      });
      await save();
      const asked = await question();
      expect(asked.rows()).toEqual([
        expect.stringMatching(/^Credentials\|Set at \d{4}-\d\d-\d\d .* UTC\|As typed here$/),
      ]);
      expect(wire.sent.filter(put)).toEqual([]);
      await user.click(asked.getByRole("button", { name: "Overwrite" }));
      expect(await findToast("Credentials updated.")).toBeVisible();
      expect(wire.sent.filter(put)).toHaveLength(1);
    });

    it("leaves theirs on 'Use the server's', and closes", async () => {
      const { user, server, ids, save, wire, changedAt } = await openChanged();
      await call(server, accountsApi.clearCredentials, { params: { id: ids[0] ?? 0 } });
      const cleared = await changedAt();
      await save();
      const asked = await question();
      expect(asked.rows()).toEqual([
        expect.stringMatching(/^Credentials\|Not set at .* UTC\|As typed here$/),
        "Active|No|Yes",
      ]);
      await user.click(asked.getByRole("button", { name: "Use the server's" }));
      await noDialog();
      expect(wire.sent.filter(put)).toEqual([]);
      expect(await changedAt()).toBe(cleared);
    });
  });

  it("is not offered for a platform without credential fields", async () => {
    const { user } = await openWith([tiktok]);
    await user.click(await screen.findByRole("button", { name: "Actions" }));
    expect(await screen.findByRole("menuitem", { name: "Prime session" })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "Update credentials" })).not.toBeInTheDocument();
  });
});

describe("Clearing credentials and deleting", () => {
  it("asks, clears them, and keeps the account as inactive", async () => {
    const { user, choose, stored } = await openWith([bluesky]);
    const card = await choose("zima", "Clear credentials");
    const question = await findIn("alertdialog", "Clear the credentials of zima?");
    await user.click(question.getByRole("button", { name: "Clear credentials" }));
    expect(await findToast("Credentials cleared. The account is inactive.")).toBeVisible();
    expect(await card.findByText("Inactive")).toBeVisible();
    expect(await stored()).toEqual([expect.objectContaining({ is_active: false })]);
  });

  it("Clear credentials: asks once more if somebody has just replaced them", async () => {
    const { user, choose, server, ids, wire, stored } = await openWith([bluesky]);
    await choose("zima", "Clear credentials");
    const question = await findIn("alertdialog");
    await call(server, accountsApi.setCredentials, {
      params: { id: ids[0] ?? 0 },
      body: { credentials: { identifier: "zima", password: "theirs" } },
    });
    const press = () => user.click(question.getByRole("button", { name: "Clear credentials" }));
    await press();
    expect(await question.findByText("Someone else has just changed them")).toBeVisible();
    expect(wire.sent.filter(refusing("/clear-credentials"))).toEqual([]);
    await press();
    expect(await findToast("Credentials cleared. The account is inactive.")).toBeVisible();
    expect(await stored()).toEqual([expect.objectContaining({ is_active: false })]);
  });

  it.each([
    ["Clear credentials", "/clear-credentials", "Failed to clear credentials..."],
    ["Delete account", "DELETE", "Failed to delete account..."],
  ])("%s: stays open and shows the reason when it is refused", async (item, path, text) => {
    const { user, choose, wire, stored } = await openWith([bluesky]);
    wire.answer(refusing(path), refusal);
    await choose("zima", item);
    const question = await findIn("alertdialog");
    await user.click(question.getByRole("button", { name: item }));
    expect(await question.findByRole("alert")).toHaveTextContent(`${text}The account is busy.`);
    expect(await stored()).toEqual([expect.objectContaining({ is_active: true })]);
  });
});

describe("An account's performance and session", () => {
  it("starts a backfill", async () => {
    const { choose, wire } = await openWith([bluesky]);
    await choose("zima", "Backfill performance");
    expect(await findToast(/published post/)).toBeVisible();
    expect(wire.sent.some((line) => line.includes("admin/backfill-performance/"))).toBe(true);
  });

  it("asks before a backfill on X, where it is real and takes money for it", async () => {
    const health = { status: "ok", outside: { x_twitter: "real" }, capabilities: [] };
    const { choose, wire, user } = await openWith(
      [x],
      "accounts",
      await answering([saying("/healthz", health)]),
    );
    await choose("zimska", "Backfill performance");
    const question = await findIn("alertdialog");
    expect(
      question.getByText(/X charges \$0\.005 for each post and day\./, { exact: false }),
    ).toBeVisible();
    const isBackfill = (line: string) => line.includes("admin/backfill-performance/");
    expect(wire.sent.filter(isBackfill)).toEqual([]);
    await user.click(question.getByRole("button", { name: "Backfill performance" }));
    expect(await findToast(/published post/)).toBeVisible();
    await noDialog("alertdialog");
    expect(wire.sent.filter(isBackfill)).toHaveLength(1);
  });

  it.each([
    ["Backfill performance", "/backfill-performance/", "Failed to start backfill process."],
    ["Prime session", "/prime-session", "Failed to start priming session."],
    ["Test performance fetch", "/test-performance-fetch/", "Test failed: The account is busy."],
  ])("%s: shows why the server refused", async (item, path, text) => {
    const { choose, wire } = await openWith([tiktok]);
    wire.answer(refusing(path), refusal);
    const card = await choose("zima.tok", item);
    const alert = await card.findByRole("alert");
    expect(alert).toHaveTextContent(text);
    expect(alert).toHaveTextContent("The account is busy.");
    expect(await findToast(new RegExp(text))).toBeVisible();
  });

  it("Prime session: is offered in other words where a second press may do it twice", async () => {
    const server = await answering([announcing()]);
    const { choose, wire, router, user } = await openWith([tiktok], "accounts", server);
    wire.answer(
      refusing("/prime-session"),
      () => {
        throw new TypeError("The line was cut.");
      },
      { once: true },
    );
    const card = await choose("zima.tok", "Prime session");
    expect(await card.findByRole("alert")).toHaveTextContent(
      /The server did not respond\. It may still have gone through\.$/,
    );
    expect(card.getByRole("button", { name: "Reconnect anyway" })).toBeVisible();
    expect(card.queryByRole("button", { name: "Reconnect" })).toBeNull();

    // The failure is gone when the operator comes back; the doubt is not.
    await act(() => router.navigate({ to: "/dashboard/publishing" }));
    await waitFor(() => expect(screen.queryByText("zima.tok")).toBeNull());
    await act(async () => router.history.back());
    expect(await screen.findByRole("button", { name: "Reconnect anyway" })).toBeVisible();
    await choose("zima.tok", "Prime session anyway");
    expect(await findToast("The session is primed: the account can publish.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Actions" }));
    expect(await screen.findByRole("menuitem", { name: "Prime session" })).toBeVisible();
  });

  it("shows the result of a performance fetch", async () => {
    const results = [
      [
        { success: true, message: "4210 impressions.", error: null },
        "The performance fetch works.",
        "4210 impressions.",
      ],
      [{ success: false, message: null, error: "Token expired." }, "Test failed: Token expired."],
      [{ success: false, message: "No posts.", error: null }, "Test failed: No posts."],
      [
        { success: false, message: "Post 40 was asked for.", error: "Session expired." },
        "Test failed: Session expired.",
        "Post 40 was asked for.",
      ],
      [{ success: false }, "Test failed: An unexpected error occurred."],
    ] as const;
    const names = results.map((_, place) => `zima${place}`);
    const { choose, wire } = await openWith(
      names.map((platform_username) => ({ ...bluesky, platform_username })),
    );
    for (const [place, [reply, verdict, rest]] of results.entries()) {
      wire.answer(refusing("/test-performance-fetch/"), () => jsonAnswer(200, reply));
      const card = await choose(`zima${place}`, "Test performance fetch");
      expect(await card.findByText(verdict)).toBeVisible();
      if (rest) expect(card.getByText(rest)).toBeVisible();
      expect(await findToast(verdict)).toBeVisible();
    }
  });

  it("primes a session, which makes the account active", async () => {
    const { choose, stored } = await openWith([tiktok]);
    const card = await choose("zima.tok", "Prime session");
    expect(await findToast("The session is primed: the account can publish.")).toBeVisible();
    expect(await card.findByText("Not tested")).toBeVisible();
    expect(await stored()).toEqual([expect.objectContaining({ is_active: true })]);
  });
});
