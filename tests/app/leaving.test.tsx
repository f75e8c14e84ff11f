import { createBrowserHistory } from "@tanstack/react-router";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { session } from "@/shared/session/session";
import { createGroup, serverWith } from "../features/groups/support";
import { holdTime, pass } from "../support/held-time";
import { renderApp, startServer } from "../support/render-app";

/** Opens the configuration and types into two forms of a tab, and into one below the tabs. */
async function withThreeDirtyForms(options: Parameters<typeof renderApp>[1] = {}) {
  const server = await startServer();
  for (const name of ["Zima", "Leto"]) {
    await createGroup(server, name);
  }
  const app = await renderApp("/dashboard/config?tab=settings#sale-rotator", {
    ...options,
    server,
  });
  const field = async (form: string, name: string) =>
    within(await screen.findByRole("form", { name: form })).getByRole("textbox", { name });
  await app.user.type(await field("Media and logo", "Logo URL"), "/kapa.png");
  await app.user.type(await field("Proxy", "Proxy server"), "proxy");
  await app.user.type(await field("Sale rotator settings", "Sale tag"), "-zima");
  return { ...app, field };
}

const question = () => screen.findByRole("alertdialog", { name: "Discard unsaved changes?" });
const noQuestion = () =>
  waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());

describe("Leaving unsaved forms", () => {
  it("asks once for all forms of the screen, and keeps or discards them all", async () => {
    const { user, field } = await withThreeDirtyForms();

    await user.click(screen.getByRole("link", { name: "Publishing" }));
    await user.click(within(await question()).getByRole("button", { name: "Keep editing" }));
    await noQuestion();
    expect(await field("Media and logo", "Logo URL")).toHaveValue("/kapa.png");
    expect(await field("Sale rotator settings", "Sale tag")).toHaveValue("sale-zima");

    await user.click(screen.getByRole("link", { name: "Publishing" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("heading", { name: "Publishing", level: 1 })).toBeVisible();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();

    await user.click(screen.getByRole("link", { name: "Configuration" }));
    await user.click(await screen.findByRole("tab", { name: "Settings" }));
    expect(await field("Media and logo", "Logo URL")).toHaveValue("");
    expect(await field("Proxy", "Proxy server")).toHaveValue("");
    expect(await field("Sale rotator settings", "Sale tag")).toHaveValue("sale");
  });

  it("asks again about text typed after that", async () => {
    const { user, field } = await withThreeDirtyForms();
    await user.click(screen.getByRole("link", { name: "Publishing" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    await screen.findByRole("heading", { name: "Publishing", level: 1 });
    await user.click(screen.getByRole("link", { name: "Configuration" }));
    await user.type(await field("Sale rotator settings", "Sale tag"), "-leto");

    await user.click(screen.getByRole("link", { name: "Publishing" }));

    expect(await question()).toBeVisible();
  });

  it("asks only about the forms that another tab or group would remove", async () => {
    const { user, field } = await withThreeDirtyForms();

    await user.click(screen.getByRole("tab", { name: "AI Mascot Settings" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("form", { name: "Mascot" })).toBeVisible();
    expect(await field("Sale rotator settings", "Sale tag")).toHaveValue("sale-zima");

    await user.click(screen.getByRole("button", { name: "Leto" }));
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Leto" })).toBePressed());
    expect(await field("Sale rotator settings", "Sale tag")).toHaveValue("sale");
  });
});

describe("Closing the browser's tab", () => {
  /** The history of a browser's tab that shows these forms. */
  function ofBrowser() {
    window.history.replaceState(null, "", "/dashboard/config?tab=settings#sale-rotator");
    const history = createBrowserHistory();
    onTestFinished(() => {
      history.destroy();
      window.history.replaceState(null, "", "/");
    });
    return history;
  }

  /** Returns whether the browser asks before it closes the tab. */
  function close() {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }

  it("asks about typed text also in a session that has expired, but not on the way to sign in", async () => {
    const { server } = await withThreeDirtyForms({ history: ofBrowser() });
    expect(close()).toBe(true);

    act(() => session.expire(server.token));
    const again = await screen.findByRole("link", { name: "Sign in again" });
    expect(close()).toBe(true);

    holdTime();
    // jsdom cannot navigate.
    again.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(again);
    expect(close()).toBe(false);
    // The sign-in did not open, or opened in another tab.
    await pass(2_000);
    expect(close()).toBe(true);
  });

  it("asks nothing while nothing is typed", async () => {
    const { server } = await serverWith("Zima");
    await renderApp("", { server, history: ofBrowser() });
    await screen.findByRole("form", { name: "Proxy" });
    act(() => session.expire(server.token));
    await screen.findByRole("dialog", { name: "Session expired" });
    expect(close()).toBe(false);
  });
});
