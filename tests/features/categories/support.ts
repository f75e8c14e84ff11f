import { categoryApi } from "@/entities/category/contract";
import { categoriesApi } from "@/features/categories/contract";
import { type BodyOf, call } from "../../support/call";
import { findIn } from "../../support/find-in";
import { answering, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { createGroup } from "../groups/support";

export const evergreen: BodyOf<typeof categoriesApi.add> = {
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
  /** A change made to the category before it is opened. */
  change?: BodyOf<typeof categoriesApi.change>;
  prepare?: (server: TestServer, group: number) => Promise<unknown>;
};

/** Opens the settings of a group's only category. */
export async function openCategory({ change, prepare }: Options = {}) {
  const server = await startServer();
  const group = await createGroup(server);
  const params = { id: group.id };
  const made = await call(server, categoriesApi.add, { params, body: evergreen });
  if (change) await call(server, categoriesApi.change, { params: { id: made.id }, body: change });
  await prepare?.(server, group.id);
  const app = await renderApp(`/dashboard/config?tab=evergreen&category=${made.id}`, { server });
  const form = (name: string) => findIn("form", name);
  const stored = async () => (await call(server, categoryApi.list, { params }))[0];
  return { ...app, group, category: made.id, form, stored };
}

/** Opens the settings of the only category of another server, and keeps the bodies of its changes. */
export async function openStored(fields: object) {
  const category = { ...evergreen, id: 21, ...fields };
  const says = () => jsonAnswer(200, [category]);
  const server = await answering([{ to: "/categories", says }]);
  await createGroup(server);
  const app = await renderApp("/dashboard/config?tab=evergreen&category=21", { server });
  const bodies: unknown[] = [];
  app.wire.answer(patch, async (request) => {
    bodies.push(await request.json());
    return jsonAnswer(200, category);
  });
  return { ...app, bodies, form: (name: string) => findIn("form", name) };
}

export const patch = (line: string) => /^PATCH .*\/categories\/\d+$/.test(line);
