import { readFileSync } from "node:fs";
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
import { RouteFailure } from "@/app/routes/route-fallbacks";
import { connection } from "@/shared/api/connection";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { retrySignal } from "@/shared/query/retry-signal";
import { builds } from "@/shared/session/preferences";
import { drafts } from "@/shared/session/session";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { holdTime, pass, press, until } from "../support/held-time";
import { pageAnswer } from "../support/wire";

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

/** The page that the console's host sends for each of its addresses. */
const consolePage = readFileSync("index.html", "utf8");
/** What a network sends until its guest has signed in, in place of whatever was asked. */
const portalPage = "<!doctype html><title>Hotel Zima</title><p>Room number:</p>";

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
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => pageAnswer(consolePage));
  // A draft keeps the page from reloading by itself.
  drafts.write("add-category", { name: "Šta je novo" });
  open(missing);

  expect(await screen.findByText("New version available. Reload")).toBeVisible();
  expect(screen.getByText(/What you typed is kept\.$/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});

it("does not mention typed text if there is none, or it was discarded", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => pageAnswer(consolePage));
  vi.spyOn(builds, "hasLeft").mockReturnValue(true);
  open(missing);

  expect(await screen.findByText("New version available. Reload")).toBeVisible();
  expect(screen.queryByText(/What you typed/)).not.toBeInTheDocument();
});

describe("A screen whose server cannot be reached", () => {
  beforeEach(holdTime);
  const failure = () => screen.getByText("This page could not be loaded.");

  it("stays where a network sends its own page for everything, and loads once it is gone", async () => {
    const answers = vi.spyOn(globalThis, "fetch");
    answers.mockImplementation(async () => pageAnswer(portalPage));
    const leave = vi.spyOn(builds, "leave");
    const load = vi.fn<() => Promise<ComponentType>>().mockImplementation(missing);
    open(load);
    expect(await until(failure)).toBeVisible();
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
    expect(leave).not.toHaveBeenCalled();

    answers.mockImplementation(async () => pageAnswer(consolePage));
    load.mockResolvedValue(Page);
    await pass(30_000);
    expect(await until(() => screen.getByRole("heading", { name: "Publishing" }))).toBeVisible();
  });

  it("does not reload into a network's own page that appears after the new version did", async () => {
    const answers = vi.spyOn(globalThis, "fetch");
    answers.mockImplementation(async () => pageAnswer(consolePage));
    vi.spyOn(builds, "hasLeft").mockReturnValue(true);
    open(missing);
    const reload = await until(() => screen.getByRole("button", { name: "Reload" }));
    answers.mockImplementation(async () => pageAnswer(portalPage));
    await press(reload);
    expect(await until(failure)).toBeVisible();
  });

  it("shows an error, and loads when the page's own host is back, whatever the API answers meanwhile", async () => {
    const isThere = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed"));
    const load = vi.fn<() => Promise<ComponentType>>().mockImplementation(missing);
    open(load);
    expect(await until(failure)).toBeVisible();
    act(() => connection.heard());
    await pass(10_000);
    expect(failure()).toBeVisible();

    isThere.mockImplementation(async () => pageAnswer(consolePage));
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
