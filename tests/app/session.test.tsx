import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { drafts, session } from "@/shared/session/session";
import { serverWith } from "../features/groups/support";
import { findIn, noDialog } from "../support/find-in";
import { answering, findToast, jsonAnswer, renderApp, saying } from "../support/render-app";
import type { TestServer } from "../support/server";

const anyLine = () => true;
const groupList = (line: string) => line === "GET /api/v1/publishing/account-groups";

it("redirects a signed-out user to the login screen, and after the sign-in to the page asked for", async () => {
  const { router, server } = await renderApp("/dashboard/publishing?tab=text", { token: null });

  expect(await screen.findByRole("heading", { name: "Admin Login" })).toBeVisible();
  expect(document.title).toBe("Admin Login · Social Publishing Dashboard");

  act(() => void router.navigate({ href: `/auth/callback?token=${server.token}` }));
  expect(await screen.findByRole("heading", { name: "Publishing", level: 1 })).toBeVisible();
  expect(router.state.location.search).toMatchObject({ tab: "text" });
  expect(router.state.location.href).not.toContain(server.token);
});

it("offers the sign-in of the chat platform, with the console's own origin", async () => {
  await renderApp("/login", { token: null });

  expect(await screen.findByRole("link", { name: "Login with Discord" })).toHaveAttribute(
    "href",
    "http://localhost:4100/login/discord?origin=http%3A%2F%2Flocalhost%3A4100",
  );
  expect(
    screen.getByText("Login with your chat-platform account to access the admin panel."),
  ).toBeVisible();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("reports that the backend did not accept the user", async () => {
  await renderApp("/login?error=unauthorized", { token: null });

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Access Denied. Your account is not authorized to use this application.",
  );
});

it("goes back to the login screen from a callback without a token", async () => {
  await renderApp("/auth/callback", { token: null });

  expect(await screen.findByRole("heading", { name: "Admin Login" })).toBeVisible();
  expect(session.state()).toBe("signed-out");
});

it("goes to the login screen when the group list returns 401", async () => {
  await renderApp("/dashboard/content", { token: "no-such-token" });

  expect(await screen.findByRole("heading", { name: "Admin Login" })).toBeVisible();
});

it("asks once to sign in again when any other call returns 401, and leaves the page as it is", async () => {
  const { server } = await serverWith("Zima");
  const { wire } = await renderApp("/dashboard/config", { server });
  expect(await screen.findByRole("button", { name: "Add account" })).toBeVisible();

  const tab = screen.getByRole("tab", { name: "Evergreen Content" });
  wire.answer(
    (line) => !groupList(line),
    () => jsonAnswer(401, { detail: "Not authenticated" }),
  );
  // A panel that is still loading may have opened the dialog, which makes the tab unusable.
  fireEvent.mouseDown(tab);

  const dialog = await screen.findByRole("dialog", { name: "Session expired" });
  expect(within(dialog).getByRole("link", { name: "Sign in again" })).toHaveAttribute(
    "href",
    expect.stringContaining("/login/discord?origin="),
  );
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  expect(within(dialog).queryByRole("button", { name: "Close" })).not.toBeInTheDocument();
  expect(within(dialog).getByRole("link", { name: "Sign in again" })).toHaveFocus();

  wire.answer(anyLine, () => undefined);
  act(() => {
    session.signIn(server.token.replace(/.$/, "x"));
  });
  await noDialog();
});

it("resumes by itself when another tab has signed in again", async () => {
  const { server } = await serverWith("Zima");
  const { wire } = await renderApp("/dashboard/config?tab=evergreen", { server });
  wire.answer(/\/categories/, () => jsonAnswer(401, { detail: "Not authenticated" }));
  await act(() => Promise.resolve());
  const second = await server.app.sessions.issue({ id: "administrator", name: "Administrator" });

  session.expire(server.token);
  expect(await screen.findByRole("dialog", { name: "Session expired" })).toBeVisible();

  wire.answer(anyLine, () => undefined);
  localStorage.setItem("accessToken", second);
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
  });

  await noDialog();
  expect(await screen.findByText("This group has no content categories.")).toBeVisible();
});

it("shows no data of one session in another, when another user signs in in another tab", async () => {
  const { server } = await serverWith("Zima");
  const { wire } = await renderApp("/dashboard/config?tab=evergreen", { server });
  expect(await screen.findByText("This group has no content categories.")).toBeVisible();
  const second = await server.app.sessions.issue({ id: "second", name: "Second" });
  wire.answer(groupList, () => jsonAnswer(200, [{ id: 9, name: "Leto" }]));
  wire.answer(/\/account-groups\/9\//, () => new Promise(() => {}));

  localStorage.setItem("accessToken", second);
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
  });

  await waitFor(() => expect(document.body).toHaveTextContent("Leto"));
  expect(document.body).not.toHaveTextContent("Zima");
  expect(document.body).not.toHaveTextContent("This group has no content categories.");
});

