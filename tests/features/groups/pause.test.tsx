import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { groupsApi } from "@/features/groups/contract";
import { call } from "../../support/call";
import { findIn } from "../../support/find-in";
import { answering, findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import { createGroup, serverWith } from "./support";

async function open(rules: Parameters<typeof answering>[0] = [], isPaused = false) {
  const server = await startServer();
  const { id } = await createGroup(server).then((group) => ({ id: group?.id ?? 0 }));
  if (isPaused) await call(server, groupsApi.pause, { params: { id } });
  const app = await renderApp("/dashboard/config?tab=settings", {
    server: await answering(rules, server),
  });
  const stored = async () => (await call(server, groupApi.list, {}))[0];
  return { ...app, stored };
}

const waiting = (scheduled: number, due: number) => ({
  to: "/waiting-posts",
  says: () => jsonAnswer(200, { scheduled, due }),
});
const panel = () => findIn("region", "Publishing");
const question = (name: string) => findIn("alertdialog", name);
const closed = () =>
  waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());

describe("Pausing a group", () => {
  it("asks first, says how many posts wait, and shows it everywhere", async () => {
    const { user, stored } = await open([waiting(12, 0)]);
    const publishing = await panel();
    expect(await publishing.findByText("12 posts are scheduled.")).toBeVisible();
    await user.click(publishing.getByRole("button", { name: "Pause publishing" }));
    const asked = await question("Pause publishing of Zima?");
    expect(asked.getByText(/is published or planned until you resume it/)).toBeVisible();
    expect(await asked.findByText("12 scheduled posts wait.")).toBeVisible();
    expect(await stored()).toMatchObject({ paused_at: null });

    await user.click(asked.getByRole("button", { name: "Pause publishing" }));
    expect(await findToast("Publishing is paused.")).toBeVisible();
    await closed();
    expect(await publishing.findByText(/^Paused since/)).toBeVisible();
    expect(publishing.getByRole("button", { name: "Resume publishing" })).toBeVisible();
    expect(await screen.findByRole("button", { name: "Zima Paused" })).toBeVisible();
    expect((await stored())?.paused_at).toMatch(/^\d{4}-/);
  });

  it("can be cancelled", async () => {
    const { user, wire } = await open();
    await user.click(await screen.findByRole("button", { name: "Pause publishing" }));
    const asked = await question("Pause publishing of Zima?");
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    await closed();
    expect(wire.sent.filter((line) => line.startsWith("POST"))).toEqual([]);
  });

  it("stays asked when the server refuses it, and says why", async () => {
    const { user } = await open([
      { to: "/pause", says: () => jsonAnswer(409, { detail: "Someone else is at it." }) },
    ]);
    await user.click(await screen.findByRole("button", { name: "Pause publishing" }));
    const asked = await question("Pause publishing of Zima?");
    await user.click(asked.getByRole("button", { name: "Pause publishing" }));
    const alert = await asked.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to pause publishing.");
    expect(alert).toHaveTextContent("Someone else is at it.");
  });

  it("is asked also while the posts cannot be counted", async () => {
    const { user, stored } = await open([
      { to: "/waiting-posts", says: () => jsonAnswer(500, {}) },
    ]);
    await user.click(await screen.findByRole("button", { name: "Pause publishing" }));
    const asked = await question("Pause publishing of Zima?");
    expect(await asked.findByText("Failed to count the waiting posts.")).toBeVisible();
    await user.click(asked.getByRole("button", { name: "Pause publishing" }));
    expect(await findToast("Publishing is paused.")).toBeVisible();
    expect((await stored())?.paused_at).not.toBeNull();
  });

  it("is not there with a backend that does not announce it", async () => {
    const { wire } = await open([
      { to: "/healthz", says: () => jsonAnswer(200, { status: "ok", capabilities: [] }) },
    ]);
    expect(await screen.findByRole("form", { name: "Media and logo" })).toBeVisible();
    await waitFor(() => expect(wire.sent).toContain("GET /healthz"));
    expect(screen.queryByRole("button", { name: "Pause publishing" })).not.toBeInTheDocument();
    expect(screen.queryByRole("form", { name: "Times" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Delete group…" })).not.toBeInTheDocument();
    expect(screen.queryByRole("form", { name: "Rename group" })).not.toBeInTheDocument();
    expect(wire.sent.filter((line) => line.includes("waiting-posts"))).toEqual([]);
  });
});

describe("Direct Publishing of a paused group", () => {
  it("says that nothing can be published, and leads to the settings", async () => {
    const server = await startServer();
    const group = await createGroup(server);
    await call(server, groupsApi.pause, { params: { id: group?.id ?? 0 } });
    const { user } = await renderApp("/dashboard/config?tab=direct", { server });
    expect(await screen.findByText("Publishing is paused")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Settings" }));
    expect(await screen.findByRole("button", { name: "Resume publishing" })).toBeVisible();
  });
});

describe("Resuming a group", () => {
  it("says what goes out at once, then does it", async () => {
    const { user, stored } = await open([waiting(12, 3)], true);
    const publishing = await panel();
    expect(await publishing.findByText("12 posts are scheduled, 3 of them due.")).toBeVisible();
    await user.click(publishing.getByRole("button", { name: "Resume publishing" }));
    const asked = await question("Resume publishing of Zima?");
    expect(await asked.findByText("3 posts will publish now, 9 later.")).toBeVisible();
    await user.click(asked.getByRole("button", { name: "Resume publishing" }));
    expect(await findToast("Publishing is resumed.")).toBeVisible();
    await closed();
    expect(await publishing.findByText("On")).toBeVisible();
    expect(screen.queryByText("Paused")).not.toBeInTheDocument();
    expect(await stored()).toMatchObject({ paused_at: null });
  });
});

describe("The Publishing screen", () => {
  it("names the paused groups, and leads to their settings", async () => {
    const server = await startServer();
    for (const name of ["Zima", "Leto", "Jesen"]) {
      const group = await createGroup(server, name);
      if (name !== "Leto") {
        await call(server, groupsApi.pause, { params: { id: group?.id ?? 0 } });
      }
    }
    const { user, router } = await renderApp("/dashboard/publishing", { server });
    expect(await screen.findByText("Publishing is paused")).toBeVisible();
    expect(screen.getByRole("link", { name: "Zima" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Leto" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("link", { name: "Jesen" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/config"));
    expect(router.state.location.search).toMatchObject({ tab: "settings", group: 3 });
  });

  it("has no notice while nothing is paused", async () => {
    const { server } = await serverWith("Zima");
    await renderApp("/dashboard/publishing", { server });
    expect(await screen.findByRole("button", { name: "Zima" })).toBeVisible();
    expect(screen.queryByText("Publishing is paused")).not.toBeInTheDocument();
  });
});
