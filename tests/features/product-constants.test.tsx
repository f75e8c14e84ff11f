import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { toasts } from "@/shared/toast/toast";
import { findIn } from "../support/find-in";
import { holdTime, pass, press, until } from "../support/held-time";
import { findToast, jsonAnswer, renderApp, startServer, type Wire } from "../support/render-app";
import { open as openPerformance, rows, two } from "./performance/support";
import { addPendingPosts } from "./queue/support";

// The numbers of the specification's sections 4 and 9, copied by hand and compared with the
// requests, texts and delays of the running console.

/** Opens the console with a group that has one pending post; `isHeld`: its time stands still. */
async function openAt(address: string, isHeld = false) {
  const server = await startServer();
  const { group, category } = await addPendingPosts(server, { image: 1 });
  if (isHeld) holdTime();
  const app = await renderApp(address, { server });
  return { ...app, group, category };
}

function timesOf(wire: Wire, path: string) {
  const times: number[] = [];
  wire.answer(
    (line) => line.startsWith(`GET /api/v1/${path}`),
    () => {
      times.push(Date.now());
      return undefined;
    },
  );
  return times;
}

describe("Polling of the running screen", () => {
  it.each([
    ["/dashboard/publishing", "Scheduler Health", "publishing/scheduler-status", 30_000],
    ["/dashboard/publishing", "Scheduler Health", "publishing/scheduled-posts", 30_000],
    ["/dashboard/publishing", "Content Approval Queue", "publishing/content-queue?", 15_000],
    ["/dashboard/content", "Generation Status", "admin/content-generation/status", 15_000],
    ["/dashboard/content", "Evergreen Content Pool", "publishing/categories/", 30_000],
  ])("on %s reloads '%s' from %s every %i ms", async (address, region, path, interval) => {
    const { wire, server } = await openAt(address, true);
    await until(() => screen.getByRole("region", { name: region }));
    await until(() => expect(wire.sent.some((line) => line.includes(path))).toBe(true));
    const asked: number[] = [];
    const answered: number[] = [];
    wire.answer(
      (line) => line.startsWith(`GET /api/v1/${path}`),
      async (request) => {
        asked.push(Date.now());
        const answer = await server.fetch(request);
        answered.push(Date.now());
        return answer;
      },
    );
    for (let turn = 1; turn <= 3; turn++) {
      await pass(interval);
      // The server takes as long as it takes, and the console waits from its answer on.
      await until(() => expect(answered.length).toBeGreaterThanOrEqual(turn));
    }
    const pauses = asked.slice(1).map((time, n) => time - (answered[n] ?? 0));
    expect(pauses.length).toBeGreaterThanOrEqual(2);
    for (const pause of pauses) expect(Math.abs(pause - interval)).toBeLessThan(1_000);
  });

  it("reloads the figures 5 seconds after the Instagram refresh", async () => {
    const { wire } = await openPerformance("", { list: () => jsonAnswer(200, two) });
    await rows();
    let answered = 0;
    wire.answer(/\/refresh-instagram-feed\//, () => {
      answered = Date.now();
      return jsonAnswer(202, { message: "Measuring 12 published Instagram posts." });
    });
    const times = timesOf(wire, "publishing/performance/posts?");
    holdTime();
    await press(screen.getByRole("button", { name: "Refresh Instagram Data" }));
    await until(() => expect(answered).toBeGreaterThan(0));
    // In short steps, so that a step is a small part of the measured time.
    for (let turn = 0; turn < 70 && times.length === 0; turn++) await pass(100);
    expect(times).toHaveLength(1);
    const waited = (times[0] ?? 0) - answered;
    expect(waited).toBeGreaterThanOrEqual(5_000);
    expect(waited).toBeLessThan(5_500);
  });
});