describe("Logout", () => {
  const logoutCall = "POST /api/v1/auth/logout";
  const login = () => screen.findByRole("heading", { name: "Admin Login" });
  /** Waits until the backend has said what it offers. */
  const hasHealth = (sent: readonly string[]) =>
    waitFor(() => expect(sent).toContain("GET /healthz"));
  const isAccepted = async ({ app, token }: TestServer) =>
    app.sessions.authenticate(`Bearer ${token}`).then(
      () => true,
      () => false,
    );

  it("forgets the token here, and ends its session on the server", async () => {
    const { user, router, server, wire } = await renderApp("/dashboard/content");
    await screen.findByText("Sandbox");
    await user.click(await screen.findByRole("button", { name: "Logout" }));

    expect(await login()).toBeVisible();
    expect(localStorage.getItem("accessToken")).toBeNull();
    expect(router.state.location.pathname).toBe("/login");
    expect(wire.sent.filter((line) => line === logoutCall)).toHaveLength(1);
    await waitFor(async () => expect(await isAccepted(server)).toBe(false));
  });

  it.each([
    ["does not answer", () => new Promise<Response>(() => {})],
    ["refuses", () => jsonAnswer(500, {})],
    ["has ended the session already", () => jsonAnswer(401, { detail: "Not authenticated" })],
  ])("works at once when the server %s", async (_, reply) => {
    const { user, wire } = await renderApp("/dashboard/content");
    await screen.findByText("Sandbox");
    wire.answer((line) => line === logoutCall, reply);
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await login()).toBeVisible();
    expect(localStorage.getItem("accessToken")).toBeNull();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("calls nothing of a backend that does not announce it", async () => {
    const { user, wire } = await renderApp("/dashboard/content", {
      server: await answering([saying("/healthz", { status: "ok" })]),
    });
    await hasHealth(wire.sent);
    await screen.findByRole("heading", { name: "Content Library" });
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("option", { name: "Logout" });
    expect(screen.queryByRole("option", { name: "End all sessions" })).not.toBeInTheDocument();
    await user.keyboard("logout{Enter}");
    expect(await login()).toBeVisible();
    expect(wire.sent).not.toContain(logoutCall);
  });
});

describe("End all sessions in the palette", () => {
  const endCall = "POST /api/v1/auth/end-all-sessions";

  async function choose() {
    const opened = await renderApp("/dashboard/content");
    const { app } = opened.server;
    const elsewhere = await app.sessions.issue({ id: "administrator", name: "Administrator" });
    const isOver = () =>
      app.sessions.authenticate(`Bearer ${elsewhere}`).then(
        () => false,
        () => true,
      );
    await screen.findByText("Sandbox");
    const press = async () => {
      await opened.user.keyboard("{Control>}k{/Control}");
      await screen.findByRole("combobox", { name: "Search or jump to…" });
      await opened.user.keyboard("end all{Enter}");
    };
    return { ...opened, isOver, press };
  }

  it("ends the operator's sessions in other browsers too, and leads to the login screen", async () => {
    const { press, isOver } = await choose();
    await press();
    expect(await screen.findByRole("heading", { name: "Admin Login" })).toBeVisible();
    expect(localStorage.getItem("accessToken")).toBeNull();
    expect(await isOver()).toBe(true);
  });

  it("that fails says so, and this session goes on", async () => {
    const { press, isOver, wire } = await choose();
    wire.answer(
      (line) => line === endCall,
      () => jsonAnswer(500, {}),
    );
    await press();
    expect(await findToast("Failed to end all sessions.")).toBeVisible();
    expect(localStorage.getItem("accessToken")).not.toBeNull();
    expect(screen.getByRole("heading", { name: "Content Library" })).toBeVisible();
    expect(await isOver()).toBe(false);
  });
});

it("does not report one operator's unanswered write to the next operator", async () => {
  const { user, router, server, wire } = await renderApp("/dashboard/content");
  const create = (line: string) => line === "POST /api/v1/publishing/account-groups";
  const keys: (string | null)[] = [];
  let status = 504;
  wire.answer(create, (request) => {
    keys.push(request.headers.get("idempotency-key"));
    return jsonAnswer(status, {});
  });
  async function makeGroup() {
    await user.click(await screen.findByRole("button", { name: "New Group" }));
    const dialog = await findIn("dialog", "Create New Group");
    await user.type(dialog.getByRole("textbox", { name: "Group Name" }), "Zima");
    await user.click(dialog.getByRole("button", { name: "Create Group" }));
    return (await dialog.findByRole("alert")).textContent;
  }
  expect(await makeGroup()).toContain("It may still have gone through");

  act(() => session.signOut());
  status = 409;
  const second = await server.app.sessions.issue({ id: "second", name: "Second" });
  act(() => void session.signIn(second));
  act(() => void router.navigate({ to: "/dashboard/content" }));

  expect(await makeGroup()).not.toMatch(/may still have gone through/);
  expect(new Set(keys).size).toBe(2);
});

it("shows the login screen, and forgets what was typed, when another tab has logged out", async () => {
  await renderApp("/dashboard/content");
  expect(await screen.findByRole("heading", { name: "Content Library" })).toBeVisible();
  drafts.write("new-group", { name: "Zima" });

  localStorage.clear();
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
  });

  expect(await screen.findByRole("heading", { name: "Admin Login" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Content Library" })).not.toBeInTheDocument();
  expect(drafts.read("new-group")).toBeUndefined();
});
