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
import { expect, it, vi } from "vitest";
import { lazyScreen } from "@/app/routes/lazy-screen";
import { RouteFailure } from "@/app/routes/route-failure";
import { revival } from "@/shared/query/revival";
import { TooltipProvider } from "@/shared/ui/tooltip";

function open(load: () => Promise<ComponentType>) {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: "/", component: lazyScreen(load) });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
    defaultErrorComponent: RouteFailure,
  });
  render(
    <TooltipProvider>
      <RouterProvider router={router} />
    </TooltipProvider>,
  );
}

const Page = () => <h1>Publishing</h1>;
const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

it("says that a screen cannot be loaded without a line, and loads it when asked again", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<() => Promise<ComponentType>>().mockImplementationOnce(missing);
  load.mockResolvedValue(Page);
  open(load);

  expect(await screen.findByText("This page could not be loaded.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Publishing" })).toBeVisible();
});

it("comes by itself when there is a line again", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<() => Promise<ComponentType>>().mockImplementationOnce(missing);
  load.mockResolvedValue(Page);
  open(load);
  await screen.findByText("This page could not be loaded.");

  act(() => revival.announce());
  expect(await screen.findByRole("heading", { name: "Publishing" })).toBeVisible();
});

it("says that there is a new version when the server has the screen no more", async () => {
  open(missing);

  expect(await screen.findByText("New version available. Reload")).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});