describe("The requests of a screen", () => {
  it("load the group's 100 newest posts", async () => {
    const { wire, group } = await openPerformance("", { list: () => jsonAnswer(200, two) });
    await rows();
    const [line = ""] = wire.sent.filter((sent) => sent.includes("/performance/posts?"));
    expect(Object.fromEntries(new URL(line.slice(4), "http://localhost").searchParams)).toEqual({
      sortBy: "publish_at",
      sortOrder: "desc",
      limit: "100",
      group_id: String(group.id),
    });
  });

  it("load the group's summary by category", async () => {
    const { wire, group } = await openPerformance("?tab=categories", {});
    const path = `/performance/summary/by-category?group_id=${group.id}`;
    await waitFor(() => expect(wire.sent.some((line) => line.endsWith(path))).toBe(true));
  });

  it("load 5 posts that wait for approval, and 5 that are scheduled", async () => {
    const { wire } = await openAt("/dashboard/publishing");
    await screen.findByRole("region", { name: "Upcoming Scheduled Posts" });
    const queue = "GET /api/v1/publishing/content-queue?status=pending_approval&skip=0&limit=5";
    const scheduled = "GET /api/v1/publishing/scheduled-posts?skip=0&limit=5";
    await waitFor(() => expect(wire.sent).toEqual(expect.arrayContaining([queue, scheduled])));
  });

  it("generate 1 post of the pressed type", async () => {
    const { user, wire, category } = await openAt("/dashboard/content");
    const status = await findIn("region", "Generation Status");
    await user.click(await status.findByRole("button", { name: "Generate image post" }));
    const path = `/api/v1/admin/content-generation/trigger/${category.id}?num_posts=1&type=image`;
    await waitFor(() => expect(wire.sent).toContain(`POST ${path}`));
  });
});

describe("A change of the group's focus", () => {
  it("reloads the generation status, which shows the focus", async () => {
    const { user, wire, router } = await openAt("/dashboard/content");
    await screen.findByRole("region", { name: "Generation Status" });
    const reads = () => wire.sent.filter((line) => line.includes("/content-generation/status?"));
    await waitFor(() => expect(reads()).toHaveLength(1));
    await act(() => router.navigate({ to: "/dashboard/config", search: { tab: "settings" } }));
    const form = await findIn("form", "Media and logo");
    await user.selectOptions(form.getByRole("combobox", { name: "Focus media type" }), "Video");
    await user.click(form.getByRole("button", { name: "Save settings" }));
    expect(await findToast("Settings saved.")).toBeVisible();
    await act(() => router.navigate({ to: "/dashboard/content" }));
    const status = await screen.findByRole("region", { name: "Generation Status" });
    await waitFor(() => expect(reads()).toHaveLength(2));
    expect(await within(status).findByText(/video/i)).toBeVisible();
  });
});

describe("Toasts", () => {
  const shown = (title: string) => screen.queryByText(title) !== null;

  /** Returns how long the toast is shown, in ms, measured in steps of 100 ms. */
  async function lifeOf(title: string) {
    await act(async () => void toasts.show({ kind: "success", title }));
    await until(() => expect(shown(title)).toBe(true));
    const begun = Date.now();
    for (let turn = 0; turn < 200 && shown(title); turn++) await pass(100);
    expect(shown(title)).toBe(false);
    return Date.now() - begun;
  }

  const place = () =>
    within(screen.getByRole("region", { name: "Notifications (Alt+T)" })).getByRole("list");

  /** Waits until the toaster's code has replaced the plain list, which never closes a toast. */
  async function toaster() {
    await act(async () => void toasts.show({ kind: "info", title: "First" }));
    while (shown("First")) await pass(100);
  }

  it.each([
    ["/dashboard/content", "bottom-right", 3_000],
    ["/login", "top-right", 5_000],
  ])("on %s are shown %s and close after %i ms", async (address, placement, life) => {
    await renderApp(address, address === "/login" ? { token: null } : {});
    await screen.findByRole(address === "/login" ? "link" : "heading", {
      name: address === "/login" ? "Login with Discord" : "Content Library",
    });
    holdTime();
    await toaster();
    const lived = await lifeOf("Saved.");
    expect(place()).toHaveAttribute("data-placement", placement);
    expect(lived).toBeGreaterThanOrEqual(life - 300);
    expect(lived).toBeLessThan(life + 500);
  });
});
