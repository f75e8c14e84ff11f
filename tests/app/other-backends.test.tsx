import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { session } from "@/shared/session/session";
import { serverWith } from "../features/groups/support";
import { findIn } from "../support/find-in";
import { holdTime, pass, press, until } from "../support/held-time";
import { answering, jsonAnswer, renderApp, startServer } from "../support/render-app";
import type { TestServer } from "../support/server";

const groupList = "/api/v1/publishing/account-groups";

/** Answers as a browser reports an answer that has no CORS headers. */
const hidden = () => {
  throw new TypeError("Failed to fetch");
};

const textAnswer = (text: string) =>
  new Response(text, { headers: { "content-type": "application/json" } });

describe("A backend behind a proxy that does not pass /healthz", () => {
  const noHealth = { to: "/healthz", says: hidden };

  it("is not called unreachable while its other calls are answered", async () => {
    const { server } = await serverWith("Zima");
    const { wire } = await renderApp("/dashboard/publishing", {
      server: await answering([noHealth], server),
    });
    await screen.findByRole("button", { name: "Refresh now" });
    holdTime();
    await pass(20_000);
    expect(screen.queryByText(/Cannot reach/)).not.toBeInTheDocument();
    expect(wire.sent.filter((line) => line === "GET /healthz").length).toBeLessThanOrEqual(4);
  });

  const itsPage = {
    to: "/healthz",
    says: () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
  };

  it.each([
    ["is not passed on", noHealth],
    ["is answered with the console's own page", itsPage],
  ])("is found again by another call after it was lost, if its health %s", async (_, health) => {
    const { wire } = await renderApp("/dashboard/publishing", {
      server: await answering([health]),
    });
    await screen.findByRole("button", { name: "Refresh now" });
    let isBack = false;
    wire.answer(
      () => !isBack,
      () => hidden(),
    );
    holdTime();
    await press(screen.getByRole("button", { name: "Refresh now" }));
    await until(() => screen.getByText(/^Cannot reach the server/), 100);

    isBack = true;
    await until(() => expect(screen.queryByText(/Cannot reach/)).not.toBeInTheDocument(), 100);
  });
});

describe("Groups that cannot be read", () => {
  it.each(["content", "config", "publishing", "dashboard"])(
    "invite nobody to create the first one on %s",
    async (page) => {
      await renderApp(`/dashboard/${page}`, {
        server: await answering([
          { to: groupList, says: () => jsonAnswer(200, [{ nombre: "Zima" }, { nombre: "Leto" }]) },
        ]),
      });
      expect((await screen.findAllByText("2 groups could not be read."))[0]).toBeVisible();
      expect(screen.queryByText(/No account groups found/)).not.toBeInTheDocument();
      expect(screen.queryByText(/Create one/)).not.toBeInTheDocument();
    },
  );
});

it("A group's ID beyond what JavaScript can count is sent back to the last digit", async () => {
  const server = await startServer();
  const { wire } = await renderApp("/dashboard/config", {
    server: await answering(
      [
        {
          to: groupList,
          says: ({ pathname }) =>
            pathname === groupList
              ? textAnswer('[{"id":1857219384719237121,"name":"Zima","description":null}]')
              : jsonAnswer(200, []),
        },
      ],
      server,
    ),
  });
  expect(await screen.findByRole("button", { name: "Zima" })).toBeVisible();
  await waitFor(() => expect(wire.sent).toContain(`GET ${groupList}/1857219384719237121/accounts`));
  expect(wire.sent.filter((line) => /185721938471923(?!7121)/.test(line))).toEqual([]);
});

