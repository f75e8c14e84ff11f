import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { SafeVideo } from "@/shared/media/safe-video";
import { session } from "@/shared/session/session";
import { clock } from "@/shared/time/clock";
import { createGroup, serverWith } from "../features/groups/support";
import { call } from "../support/call";
import { findIn } from "../support/find-in";
import { holdTime, pass, press, until } from "../support/held-time";
import { renderApp, startServer } from "../support/render-app";

const cut = () => {
  throw new TypeError("The line was cut.");
};

/** Waits until the status has been read: before that its button ignores a press. */
async function statusIsRead() {
  const button = await screen.findByRole("button", { name: "Refresh now" });
  await waitFor(() => expect(button).not.toHaveAttribute("aria-busy"));
}

/** Waits for the sections further down, which load later: offline, they would fail as well. */
async function configurationIsWhole() {
  await screen.findByText("This group has no social accounts.");
  await screen.findByText("No products yet.");
  await waitFor(() => expect(screen.queryByText(/^Loading /)).not.toBeInTheDocument());
}

it("reports that the server cannot be reached, keeps its data, and recovers when the server is back", async () => {
  const { server } = await serverWith("Zima");
  const { wire } = await renderApp("/dashboard/config", { server });
  await screen.findByText("This group has no social accounts.");

  let isBack = false;
  wire.answer(
    () => !isBack,
    () => cut(),
  );
  const tab = screen.getByRole("tab", { name: "Evergreen Content" });
  holdTime();
  fireEvent.mouseDown(tab);
  await until(() => screen.getByText("Failed to fetch content categories."), 100);
  await until(() => screen.getByText(/^Cannot reach the server. Last data from \d\d:\d\d\.$/), 100);
  expect(screen.getByRole("button", { name: "Zima" })).toBeVisible();

  isBack = true;
  await until(() => screen.getByText("This group has no content categories."), 100);
  await until(() => expect(screen.queryByText(/Cannot reach/)).not.toBeInTheDocument(), 100);
});

it("reports the same when a gateway answers in the server's place", async () => {
  const { wire } = await renderApp("/dashboard/publishing");
  await statusIsRead();

  let isBack = false;
  wire.answer(
    () => !isBack,
    () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
  );
  holdTime();
  await press(screen.getByRole("button", { name: "Refresh now" }));
  await until(() => screen.getByText(/^Cannot reach the server. Last data from [\d:]+\.$/), 100);
  expect(screen.queryByRole("button", { name: "Reload" })).not.toBeInTheDocument();

  isBack = true;
  await until(() => expect(screen.queryByText(/Cannot reach/)).not.toBeInTheDocument(), 100);
});

it("loads what failed offline as soon as the network is back", async () => {
  const { server } = await serverWith("Zima");
  const { user } = await renderApp("/dashboard/config", { server });
  await configurationIsWhole();
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));

  await user.click(screen.getByRole("tab", { name: "Evergreen Content" }));
  expect(await screen.findByText("Failed to fetch content categories.")).toBeVisible();
  expect(screen.getByText("You are offline.")).toBeVisible();

  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("This group has no content categories.")).toBeVisible();
});

it("asks only whether the server answers while it cannot be reached", async () => {
  const { server } = await serverWith("Zima");
  const { wire } = await renderApp("/dashboard/publishing", { server });
  await statusIsRead();
  // These load later, and would be tried again while the server is away.
  await screen.findByText("Background work: none failed");
  await within(await screen.findByRole("region", { name: "Activity" })).findAllByRole("listitem");

  wire.answer(() => true, cut);
  const before = wire.sent.length;
  holdTime();
  await press(screen.getByRole("button", { name: "Refresh now" }));
  await until(() => screen.getByText(/^Cannot reach the server/), 100);
  const lost = wire.sent.length;
  await pass(6_000);

  // Each read is tried three times.
  const tried = wire.sent.slice(before, lost);
  const most = Math.max(...tried.map((line) => tried.filter((one) => one === line).length));
  expect(tried.length).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(3);
  expect(tried).not.toContain("GET /api/v1/publishing/account-groups");
  const asked = wire.sent.slice(lost);
  expect(new Set(asked)).toEqual(new Set(["GET /healthz"]));
  expect(asked.length).toBeLessThanOrEqual(6);
  expect(screen.queryByText(/Failed to load account groups/)).not.toBeInTheDocument();
});

