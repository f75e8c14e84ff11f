import { screen, within } from "@testing-library/react";
import { api, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";

export type Stored = Record<string, unknown> & { id: number };

export const evergreen = {
  name: "Dnevna šala",
  category_type: "evergreen",
  image_posts_per_day: 1,
  video_posts_per_day: 0,
  text_posts_per_day: 0,
  daily_generation_active: true,
  category_prompt: "Short.",
  shopify_sales_channel: "Online Store",
  shopify_product_tag: null,
};

type Options = {
  /** What is changed of the category before it is looked at. */
  change?: Record<string, unknown>;
  prepare?: (server: TestServer, group: number) => Promise<unknown>;
};

/** The console at a group's only category, with its settings open. */
export async function openCategory({ change, prepare }: Options = {}) {
  const server = await startServer();
  const group = await api<{ id: number }>(server, "POST publishing/account-groups", {
    name: "Zima",
    description: null,
  });
  const path = `publishing/account-groups/${group.id}/categories`;
  const made = await api<Stored>(server, `POST ${path}`, evergreen);
  if (change) await api(server, `PATCH publishing/categories/${made.id}`, change);
  await prepare?.(server, group.id);
  const app = await renderApp(`/dashboard/config?tab=evergreen&category=${made.id}`, { server });
  const form = async (name: string) => within(await screen.findByRole("form", { name }));
  const stored = async () => (await api<Stored[]>(server, `GET ${path}`))[0];
  return { ...app, group, category: made.id, form, stored };
}

export const patch = (line: string) => /^PATCH .*\/categories\/\d+$/.test(line);
