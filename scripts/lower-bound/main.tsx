import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import ky from "ky";
import { createElement, type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";

/**
 * The lower bound of the first screen and of a navigation: the baseline's libraries, the same API calls,
 * and a snapshot of the screen's elements, rendered without any logic. No console with these libraries
 * can show this screen faster.
 */
type Part = string | { name: string; attributes: Record<string, string>; parts: readonly Part[] };

const render = (part: Part): ReactNode =>
  typeof part === "string"
    ? part
    : createElement(part.name, part.attributes, ...part.parts.map(render));

const snapshotOf = (screen: string) => ky(`/snapshot-${screen}-${innerWidth}.json`).json<Part>();

const snapshot = snapshotOf("content");

function get<Reply>(path: string): Promise<Reply> {
  const headers = { authorization: `Bearer ${localStorage.getItem("accessToken")}` };
  return ky(`${location.origin}/api/v1/${path}`, { headers }).json();
}

async function readAll() {
  type Records = readonly { id: number; text_posts_per_day?: number }[];
  const [group] = await get<Records>("publishing/account-groups");
  const readItems = async () => {
    const all = await get<Records>(`publishing/account-groups/${group?.id}/categories`);
    return get<Records>(`publishing/categories/${all[0]?.id}/items`);
  };
  await Promise.all([get(`admin/content-generation/status?group_id=${group?.id}`), readItems()]);
  return snapshot;
}

const all = readAll();

function Page() {
  const { screen } = page.useParams();
  const { data } = useQuery({
    queryKey: [screen],
    queryFn: () => (screen === "content" ? all : snapshotOf(screen)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === undefined ? null : render(data);
}

const rootRoute = createRootRoute({ component: Outlet });
const page = createRoute({
  getParentRoute: () => rootRoute,
  path: "dashboard/$screen",
  component: Page,
});
const router = createRouter({ routeTree: rootRoute.addChildren([page]) });
addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>("a[href^='/dashboard/']");
  if (!link) return;
  event.preventDefault();
  void router.navigate({ href: link.pathname });
});
const root = document.querySelector("#root");
if (!root) throw new Error("The page has no element #root.");
// Like the console, render once when all data has arrived.
await all;
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
