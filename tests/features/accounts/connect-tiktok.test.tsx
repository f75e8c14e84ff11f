import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from "vitest";
import * as leaving from "@/features/accounts/connect-address";
import { capabilities } from "@/shared/api/capabilities";
import { accounts } from "../../../server/db/schema";
import { liveWorld } from "../../../server/ports/world";
import { createTestServer } from "../../support/server";
import { openAddAccount, openWith, tiktok } from "./support";

// jsdom does not navigate: the test checks the URL that the browser would open.
let leaveFor: MockInstance<typeof leaving.leaveFor>;
beforeEach(() => {
  leaveFor = vi.spyOn(leaving, "leaveFor").mockImplementation(() => {});
});

/** A console whose server publishes to the real TikTok. */
async function openLive(added: Parameters<typeof openWith>[0], connected?: object) {
  const server = await createTestServer({
    ports: {
      world: liveWorld(["tiktok"], false),
      tiktok: {
        authorizationUrl: ({ state }) => `https://tiktok.example.com/?state=${state}`,
        connect: () => Promise.reject(new Error("Nobody allows it.")),
      },
    },
  });
  onTestFinished(() => server.close());
  const opened = await openWith(added, "accounts", server);
  if (connected) {
    await server.database.db.update(accounts).set({ is_active: true, ...connected });
    await opened.router.invalidate();
  }
  await waitFor(() => expect(capabilities.has("tiktok-connect")).toBe(true));
  return opened;
}

describe("'Prime session' where TikTok is real", () => {
  it("sends the browser to the backend with the account and the token", async () => {
    const { choose, ids, server, router, wire } = await openLive([tiktok]);
    const token = localStorage.getItem("accessToken") ?? "";
    await choose("zima.tok", "Prime session");
    const address = new URL(leaveFor.mock.lastCall?.[0] ?? "");
    expect(address.pathname).toBe("/api/v1/publishing/tiktok/connect");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      account_id: String(ids[0]),
      token,
      origin: window.location.origin,
    });
    // The server accepts the token, and the console shows it neither on the page nor in its URL.
    expect((await server.fetch(address.href, { redirect: "manual" })).status).toBe(303);
    expect(document.documentElement.innerHTML).not.toContain(token);
    expect(router.state.location.href).not.toContain(token);
    expect(wire.sent.filter((line) => line.endsWith("/prime-session"))).toEqual([]);
  });

  it("is what 'Reconnect' does, and reports that there is no token", async () => {
    const { user } = await openLive([tiktok]);
    const heading = await screen.findByRole("heading", { name: "zima.tok", level: 3 });
    const card = within(heading.closest("li") ?? document.body);
    localStorage.removeItem("accessToken");
    await user.click(card.getByRole("button", { name: "Reconnect" }));
    expect(await card.findByRole("alert")).toHaveTextContent(
      "Authentication token not found. Please log in again.",
    );
    expect(leaveFor).not.toHaveBeenCalled();
  });

  it("is said to be a connection, without a word of a proxy that it needs", async () => {
    const { user } = await openLive([]);
    const form = await openAddAccount(user);
    await user.selectOptions(form.getByRole("combobox", { name: "Platform" }), "TikTok");
    expect(form.getByText(/choose 'Prime session'/i)).toHaveTextContent(
      "No keys needed. After adding the account, choose 'Prime session' in its actions and approve access on TikTok. Until then it is inactive.",
    );
  });
});

describe("A connected TikTok account", () => {
  const connected = {
    ...{ credentials: "sealed", session_primed_at: new Date(), last_test: "passed" as const },
    credentials_owner: "Zima",
  };

  it("says as whom it is connected, and until when", async () => {
    await openLive([tiktok], {
      ...connected,
      credentials_expire_at: new Date("2036-11-27T10:00:00Z"),
    });
    const note = await screen.findByText(/^Connected as Zima\./);
    expect(note).toHaveTextContent(/^Connected as Zima\. The connection expires .*2036.*\.$/);
    expect(screen.queryByText(/primed session/)).not.toBeInTheDocument();
  });

  it("says a few days before its end that it must be connected again", async () => {
    const day = 24 * 60 * 60_000;
    await openLive([tiktok], {
      ...connected,
      credentials_expire_at: new Date(Date.now() + 3 * day),
    });
    expect(await screen.findByText(/^Connected as Zima\./)).toHaveTextContent(
      /: connect it again\.$/,
    );
  });
});