describe("A network that wants its guest to sign in, and answers every call itself", () => {
  const date = "Sat, 01 Jan 2000 10:00:00 GMT";
  const signInPage = (status = 200) =>
    new Response("<h1>Welcome, guest</h1>", {
      status,
      headers: { "content-type": "text/html", date },
    });
  const redirect = () =>
    new Response(null, { status: 302, headers: { location: "https://hotel.example.com/", date } });

  it.each([
    ["with its own page", () => signInPage()],
    ["with a redirect to it", redirect],
    ["with its own page and status 403", () => signInPage(403)],
  ])(
    "%s, counts as no connection, takes no control away, and ends within 35 seconds",
    async (_, answer) => {
      const { server } = await serverWith("Zima");
      const { wire } = await renderApp("/dashboard/publishing?view=calendar", { server });
      await statusIsRead();
      // Only offered by a backend that says in `/healthz` that it can list a range of days.
      await screen.findByRole("radio", { name: "Month" });
      const now = clock.now();

      let isBack = false;
      wire.answer(() => !isBack, answer);
      holdTime();
      await press(screen.getByRole("button", { name: "Refresh now" }));
      await until(
        () => screen.getByText(/^Cannot reach the server. Last data from \d\d:\d\d\./),
        100,
      );
      await pass(60_000);
      expect(screen.getByText(/^Cannot reach the server/)).toHaveTextContent(
        "A sign-in page seems to answer in its place: reloading this page may sign you in.",
      );
      expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
      expect(screen.getByRole("radio", { name: "Month" })).toBeVisible();
      expect(screen.getByRole("button", { name: "Zima" })).toBeVisible();
      expect(Math.abs(clock.now() - now)).toBeLessThan(86_400_000);

      isBack = true;
      await pass(35_000);
      expect(screen.queryByText(/^Cannot reach the server/)).not.toBeInTheDocument();
      expect(screen.queryByText(/^Failed to fetch/)).not.toBeInTheDocument();
    },
  );

  it("offers 'Reload' over an open dialog too, and keeps what is typed there", async () => {
    const reload = vi.spyOn(session, "reloadToSignIn").mockReturnValue();
    const { wire } = await renderApp("/dashboard/publishing");
    await statusIsRead();
    await screen.findByText("Background work: none failed");
    fireEvent.click(await screen.findByRole("button", { name: "+ New Group" }));
    const dialog = await findIn("dialog", "Create New Group");
    fireEvent.change(dialog.getByRole("textbox", { name: "Group Name" }), {
      target: { value: "Proleće" },
    });
    let isBack = false;
    wire.answer(
      () => !isBack,
      () => signInPage(),
    );
    holdTime();
    await press(dialog.getByRole("button", { name: "Create Group" }));
    await until(() => screen.getByText(/A sign-in page seems to answer in its place/), 100);

    const question = () => screen.queryByRole("dialog", { name: "Reload this page?" });
    await until(() => expect(question()).toBeVisible(), 100);
    await press(screen.getByRole("button", { name: "Reload" }));
    expect(reload).toHaveBeenCalledOnce();
    await press(screen.getByRole("button", { name: "Not now" }));
    await until(() => expect(question()).not.toBeInTheDocument());
    await pass(60_000);
    expect(question()).not.toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Group Name" })).toHaveValue("Proleće");

    isBack = true;
    await until(() => expect(screen.queryByText(/Cannot reach/)).not.toBeInTheDocument(), 300);
  });

  it("asks nothing about a reload while no dialog is open, or once the network is back", async () => {
    const { wire } = await renderApp("/dashboard/publishing");
    await statusIsRead();
    let isBack = false;
    wire.answer(
      () => !isBack,
      () => signInPage(),
    );
    holdTime();
    await press(screen.getByRole("button", { name: "Refresh now" }));
    await until(() => screen.getByRole("button", { name: "Reload" }), 100);
    const question = () => screen.queryByRole("dialog", { name: "Reload this page?" });
    expect(question()).not.toBeInTheDocument();
    await press(screen.getByRole("button", { name: "+ New Group" }));
    await until(() => expect(question()).toBeVisible());
    isBack = true;
    await until(() => expect(question()).not.toBeInTheDocument(), 300);
  });

  it("is not claimed any more when nothing answers at all", async () => {
    const { wire } = await renderApp("/dashboard/publishing");
    await statusIsRead();
    await screen.findByText("Background work: none failed");
    let answer: () => Response = () => signInPage();
    wire.answer(
      () => true,
      () => answer(),
    );
    holdTime();
    await press(screen.getByRole("button", { name: "Refresh now" }));
    await until(() => screen.getByText(/A sign-in page seems to answer/), 100);
    answer = cut as () => Response;
    await pass(60_000);
    expect(screen.getByText(/^Cannot reach the server/)).toBeVisible();
    expect(screen.queryByText(/A sign-in page seems to answer/)).not.toBeInTheDocument();
  });

  it("is seen too if the network was away before", async () => {
    const { wire } = await renderApp("/dashboard/publishing");
    await statusIsRead();
    await screen.findByText("Background work: none failed");
    let answer = cut as () => Response;
    let isBack = false;
    wire.answer(
      () => !isBack,
      () => answer(),
    );
    holdTime();
    await press(screen.getByRole("button", { name: "Refresh now" }));
    await until(() => screen.getByText(/^Cannot reach the server/), 100);
    expect(screen.queryByRole("button", { name: "Reload" })).not.toBeInTheDocument();
    answer = () => signInPage();
    await until(() => screen.getByRole("button", { name: "Reload" }), 300);
    isBack = true;
    await until(() => expect(screen.queryByText(/Cannot reach/)).not.toBeInTheDocument(), 300);
  });

  it.each([
    ["answered by a page", () => signInPage()],
    ["answered by a page with status 403", () => signInPage(403)],
    ["redirected", redirect],
    ["lost", cut],
  ])("is told apart from a backend whose one call is %s", async (_, answer) => {
    const { wire } = await renderApp("/dashboard/publishing");
    await statusIsRead();
    wire.answer(/scheduler-status/, answer);
    holdTime();
    await press(screen.getByRole("button", { name: "Refresh now" }));
    await until(() => screen.getByText(/^Failed to fetch scheduler status/), 100);
    await pass(3_000);
    expect(screen.queryByText(/Cannot reach/)).not.toBeInTheDocument();
  });
});

it("shows the images and videos again that could not be loaded while the network was away", async () => {
  const server = await startServer();
  const group = await createGroup(server);
  await call(server, groupsApi.change, {
    params: { id: group.id },
    body: { logo_url: "https://cdn.example.com/zima.png", focus_media_type: "image" },
  });
  await renderApp("/dashboard/config", { server });
  await configurationIsWhole();
  const logos = () => document.querySelectorAll('img[src="https://cdn.example.com/zima.png"]');
  const count = logos().length;
  expect(count).toBeGreaterThan(0);

  for (const logo of logos()) fireEvent.error(logo);
  expect(logos()).toHaveLength(0);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(logos()).toHaveLength(count);

  const video = render(<SafeVideo url="https://cdn.example.com/zima.mp4" label="Zima" />);
  fireEvent.error(video.getByLabelText("Zima"));
  expect(video.getByRole("link", { name: "Open video" })).toBeVisible();
  act(() => void window.dispatchEvent(new Event("online")));
  expect(video.getByLabelText("Zima")).toBeVisible();
});
