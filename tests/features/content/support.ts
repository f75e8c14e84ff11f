import { screen, within } from "@testing-library/react";
import { categoriesApi } from "@/features/categories/contract";
import { contentApi } from "@/features/content/contract";
import { groupsApi } from "@/features/groups/contract";
import { type BodyOf, call } from "../../support/call";
import { answering, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { addAccount, type Platform } from "../queue/support";

type Made = { readonly id: number };

export const imageUrl = "/media/sandbox/31.svg";

export const categorySettings: Omit<BodyOf<typeof categoriesApi.add>, "name"> = {
  category_type: "evergreen",
  image_posts_per_day: 2,
  video_posts_per_day: 0,
  text_posts_per_day: 1,
  daily_generation_active: true,
  category_prompt: null,
  shopify_sales_channel: null,
  shopify_product_tag: null,
};

/** A server with one group, and functions that add to it. */
export async function poolServer(options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(options);
  const group = await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
  return {
    server,
    group,
    addCategory: (name: string, more: Partial<typeof categorySettings> = {}) =>
      call(server, categoriesApi.add, {
        params: { id: group.id },
        body: { ...categorySettings, name, ...more },
      }),
    addItem: (category: Made, text_content: string, image_url: string | null = imageUrl) =>
      call(server, contentApi.add, {
        params: { id: category.id },
        body: { text_content, image_url },
      }),
    addAccount: (platform: Platform, username: string) =>
      addAccount(server, group.id, platform, username),
  };
}

export const itemsOf = (server: TestServer, category: Made) =>
  call(server, contentApi.list, { params: { id: category.id } });

/** Opens the server's Content Library with these search parameters. */
export async function openLibrary(server: TestServer, search = "") {
  const app = await renderApp(`/dashboard/content${search}`, { server });
  // An open dialog hides everything else from assistive technology.
  const hidden = /(post-now|edit)=|dialog=new-item/.test(search);
  const pool = within(
    await screen.findByRole("region", { name: "Evergreen Content Pool", hidden }),
  );
  return { ...app, pool };
}

/** Opens one category with these items, at a server that answers by these rules in place of its own. */
export async function openItems(
  texts: readonly string[],
  search = "",
  rules: Parameters<typeof answering>[0] = [],
) {
  const world = await poolServer();
  const category = await world.addCategory("Dnevna šala");
  const items: Awaited<ReturnType<typeof world.addItem>>[] = [];
  for (const text of texts) items.push(await world.addItem(category, text));
  const app = await openLibrary(await answering(rules, world.server), search);
  return { ...world, ...app, category, items };
}

type Opened = Awaited<ReturnType<typeof openItems>>;

export const cardOf = async ({ pool }: Pick<Opened, "pool">, text: string) => {
  const card = (await pool.findByText(text)).closest("li");
  if (!card) throw new Error("A text without a card.");
  return within(card);
};

/** Chooses from the menu of the card with this text. */
export async function choose(opened: Pick<Opened, "pool" | "user">, text: string, action: string) {
  const card = await cardOf(opened, text);
  await opened.user.click(card.getByRole("button", { name: "Actions" }));
  await opened.user.click(await screen.findByRole("menuitem", { name: action }));
}
