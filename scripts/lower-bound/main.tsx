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
 * The baseline's libraries, what the first screen reads, and a picture of what is seen of it: elements
 * with their classes, with nothing behind them. No console of these libraries that shows this can be
 * faster, nor move faster to a screen it has the picture of.
 */
type Part = string | { name: string; attributes: Record<string, string>; parts: readonly Part[] };

const draw = (part: Part): ReactNode =>
  typeof part === "string"
    ? part
    : createElement(part.name, part.attributes, ...part.parts.map(draw));

const pictureOf = (screen: string) => ky(`/picture-${screen}-${innerWidth}.json`).json<Part>();

const picture = pictureOf("content");

function ask<Reply>(path: string): Promise<Reply> {
  const headers = { authorization: `Bearer ${localStorage.getItem("accessToken")}` };
  return ky(`${location.origin}/api/v1/${path}`, { headers }).json();
}

async function readAll() {
  type Records = readonly { id: number; text_posts_per_day?: number }[];
  const [group] = await ask<Records>("publishing/account-groups");
  const readItems = async () => {
    const all = await ask<Records>(`publishing/account-groups/${group?.id}/categories`);
    return ask<Records>(`publishing/categories/${all[0]?.id}/items`);
  };
  await Promise.all([ask(`admin/content-generation/status?group_id=${group?.id}`), readItems()]);
  return picture;
}

const all = readAll();

function Page() {
  const { screen } = page.useParams();
  const { data } = useQuery({
    queryKey: [screen],
    queryFn: () => (screen === "content" ? all : pictureOf(screen)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === undefined ? null : draw(data);
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
if (!root) throw new Error("The page has no place for the picture.");
// As the console does: what is drawn once is drawn when all of it is there.
await all;
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
