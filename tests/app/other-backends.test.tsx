import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { performanceDocs } from "@/features/performance/contract-docs";
import { session } from "@/shared/session/session";
import { call } from "../support/call";
import { holdTime, pass, press, until } from "../support/held-time";
import { answering, jsonAnswer, renderApp, saying, startServer } from "../support/render-app";

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
    const server = await startServer();
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
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
      const dialog = within(await screen.findByRole("dialog", { name: "Create New Group" }));
      await user.type(dialog.getByRole("textbox", { name: "Group Name" }), "Proleće");
      wire.answer(
        () => true,
        () => jsonAnswer(403, { detail }),
      );
      await user.click(dialog.getByRole("button", { name: "Create Group" }));
      const expired = within(await screen.findByRole("dialog", { name: "Session expired" }));
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

it("A read that takes too long is not repeated at once, and says that it takes long", async () => {
  const server = await startServer();
  await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
  const { wire } = await renderApp("/dashboard/config", {
    server: {
      ...server,
      fetch: (input, init) => {
        const { url, signal } = new Request(input, init);
        if (!url.includes("/meme-templates")) return server.fetch(input, init);
        // Answers nothing; aborts as `fetch` does.
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      },
    },
  });
  holdTime();
  const isRead = (line: string) => line.startsWith("GET") && line.includes("/meme-templates");
  await until(() => expect(wire.sent.filter(isRead)).toHaveLength(1), 100);
  await pass(61_000);
  await until(() => screen.getByText("The server took too long to respond."), 100);
  await pass(20_000);
  expect(wire.sent.filter(isRead)).toHaveLength(1);
  expect(screen.queryByText(/Cannot reach the server/)).not.toBeInTheDocument();
});

it("A reason in plain text stands in the form, as one in JSON does", async () => {
  const { user, wire } = await renderApp("/dashboard/config");
  await user.click(await screen.findByRole("button", { name: "+ New Group" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create New Group" }));
  await user.type(dialog.getByRole("textbox", { name: "Group Name" }), "Proleće");
  wire.answer(
    (line) => line === `POST ${groupList}`,
    () =>
      new Response("The plan allows 3 groups.", {
        status: 403,
        headers: { "content-type": "text/plain; charset=utf-8" },
      }),
  );
  await user.click(dialog.getByRole("button", { name: "Create Group" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("The plan allows 3 groups.");
});

describe("A server that writes null for what it has not", () => {
  it("shows an empty generation status for null categories", async () => {
    const server = await startServer();
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
    await renderApp("/dashboard/content", {
      server: await answering(
        [
          saying("/generation-status", {
            group_id: 1,
            group_name: "Zima",
            total_missing_for_quota: 0,
            categories: null,
          }),
        ],
        server,
      ),
    });
    const status = within(await screen.findByRole("region", { name: "Generation Status" }));
    expect(await status.findByText("Missing for quota")).toBeVisible();
    expect(screen.queryByText(/could not be read/)).not.toBeInTheDocument();
  });

  it("shows no failed posts for null lists of the scheduler", async () => {
    await renderApp("/dashboard/publishing", {
      server: await answering([
        saying("scheduler-status", {
          scheduler_running: true,
          failed_posts: null,
          upcoming_posts: null,
          recently_published: null,
        }),
      ]),
    });
    expect(await screen.findByText("No image/video posts have failed.")).toBeVisible();
    expect(screen.queryByText(/could not be read/)).not.toBeInTheDocument();
  });
});

it("A figure that Python writes as NaN is '—' beside the others", async () => {
  const server = await startServer();
  await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
  const [sample] = performanceDocs.list.sample.reply;
  const post = { ...sample, text_content: "Čaj, ćebe i dobra knjiga.", likes: 41 };
  await renderApp("/dashboard/dashboard", {
    server: await answering(
      [
        {
          to: "/performance/posts",
          says: () =>
            textAnswer(
              JSON.stringify([{ ...post, impressions: "?" }]).replace(
                '"impressions":"?"',
                '"impressions":NaN',
              ),
            ),
        },
      ],
      server,
    ),
  });
  const row = (await screen.findByRole("button", { name: "Čaj, ćebe i dobra knjiga." })).closest(
    "tr",
  );
  if (!row) throw new Error("The post has no row.");
  expect(within(row).getByText("41")).toBeVisible();
  expect(within(row).getAllByText("—").length).toBeGreaterThan(0);
  expect(screen.queryByText(/could not be read/)).not.toBeInTheDocument();
});
