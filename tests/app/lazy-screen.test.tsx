import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { RouteFailure } from "@/app/routes/route-failure";
import { connection } from "@/shared/api/connection";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { retrySignal } from "@/shared/query/retry-signal";
import { builds } from "@/shared/session/preferences";
import { drafts } from "@/shared/session/session";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { holdTime, pass, until } from "../support/held-time";
import { jsonAnswer } from "../support/render-app";

function open(load: () => Promise<ComponentType>) {
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: lazyWithPreload(load),
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
    defaultErrorComponent: RouteFailure,
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const Page = () => <h1>Publishing</h1>;
const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

it("reports that a screen cannot be loaded offline, and loads it on 'Try again'", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<() => Promise<ComponentType>>().mockImplementationOnce(missing);
  load.mockResolvedValue(Page);
  open(load);

  expect(await screen.findByText("This page could not be loaded.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Publishing" })).toBeVisible();
});

it("loads the screen by itself when the network is back", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<() => Promise<ComponentType>>().mockImplementationOnce(missing);
  load.mockResolvedValue(Page);
  open(load);
  await screen.findByText("This page could not be loaded.");

  act(() => retrySignal.announce());
  expect(await screen.findByRole("heading", { name: "Publishing" })).toBeVisible();
});

it("loads a lazy part of a panel by itself when the server is back", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<() => Promise<ComponentType>>().mockImplementationOnce(missing);
  const Pool = lazyWithPreload(load.mockResolvedValue(Page));
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <PanelBoundary loading={null}>
          <Pool />
        </PanelBoundary>
      </QueryClientProvider>,
    ),
  );
  await screen.findByText("This part could not be loaded.");

  await act(async () => retrySignal.announce());
  expect(await screen.findByRole("heading", { name: "Publishing" })).toBeVisible();
});

it("retries a failed import once", async () => {
  open(
    vi.fn<() => Promise<ComponentType>>().mockImplementationOnce(missing).mockResolvedValue(Page),
  );
  expect(await screen.findByRole("heading", { name: "Publishing" })).toBeVisible();
});

it("reports a new version if the server answers but no longer has the screen's code", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => jsonAnswer(200, { status: "ok" }));
  // A draft keeps the page from reloading by itself.
  drafts.write("add-category", { name: "Šta je novo" });
  open(missing);

  expect(await screen.findByText("New version available. Reload")).toBeVisible();
  expect(screen.getByText(/What you typed is kept\.$/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});

it("does not mention typed text if there is none, or it was discarded", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => jsonAnswer(200, { status: "ok" }));
  vi.spyOn(builds, "hasLeft").mockReturnValue(true);
  open(missing);

  expect(await screen.findByText("New version available. Reload")).toBeVisible();
  expect(screen.queryByText(/What you typed/)).not.toBeInTheDocument();
});

describe("A screen whose server cannot be reached", () => {
  beforeEach(holdTime);
  const failure = () => screen.getByText("This page could not be loaded.");

  it("shows an error, and loads when the page's own host is back, whatever the API answers meanwhile", async () => {
    const isThere = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed"));
    const load = vi.fn<() => Promise<ComponentType>>().mockImplementation(missing);
    open(load);
    expect(await until(failure)).toBeVisible();
    act(() => connection.heard());
    await pass(10_000);
    expect(failure()).toBeVisible();

    isThere.mockImplementation(async () => jsonAnswer(200, {}));
    load.mockResolvedValue(Page);
    await pass(30_000);
    expect(await until(() => screen.getByRole("heading", { name: "Publishing" }))).toBeVisible();
  });

  it("shows an error too if the request is never answered", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(
      (_, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    );
    // Fake timers do not advance AbortSignal.timeout.
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const gone = new AbortController();
      setTimeout(() => gone.abort(), ms);
      return gone.signal;
    });
    open(missing);
    await pass(15_000);
    expect(await until(failure)).toBeVisible();
  });
});
