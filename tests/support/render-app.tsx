import { createMemoryHistory, type RouterHistory } from "@tanstack/react-router";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished } from "vitest";
import { App, createApp } from "@/app/create-app";
import { followSession } from "@/app/follow-session";
import { capabilities } from "@/shared/api/capabilities";
import { lastReplies } from "@/shared/api/last-replies";
import { reach } from "@/shared/api/reach";
import { settleFirstScreen } from "@/shared/lazy/first-screen";
import { intents } from "@/shared/query/double-submit-guard";
import { session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import { startServer, type TestServer } from "./server";
import { putOnWire } from "./wire";

export { startServer } from "./server";
export { answering, jsonAnswer, saying, type Wire, waitAnswer } from "./wire";

type Options = {
  /** Undefined: signed in as an administrator. Null: signed out. */
  token?: string | null;
  /** A server that the test has prepared. */
  server?: TestServer;
  /** In place of one in memory, which knows of no tab that is closed. */
  history?: RouterHistory;
};

/** Renders the whole console at one address, against the real server in this process. */
export async function renderApp(address: string, options: Options = {}) {
  const server = options.server ?? (await startServer());
  const wire = putOnWire(server);
  const token = options.token === undefined ? server.token : options.token;
  if (token) session.signIn(token);

  // As in the seconds after the first screen: lazy code is preloaded.
  settleFirstScreen();
  const history = options.history ?? createMemoryHistory({ initialEntries: [address] });
  const app = createApp(history);
  const stop = followSession(app);
  const view = render(<App {...app} />);
  onTestFinished(() => {
    view.unmount();
    stop();
    app.queryClient.clear();
    intents.forgetAll();
    lastReplies.forgetAll();
    toasts.clear();
    capabilities.announce([]);
    reach.announce({});
  });
  return { user: userEvent.setup(), router: app.router, server, wire };
}

/** The element with this text in a toast, once the toast takes presses: a moment after it is shown. */
export async function findToast(text: string | RegExp) {
  const find = () => {
    const toaster = screen.getByRole("region", { name: /Notifications/ });
    expect(toaster).not.toHaveStyle({ pointerEvents: "none" });
    return within(toaster).getByText(text);
  };
  // The toast is there only once the toaster's code has loaded.
  await waitFor(find);
  // Once more: `waitFor` returns a moment later, when the toaster may have been rendered again.
  return find();
}
