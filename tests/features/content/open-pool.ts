import { screen, within } from "@testing-library/react";
import { platforms } from "@/entities/account/platforms";
import { api, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";

type Made = { readonly id: number };

/** A piece of content as the API tells it. */
export type Item = Made & {
  readonly text_content: string;
  readonly is_active: boolean;
  readonly last_used_at: string | null;
  readonly media_type: string | null;
};

export const picture = "/media/sandbox/31.svg";

export const categorySettings = {
  category_type: "evergreen",
  image_posts_per_day: 2,
  video_posts_per_day: 0,
  text_posts_per_day: 1,
  daily_generation_active: true,
  category_prompt: null,
  shopify_sales_channel: null,
  shopify_product_tag: null,
};

/** A server with one group, and what fills it. */
export async function poolServer() {
  const server = await startServer();
  const group = await api<Made>(server, "POST publishing/account-groups", {
    name: "Zima",
    description: null,
  });
  return {
    server,
    group,
    addCategory: (name: string, more: Partial<typeof categorySettings> = {}) =>
      api<Made>(server, `POST publishing/account-groups/${group.id}/categories`, {
        ...categorySettings,
        name,
        ...more,
      }),
    addItem: (category: Made, text_content: string, image_url: string | null = picture) =>
      api<Item>(server, `POST publishing/categories/${category.id}/items`, {
        text_content,
        image_url,
      }),
    /** An account that can be posted to; with a name that says 'wrong' its platform refuses. */
    addAccount: (platform_type: "bluesky" | "instagram" | "x_twitter", platform_username: string) =>
      api<Made>(server, `POST publishing/account-groups/${group.id}/accounts`, {
        platform_type,
        platform_username,
        credentials: Object.fromEntries(
          platforms[platform_type].fields.map(({ name }) => [name, "good"]),
        ),
      }),
  };
}

export const itemsOf = (server: TestServer, category: Made) =>
  api<Item[]>(server, `GET publishing/categories/${category.id}/items`);

/** The Content Library of such a server, at the address with this search. */
export async function openLibrary(server: TestServer, search = "") {
  const app = await renderApp(`/dashboard/content${search}`, { server });
  // An open dialog takes everything else out of reach.
  const hidden = /post-now=|dialog=new-item/.test(search);
  const pool = within(
    await screen.findByRole("region", { name: "Evergreen Content Pool", hidden }),
  );
  return { ...app, pool };
}

/** One category with these items, open. */
export async function openItems(texts: readonly string[], search = "") {
  const world = await poolServer();
  const category = await world.addCategory("Dnevna šala");
  const items: Item[] = [];
  for (const text of texts) items.push(await world.addItem(category, text));
  const app = await openLibrary(world.server, search);
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
