import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import { activity } from "../../../server/db/schema";
import { call } from "../../support/call";
import { holdDate } from "../../support/held-time";
import { findRegion } from "../../support/on-screen";
import { announcing, broken, sentTo } from "../../support/on-wire";
import { answering, renderApp, saying, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { addPendingPosts, cardsIn } from "../queue/support";

type Row = typeof activity.$inferInsert;

const path = "/api/v1/publishing/activity";
const twoPages = [`GET ${path}?skip=0&limit=50`, `GET ${path}?skip=50&limit=50`];
const isList = (line: string) => line.startsWith(`GET ${path}?`);

/** A server with two groups and these entries, the latest last, and none of its own. */
async function withEntries(entries: readonly Partial<Row>[]) {
  const server = await startServer();
  for (const name of ["Zima", "Leto"]) await call(server, groupsApi.create, { body: { name } });
  const { db } = server.database;
  await db.delete(activity);
  const minute = 60_000;
  for (const [index, entry] of entries.entries()) {
    // Some seconds more than a minute: on the screen, the time may be a second behind.
    const at = new Date(Date.now() - (entries.length - index) * minute - 5_000);
    await db.insert(activity).values({ at, kind: "approved", about: "“Čaj.”", ...entry });
  }
  return server;
}

const ana = { user_id: "80351110224678912", user_name: "ana" };

const someOfAll: readonly Partial<Row>[] = [
  { kind: "login", about: "", ...ana },
  { kind: "settings", about: "AI mascot", subject: "mascot", group_id: 2, ...ana },
  {
    kind: "published",
    about: "“Čaj.”",
    detail: "zima on Bluesky",
    subject: "post",
    subject_id: 7,
    group_id: 1,
  },
  { kind: "rejected", about: "“Mleko.”", subject: "queue", group_id: 2, ...ana },
];

const region = (name = "Activity") => findRegion(name);
const texts = (rows: readonly HTMLElement[]) => rows.map(({ textContent }) => textContent);

async function openPage(server: TestServer, search = "") {
  const app = await renderApp(`/dashboard/activity${search}`, { server });
  const list = await region("Entries");
  return { ...app, list, rows: async () => texts(await list.findAllByRole("listitem")) };
}

describe("The region 'Activity' on Publishing", () => {
  it("says who did what, on what and when, the latest first", async () => {
    holdDate();
    const server = await withEntries(someOfAll);
    await renderApp("/dashboard/publishing", { server });
    const rows = await (await region()).findAllByRole("listitem");
    expect(texts(rows)).toEqual([
      expect.stringMatching(/^Rejected“Mleko.”ana · Leto1 min/),
      expect.stringMatching(/^Published“Čaj.”zima on BlueskyServer · Zima2 min/),
      expect.stringMatching(/^Settings changedAI mascotana · Leto3 min/),
      expect.stringMatching(/^Signed inana4 min/),
    ]);
  });

  it("shows ten entries, and links to all of them", async () => {
    const server = await withEntries(Array.from({ length: 12 }, () => ana));
    const { user, router } = await renderApp("/dashboard/publishing", { server });
    const latest = await region();
    expect(await latest.findAllByRole("listitem")).toHaveLength(10);
    await user.click(latest.getByRole("link", { name: "All activity" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/dashboard/activity");
    expect(await (await region("Entries")).findAllByRole("listitem")).toHaveLength(12);
  });

  it("says that nothing was done yet", async () => {
    await renderApp("/dashboard/publishing", { server: await withEntries([]) });
    expect(await (await region()).findByText("No activity yet.")).toBeVisible();
  });

  it("says that it could not be loaded, and loads on 'Try again'", async () => {
    const fault = broken(path, "No database.");
    const server = await answering([fault], await withEntries(someOfAll));
    const { user } = await renderApp("/dashboard/publishing", { server });
    const latest = await region();
    const alert = await latest.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch activity.No database.");
    fault.fix();
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await latest.findAllByRole("listitem")).toHaveLength(4);
  });

  it("is not there with a backend that does not announce it", async () => {
    const server = await answering([announcing()]);
    const { wire } = await renderApp("/dashboard/publishing", { server });
    await screen.findByText(/^Checked/);
    await waitFor(() => expect(wire.sent).toContain("GET /healthz"));
    expect(screen.queryByRole("region", { name: "Activity" })).not.toBeInTheDocument();
    expect(sentTo(wire, path)).toEqual([]);
  });
});

describe("An entry links to what it is about", () => {
  const linkOf = async (entry: Partial<Row>) => {
    await openPage(await withEntries([{ group_id: 2, about: "Čaj", ...entry }]));
    return (await screen.findByRole("link", { name: "Čaj" })).getAttribute("href");
  };

  it.each<[string, Partial<Row>, string]>([
    ["a pending post", { kind: "edited" }, "publishing?group=2#approval-queue"],
    ["a scheduled post", { kind: "approved" }, "publishing?group=2#scheduled-posts"],
    ["a rejected post", { kind: "rejected" }, "publishing?group=2&status=rejected#approval-queue"],
    ["a failed post", { kind: "failed" }, "publishing?group=2#failed-posts"],
    ["a post that may be live", { kind: "unknown" }, "publishing?group=2#failed-posts"],
    [
      "a published post",
      { kind: "published", subject: "post", subject_id: 7 },
      "dashboard?group=2&post=7",
    ],
    ["content", { subject: "content", subject_id: 3 }, "content?group=2&category=3"],
    ["an account", { subject: "accounts" }, "config?group=2"],
    ["a category", { subject: "categories" }, "config?group=2&tab=evergreen"],
    ["the sale rotator", { subject: "sale_rotator" }, "config?group=2#sale-rotator"],
  ])("%s", async (_name, entry, address) => {
    const usual = { kind: "settings", subject: "queue" } as const;
    expect(await linkOf({ ...usual, ...entry })).toBe(`/dashboard/${address}`);
  });

  it("on the tab that shows it: a text leads to its card among the text-only posts", async () => {
    const server = await startServer();
    const { posts } = await addPendingPosts(server, { text: 2 });
    const id = posts[1]?.id ?? 0;
    const body = { title: "Zima", expected_updated_at: posts[1]?.updated_at ?? null };
    await call(server, queueApi.edit, { params: { id }, body });
    const { user } = await openPage(server, "?kind=edited");

    const entries = await region("Entries");
    await user.click(await entries.findByRole("link", { name: /^“/ }));

    expect(await screen.findByRole("tab", { name: "Text-Only Posts" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    const queue = await region("Content Approval Queue");
    await waitFor(() => expect(cardsIn(queue)[0]).toHaveFocus());
    expect(cardsIn(queue)[0]?.dataset.post).toBe(String(id));
  });

  it("on the first tab, if the backend does not say of which kind the post is", async () => {
    const entry = { id: 1, kind: "approved", about: "Čaj", subject: "queue", group_id: 2 };
    await openPage(await answering([saying(path, [entry])], await withEntries([])));
    const link = await screen.findByRole("link", { name: "Čaj" });
    expect(link).toHaveAttribute("href", "/dashboard/publishing?group=2#scheduled-posts");
  });

  it("unless no place shows it, and then it is only text", async () => {
    await openPage(await withEntries([{ about: "Čaj", subject: null }]));
    expect(await screen.findByText("Čaj")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Čaj" })).not.toBeInTheDocument();
  });
});

describe("The page 'Activity'", () => {
  it("is filtered by kind, person and group, and keeps that in its address", async () => {
    const { user, list, rows, router } = await openPage(await withEntries(someOfAll));
    expect(await rows()).toHaveLength(4);

    await user.selectOptions(list.getByRole("combobox", { name: "Kind" }), "Rejected");
    await waitFor(async () => expect(await rows()).toEqual([expect.stringMatching(/^Rejected/)]));
    await user.selectOptions(list.getByRole("combobox", { name: "Kind" }), "All kinds");
    await user.selectOptions(await list.findByRole("combobox", { name: "Person" }), "Server");
    await waitFor(async () => expect(await rows()).toEqual([expect.stringMatching(/^Published/)]));
    await user.selectOptions(list.getByRole("combobox", { name: "Person" }), "ana");
    await waitFor(async () => expect(await rows()).toHaveLength(3));
    await user.click(list.getByRole("radio", { name: "Zima" }));
    expect(await list.findByText("No activity matches these filters.")).toBeVisible();
    expect(router.state.location.search).toEqual({ of: "group", user: ana.user_id });
  });

  it("cuts the name of a group that would not fit on a phone", async () => {
    const server = await withEntries([]);
    const name = "Zimska".padEnd(120, " kolekcija");
    const group = await call(server, groupsApi.create, { body: { name } });
    const { list } = await openPage(server, `?group=${group?.id}`);
    expect(await list.findByRole("radio", { name: `${name.slice(0, 40)}...` })).toBeVisible();
  });

  it("opens with the filters of its address", async () => {
    const { list, rows } = await openPage(
      await withEntries(someOfAll),
      `?group=2&of=group&kind=settings&user=%22${ana.user_id}%22`,
    );
    expect(await rows()).toEqual([expect.stringMatching(/^Settings changedAI mascot/)]);
    expect(list.getByRole("combobox", { name: "Kind" })).toHaveDisplayValue("Settings changed");
    expect(await list.findByRole("combobox", { name: "Person" })).toHaveDisplayValue("ana");
    expect(list.getByRole("radio", { name: "Leto" })).toBeChecked();
  });

  it("is filtered by a person whose id is a number beyond what JavaScript can count", async () => {
    const people = '[{"id":1857219384719237121,"name":"ana"},{"id":7,"name":"ivan"}]';
    const headers = { "content-type": "application/json" };
    const says = () => new Response(people, { headers });
    const server = await answering([{ to: `${path}/people`, says }], await withEntries(someOfAll));
    const { user, list, wire } = await openPage(server);
    const person = await list.findByRole("combobox", { name: "Person" });
    await waitFor(() => expect(person).toHaveTextContent("ivan"));
    for (const [name, id] of [
      ["ana", "1857219384719237121"],
      ["ivan", "7"],
    ] as const) {
      await user.selectOptions(list.getByRole("combobox", { name: "Person" }), name);
      await waitFor(() => expect(sentTo(wire, `user=${id}&`)).not.toEqual([]));
    }
  });

  it("shows all kinds if its address names one that there is not", async () => {
    const { list, rows } = await openPage(await withEntries(someOfAll), "?kind=constructor");
    expect(await rows()).toHaveLength(4);
    expect(list.getByRole("combobox", { name: "Kind" })).toHaveDisplayValue("All kinds");
  });

  it("loads fifty at a time", async () => {
    const { user, list, rows, wire } = await openPage(
      await withEntries(Array.from({ length: 51 }, (_, n) => ({ about: `Objava ${n}.` }))),
    );
    expect(await rows()).toHaveLength(50);
    await user.click(list.getByRole("button", { name: "Load More" }));
    await waitFor(async () => expect(await rows()).toHaveLength(51));
    expect(list.queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();
    expect(sentTo(wire, isList)).toEqual(twoPages);
  });

  it("keeps in its address how many pages are loaded, until it is filtered", async () => {
    const { user, list, rows, router } = await openPage(
      await withEntries(Array.from({ length: 101 }, () => ana)),
    );
    await user.click(await list.findByRole("button", { name: "Load More" }));
    await waitFor(async () => expect(await rows()).toHaveLength(100));
    expect(router.state.location.search).toEqual({ pages: 2 });
    await user.selectOptions(list.getByRole("combobox", { name: "Kind" }), "Approved");
    await waitFor(() => expect(router.state.location.search).toEqual({ kind: "approved" }));
  });

  it.each<[string, (user: UserEvent) => Promise<void>]>([
    [
      "in the header",
      async (user) => {
        const groups = await region("Active Group");
        await user.click(await groups.findByRole("button", { name: "Leto" }));
      },
    ],
    [
      "in the command palette",
      async (user) => {
        await user.click(screen.getByRole("button", { name: "Search or jump to…" }));
        await user.click(await screen.findByRole("option", { name: "Leto" }));
      },
    ],
  ])("begins with the first page of another group that is chosen %s", async (_, choose) => {
    const { user, router } = await openPage(
      await withEntries(someOfAll),
      "?group=1&of=group&pages=2",
    );
    await choose(user);
    await waitFor(() => expect(router.state.location.search).toEqual({ group: 2, of: "group" }));
  });

  it("loads all its pages again after a reload", async () => {
    const { list, rows, wire } = await openPage(
      await withEntries(Array.from({ length: 101 }, () => ana)),
      "?pages=2",
    );
    expect(await rows()).toHaveLength(100);
    expect(sentTo(wire, isList)).toEqual(twoPages);
    expect(list.getByRole("button", { name: "Load More" })).toBeVisible();
  });

  it("marks characters of a post that cannot be seen", async () => {
    const { rows } = await openPage(await withEntries([{ about: "“Čaj\u202e.”" }]));
    expect(await rows()).toEqual([expect.stringContaining("“ČajU+202E.”")]);
  });

  it("is found in the command palette", async () => {
    const { user, router } = await renderApp("/dashboard/publishing", {
      server: await withEntries(someOfAll),
    });
    await region();
    await user.click(screen.getByRole("button", { name: "Search or jump to…" }));
    await user.type(
      await screen.findByRole("combobox", { name: "Search or jump to…" }),
      "activity{Enter}",
    );
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/activity"));
  });

  it("says so if the backend keeps none, and asks it for nothing", async () => {
    const server = await answering([announcing()]);
    const { wire } = await renderApp("/dashboard/activity", { server });
    expect(await screen.findByText("This server keeps no activity log.")).toBeVisible();
    expect(sentTo(wire, path)).toEqual([]);
  });
});

describe("The page 'Activity' beside a description of the server that is partly unreadable", () => {
  it.each([
    ["a status that is no text", { status: { db: "up" } }],
    ["a sandbox that is no flag", { sandbox: "unknown" }],
    ["a capability that is no name", { capabilities: ["activity", 7, null] }],
  ])("shows the log: %s", async (_, change) => {
    const server = await withEntries(someOfAll);
    const { rows } = await openPage(
      await answering(
        [saying("/healthz", { status: "ok", capabilities: ["activity"], ...change })],
        server,
      ),
    );
    expect(await rows()).toHaveLength(4);
  });
});

it("The page 'Activity' says so if the server does not describe itself, and tries again", async () => {
  const fault = broken("/healthz", "Away.");
  const server = await answering([fault], await withEntries(someOfAll));
  const { user } = await renderApp("/dashboard/activity", { server });
  const again = await screen.findByRole("button", { name: "Try again" });
  fault.fix();
  await user.click(again);
  expect(await (await region("Entries")).findAllByRole("listitem")).toHaveLength(4);
});
