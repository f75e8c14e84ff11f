import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { reach } from "@/shared/api/reach";
import { liveWorld } from "../../server/ports/world.ts";
import { poolServer } from "../features/content/support";
import { createGroup } from "../features/groups/support";
import { jsonAnswer, renderApp, startServer } from "../support/render-app";

const groupList = (line: string) => line === "GET /api/v1/publishing/account-groups";

async function serverWithGroups(...names: string[]) {
  const server = await startServer();
  const groups: { id: number; name: string }[] = [];
  for (const name of names) {
    groups.push(await createGroup(server, name));
  }
  return { server, groups };
}

describe("the shell", () => {
  it("redirects from the root to the Content Library", async () => {
    const { router } = await renderApp("/");

    expect(await screen.findByRole("heading", { name: "Content Library", level: 1 })).toBeVisible();
    expect(router.state.location.pathname).toBe("/dashboard/content");
    expect(document.title).toBe("Content Library · Social Publishing Dashboard");
  });

  it("marks the current screen and moves the focus to the next one", async () => {
    const { user } = await renderApp("/dashboard/content");
    const nav = await screen.findByRole("navigation", { name: "Main" });
    expect(
      within(nav)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["Content Library", "Dashboard", "Publishing", "Configuration"]);
    expect(within(nav).getByRole("link", { current: "page" })).toHaveTextContent("Content Library");

    await user.click(within(nav).getByRole("link", { name: "Publishing" }));

    expect(await screen.findByRole("heading", { name: "Publishing", level: 1 })).toBeVisible();
    expect(within(nav).getByRole("link", { current: "page" })).toHaveTextContent("Publishing");
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  it("remembers that the sidebar is collapsed, and then names its links in tooltips", async () => {
    const { user } = await renderApp("/dashboard/content");
    await user.click(await screen.findByRole("button", { name: "Collapse" }));

    expect(screen.getByRole("button", { name: "Expand" })).toBeVisible();
    expect(localStorage.getItem("sidebar")).toBe("collapsed");
    await user.hover(screen.getByRole("link", { name: "Dashboard" }));
    expect(await screen.findByRole("tooltip")).toHaveTextContent("Dashboard");
  });

  it("keeps the focus on the button that collapses the sidebar", async () => {
    const { user } = await renderApp("/dashboard/content");
    const fold = await screen.findByRole("button", { name: "Collapse" });
    act(() => fold.focus());
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: "Expand" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: "Collapse" })).toHaveFocus();
  });

  it("reports that it is offline, and keeps the data on screen", async () => {
    await renderApp("/dashboard/content");
    await screen.findByRole("heading", { name: "Content Library" });
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await act(async () => void window.dispatchEvent(new Event("offline")));

    expect(screen.getByText("You are offline. Showing the last data received.")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Content Library" })).toBeVisible();

    onLine.mockReturnValue(true);
    await act(async () => void window.dispatchEvent(new Event("online")));
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
  });

  it("renders completely in a hidden tab, which has no animation frames", async () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
    await renderApp("/dashboard/publishing");
    expect(await screen.findByRole("heading", { name: "Recently Published" })).toBeVisible();
  });

  it("shows that it runs on a sandbox", async () => {
    await renderApp("/dashboard/content");

    expect(await screen.findByText("Sandbox")).toBeVisible();
  });

  it("shows that it is a rehearsal, in which nothing is published", async () => {
    const server = await startServer({ ports: { world: liveWorld(["bluesky"], true) } });
    await renderApp("/dashboard/content", { server });

    const badge = await screen.findByText("Held");
    expect(badge).toBeVisible();
    expect(badge.closest("[title]")).toHaveAttribute(
      "title",
      "Rehearsal: nothing is published or changed outside this server.",
    );
    expect(screen.queryByText("Sandbox")).not.toBeInTheDocument();
  });

  it("shows no such badge where platforms are real", async () => {
    const server = await startServer({ ports: { world: liveWorld(["bluesky"], false) } });
    await renderApp("/dashboard/content", { server });

    await screen.findByRole("heading", { name: "Content Library" });
    await waitFor(() => expect(reach.of("bluesky")).toBe("real"));
    expect(screen.queryByText("Held")).not.toBeInTheDocument();
    expect(screen.queryByText("Sandbox")).not.toBeInTheDocument();
  });

  it("keeps its navigation at an unknown address, and links to the Content Library", async () => {
    await renderApp("/dashboard/nowhere");

    expect(await screen.findByText("Page not found.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Go to the Content Library" })).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Main" })).toBeVisible();
    expect(screen.getByRole("region", { name: "Active Group" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "Page not found" })).toBeInTheDocument();
  });
});

