import { createMemoryHistory } from "@tanstack/react-router";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { onTestFinished } from "vitest";
import { App } from "@/app/app";
import { createApp } from "@/app/create-app";
import { followSession } from "@/app/follow-session";
import { lastReplies } from "@/shared/api/last-replies";
import { settleFirstScreen } from "@/shared/lazy/first-screen";
import { intents } from "@/shared/query/double-submit-guard";
import { session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import { createTestServer, type TestServer } from "./server";

/** What stands between the console and the server: tests look at it and put words in its mouth. */
export type Wire = {
  /** Every request that was sent: 'POST /api/v1/…'. */
  readonly sent: string[];
  /** Answers the next requests that match in the server's place; `undefined` lets one pass. */
  answer: (
    match: (line: string) => boolean,
    reply: (request: Request) => Response | Promise<Response> | undefined,
    options?: { once?: boolean },
  ) => void;
};

type Options = {
  /** Undefined: signed in as an administrator. Null: signed out. */
  token?: string | null;
  /** A server made beforehand, with what the test needs in it. */
  server?: TestServer;
};

/** The whole console at one address, against the real server in this process. */
export async function renderApp(address: string, options: Options = {}) {
  const server = options.server ?? (await startServer());
  const wire = putOnWire(server);
  const token = options.token === undefined ? server.token : options.token;
  if (token) session.signIn(token);

  // As in the seconds after the first screen: lazy code is preloaded.
  settleFirstScreen();
  const app = createApp(createMemoryHistory({ initialEntries: [address] }));
  const stop = followSession(app);
  const view = render(<App {...app} />);
  onTestFinished(() => {
    view.unmount();
    stop();
    app.queryClient.clear();
    intents.forgetAll();
    lastReplies.forgetAll();
    toasts.clear();
  });
  return { user: userEvent.setup(), router: app.router, server, wire };
}

/** A server of the test's own, closed with it. */
export async function startServer() {
  const server = await createTestServer();
  onTestFinished(() => server.close());
  return server;
}

function putOnWire(server: TestServer): Wire {
  const sent: string[] = [];
  const rules: Parameters<Wire["answer"]>[] = [];
  const original = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = original;
  });
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const line = `${request.method} ${pathname}${search}`;
    sent.push(line);
    const rule = rules.find(([match]) => match(line));
    if (rule?.[2]?.once) rules.splice(rules.indexOf(rule), 1);
    const reply = await rule?.[1](request);
    return reply ?? server.fetch(request);
  };
  return { sent, answer: (...rule) => rules.unshift(rule) };
}

/** A JSON answer as the server would word it. */
export const jsonAnswer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });

/** Calls the API behind the console's back. */
export async function api<Reply>(server: TestServer, line: string, json?: unknown) {
  const [method = "GET", path = ""] = line.split(" ");
  const response = await server.request(path, { method, ...(json !== undefined && { json }) });
  if (!response.ok) throw new Error(`${line}: ${response.status} ${await response.text()}`);
  // The caller names what the contract says of this path.
  return (response.status === 204 ? undefined : await response.json()) as Reply;
}

export async function findToast(text: string | RegExp) {
  // The region is there only once the toaster's code has loaded.
  return waitFor(() =>
    within(screen.getByRole("region", { name: /Notifications/ })).getByText(text),
  );
}