describe("A token that is refused with 403, as FastAPI's security classes do", () => {
  it.each(["Not authenticated", "Could not validate credentials"])(
    "offers to sign in again, and keeps what was typed: %s",
    async (detail) => {
      const { user, wire } = await renderApp("/dashboard/config");
      await user.click(await screen.findByRole("button", { name: "+ New Group" }));
      const dialog = await findIn("dialog", "Create New Group");
      await user.type(dialog.getByRole("textbox", { name: "Group Name" }), "Proleće");
      wire.answer(
        () => true,
        () => jsonAnswer(403, { detail }),
      );
      await user.click(dialog.getByRole("button", { name: "Create Group" }));
      const expired = await findIn("dialog", "Session expired");
      expect(expired.getByRole("link", { name: "Sign in again" })).toBeVisible();
      expect(screen.getByDisplayValue("Proleće")).toBeInTheDocument();
      expect(session.state()).toBe("expired");
    },
  );

  it("is told from a call that the operator may not make", async () => {
    await renderApp("/dashboard/config", {
      server: await answering([
        {
          to: "/meme-templates",
          says: () => jsonAnswer(403, { detail: "Only for administrators." }),
        },
      ]),
    });
    expect(await screen.findByText("Only for administrators.")).toBeVisible();
    expect(screen.queryByRole("dialog", { name: "Session expired" })).not.toBeInTheDocument();
  });
});

describe("A read that takes long", () => {
  /** A server that answers such a read when it is told to. Aborts as `fetch` does. */
  function slow(server: TestServer, part: string) {
    const held: (() => void)[] = [];
    let isSlow = true;
    return {
      held,
      endSlowness: () => {
        isSlow = false;
      },
      server: {
        ...server,
        fetch: (input: string | URL | Request, init?: RequestInit) => {
          const { url, signal } = new Request(input, init);
          if (!isSlow || !url.includes(part)) return server.fetch(input, init);
          return new Promise<Response>((resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
            held.push(() => resolve(server.fetch(input, init)));
          });
        },
      },
    };
  }

  /** Opens Configuration, whose templates the server takes its time for. */
  async function openTemplates() {
    const { server } = await serverWith("Zima");
    const { held, ...backend } = slow(server, "/meme-templates");
    const { wire } = await renderApp("/dashboard/config", { server: backend.server });
    holdTime();
    await until(() => expect(held).toHaveLength(1), 100);
    const sent = () =>
      wire.sent.filter((line) => line.startsWith("GET") && line.includes("/meme-templates"));
    return { ...backend, sent, answer: () => held[0]?.() };
  }
  const isEmpty = () => screen.getByText("No templates yet.");
  const tooLong = "The server took too long to respond.";

  it("is shown when it is answered after 40 seconds, and was sent once", async () => {
    const { sent, answer } = await openTemplates();
    await pass(40_000);
    expect(sent()).toHaveLength(1);
    expect(screen.queryByText(tooLong)).not.toBeInTheDocument();
    expect(screen.queryByText(/Cannot reach the server/)).not.toBeInTheDocument();
    answer();
    await until(isEmpty, 100);
    expect(sent()).toHaveLength(1);
  });

  it("is not repeated at once when it takes too long, and says so until it is asked for again", async () => {
    const { sent, answer, endSlowness } = await openTemplates();
    await pass(61_000);
    await until(() => screen.getByText(tooLong), 100);
    await pass(20_000);
    expect(sent()).toHaveLength(1);
    expect(screen.queryByText(/Cannot reach the server/)).not.toBeInTheDocument();

    // Its answer comes after all: nobody waits for it any more.
    answer();
    await pass(1_000);
    expect(screen.getByText(tooLong)).toBeVisible();
    endSlowness();
    await press(screen.getByRole("button", { name: "Try again" }));
    await until(isEmpty, 100);
    expect(screen.queryByText(tooLong)).not.toBeInTheDocument();
    expect(sent()).toHaveLength(2);
  });

  it("says so too above the data of before", async () => {
    const { wire } = await renderApp("/dashboard/publishing");
    const button = await screen.findByRole("button", { name: "Refresh now" });
    await waitFor(() => expect(button).not.toHaveAttribute("aria-busy"));
    await screen.findByText("Background work: none failed");
    wire.answer(/scheduler-status/, ({ signal }) => {
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    });
    holdTime();
    await press(button);
    await pass(61_000);
    const words =
      /^Failed to fetch scheduler status\. The server took too long to respond\. Showing \d\d:\d\d:\d\d\.$/;
    await until(() => expect(screen.getAllByText(words)[0]).toBeVisible(), 100);
    const sent = () => wire.sent.filter((line) => line.includes("scheduler-status")).length;
    const before = sent();
    await pass(20_000);
    expect(sent()).toBe(before);
    expect(screen.queryByText(/Cannot reach the server/)).not.toBeInTheDocument();
  });
});