describe("the group picker", () => {
  it("shows that there are no groups once they have loaded", async () => {
    const { wire } = await renderApp("/dashboard/content", { token: null });
    wire.answer(groupList, () => new Promise(() => {}));
    const { server } = await serverWithGroups();
    await renderApp("/dashboard/content", { server });

    expect(
      await screen.findByText(
        "No account groups found. Create one in the 'Account Groups & Publishing' tab.",
      ),
    ).toBeVisible();
    expect(
      screen.getByText("Please select or create an account group to manage its content library."),
    ).toBeVisible();
  });

  it("selects the first group, and then the group in the address", async () => {
    const { server, groups } = await serverWithGroups("Zima", "Leto");
    const { user, router } = await renderApp("/dashboard/content", { server });
    const picker = await screen.findByRole("region", { name: "Active Group" });
    expect(await within(picker).findByRole("button", { name: "Zima" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );

    await user.click(within(picker).getByRole("button", { name: "Leto" }));

    expect(router.state.location.search).toEqual({ group: groups[1]?.id });
    expect(within(picker).getByRole("button", { name: "Leto" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await user.click(screen.getByRole("link", { name: "Publishing" }));
    expect(router.state.location.search).toMatchObject({ group: groups[1]?.id });
  });

  it.each(["999", "abc", '{"a":1}', ""])(
    "falls back to the first group for ?group=%s",
    async (id) => {
      const { server } = await serverWithGroups("Zima", "Leto");
      await renderApp(`/dashboard/content?group=${encodeURIComponent(id)}`, { server });

      expect(await screen.findByRole("button", { name: "Zima" })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
    },
  );

  it("reports that the groups cannot be loaded, and tries again on request", async () => {
    const { server } = await serverWithGroups("Zima");
    const { wire, user, router } = await renderApp("/login", { server });
    wire.answer(groupList, () => jsonAnswer(500, { detail: "The database is away." }), {
      once: true,
    });
    act(() => void router.navigate({ to: "/dashboard/content" }));

    const picker = await screen.findByRole("region", { name: "Active Group" });
    expect(await within(picker).findByText("Failed to load account groups.")).toBeVisible();
    expect(within(picker).getByText("The database is away.")).toBeVisible();
    await user.click(within(picker).getByRole("button", { name: "Try again" }));

    expect(await within(picker).findByRole("button", { name: "Zima" })).toBeVisible();
    expect(await screen.findByRole("region", { name: "Generation Status" })).toBeVisible();
  });

  it("reports only once on a screen that the groups are outdated", async () => {
    const { server } = await serverWithGroups("Zima");
    const { wire, user } = await renderApp("/dashboard/config?tab=settings", { server });
    const save = await screen.findByRole("button", { name: "Save settings" });
    wire.answer(groupList, () => jsonAnswer(500, { detail: "The database is away." }));

    await user.type(screen.getByRole("textbox", { name: "Logo URL" }), "https://example.com/z.png");
    await user.click(save);

    const said = await screen.findAllByText(/^Failed to load account groups\. Showing/);
    expect(said).toHaveLength(1);
    expect(screen.getByRole("region", { name: "Active Group" })).toContainElement(said[0] ?? null);
    expect(screen.getByRole("button", { name: "Zima" })).toBeVisible();
  });

  it("shows the groups that can be read, and reports how many cannot", async () => {
    const { server } = await serverWithGroups();
    const { wire, router } = await renderApp("/login", { server });
    wire.answer(groupList, () =>
      jsonAnswer(200, [{ id: "g-1", name: "Zima" }, { id: null }, "nonsense"]),
    );
    act(() => void router.navigate({ to: "/dashboard/publishing" }));

    expect(await screen.findByRole("button", { name: "Zima" })).toBeVisible();
    expect(await screen.findByText("2 groups could not be read.")).toBeVisible();
  });
});

describe("the command palette", () => {
  it("opens with Ctrl K and jumps to a screen or a group by a few letters", async () => {
    const { server, groups } = await serverWithGroups("Zima", "Ćumur i roštilj");
    const { user, router } = await renderApp("/dashboard/content", { server });
    await screen.findByRole("button", { name: "Zima" });

    await user.keyboard("{Control>}k{/Control}");
    expect(await screen.findByRole("combobox", { name: "Search or jump to…" })).toHaveFocus();
    await user.keyboard("publ{Enter}");
    expect(await screen.findByRole("heading", { name: "Publishing", level: 1 })).toBeVisible();

    await user.click(screen.getByRole("button", { name: "Search or jump to…" }));
    await screen.findByRole("combobox", { name: "Search or jump to…" });
    await user.keyboard("umur{Enter}");
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ group: groups[1]?.id }),
    );
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it.each([
    ["typed", "keyboard"],
    ["pasted", "paste"],
  ] as const)("finds a text that is %s at once", async (_, enter) => {
    const { server } = await serverWithGroups("Zima");
    const { user } = await renderApp("/dashboard/content", { server });
    await screen.findByRole("button", { name: "Zima" });

    // No frame is painted while the palette is open.
    vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
    await user.keyboard("{Control>}k{/Control}");
    expect(await screen.findByRole("combobox", { name: "Search or jump to…" })).toHaveFocus();
    await user[enter]("shortcuts");
    expect(await screen.findByRole("option", { name: "Keyboard shortcuts" })).toBeVisible();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  });

  it("moves in its list on the first key press, before any frame is painted", async () => {
    const { server } = await serverWithGroups("Zima");
    const { user } = await renderApp("/dashboard/content", { server });
    await screen.findByRole("button", { name: "Zima" });

    vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Search or jump to…" });
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("option", { name: "Dashboard" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  });

  it("opens with Ctrl+K on a keyboard without Latin letters, too", async () => {
    const { server } = await serverWithGroups("Zima");
    await renderApp("/dashboard/publishing", { server });
    await screen.findByRole("button", { name: "Zima" });
    fireEvent.keyDown(document.body, { key: "к", code: "KeyK", ctrlKey: true });
    expect(await screen.findByRole("combobox", { name: "Search or jump to…" })).toBeVisible();
  });

  it("opens a tab of another screen and a category of the group", async () => {
    const { server, group, addCategory } = await poolServer();
    const archived = await addCategory("Staro", { image_posts_per_day: 0, text_posts_per_day: 0 });
    const { user, router } = await renderApp(`/dashboard/publishing?group=${group.id}`, { server });
    await screen.findByRole("button", { name: "Zima" });

    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Search or jump to…" });
    await user.keyboard("mascot{Enter}");
    expect(await screen.findByRole("tab", { name: "AI Mascot Settings" })).toHaveAttribute(
      "aria-selected",
      "true",
    );

    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("option", { name: "Staro" });
    await user.keyboard("staro{Enter}");
    expect(await screen.findByRole("heading", { name: "Staro", level: 3 })).toBeVisible();
    expect(router.state.location.search).toEqual({
      group: group.id,
      category: archived.id,
      archived: true,
    });
  });

  it("offers an action of the screen only while that screen is shown", async () => {
    const { server, group, addCategory } = await poolServer();
    await addCategory("Saveti");
    const { user } = await renderApp(`/dashboard/content?group=${group.id}`, { server });
    await screen.findByRole("heading", { name: "Saveti", level: 3 });

    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Search or jump to…" });
    await user.keyboard("new item{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "New content item" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));

    await user.click(screen.getByRole("link", { name: "Configuration" }));
    await screen.findByRole("heading", { name: "Configuration", level: 1 });
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Search or jump to…" });
    await user.keyboard("new item");
    expect(await screen.findByText("No results.")).toBeVisible();
  });

  it("lists the shortcuts with ?, but not while someone types", async () => {
    const { server } = await serverWithGroups("Zima");
    const { user } = await renderApp("/dashboard/config?tab=settings", { server });
    await user.type(await screen.findByRole("textbox", { name: "Proxy server" }), "who?");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();

    await user.click(screen.getByRole("heading", { name: "Configuration" }));
    await user.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});
