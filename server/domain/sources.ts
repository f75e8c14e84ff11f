import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { isSalesType } from "@/entities/category/schema";
import type { Context, Db } from "../context.ts";
import {
  categories,
  integrations,
  memeTemplates,
  products,
  queueItems,
  shopProducts,
} from "../db/schema.ts";
import type { MemeTemplate, Product } from "../ports/text-model.ts";
import type { CategoryRow } from "./categories.ts";

/** What a post of a category is made on or about; nothing of an evergreen one. */
export type Source = {
  readonly template?: MemeTemplate;
  readonly product?: Product;
  /** The address of a picture of it. */
  readonly imageUrl?: string;
  /** The place in the category's row that says whose turn is next, as it was and as it is then. */
  readonly turn?: { readonly counter: Counter; readonly now: number; readonly next: number };
};

type Counter = "last_meme_template_index" | "last_product_index";

/** How many products a sales category goes round. */
const bestSellers = 10;
/** How many posts a text model is reminded of. */
const remembered = 30;

/**
 * Whose turn it is: of the active meme templates where a meme with a picture is wanted, of the
 * products where something is to be sold. Reading takes no turn, `takeTurn` does.
 */
export async function nextSource(
  db: Db,
  category: CategoryRow,
  { picture }: { readonly picture: boolean },
): Promise<Source> {
  if (category.category_type === "memes") return picture ? nextTemplate(db, category) : {};
  return isSalesType(category.category_type) ? nextProduct(db, category) : {};
}

/** Ends the turn of a source, unless another job has ended it meanwhile. */
export async function takeTurn({ db }: Context, categoryId: number, { turn }: Source) {
  if (!turn) return;
  await db
    .update(categories)
    .set({ [turn.counter]: turn.next })
    .where(and(eq(categories.id, categoryId), eq(categories[turn.counter], turn.now)));
}

/** The texts of the category's last approved posts, newest first. */
export async function recentPosts(db: Db, categoryId: number): Promise<string[]> {
  const rows = await db
    .select({ text: queueItems.text_content })
    .from(queueItems)
    .where(and(eq(queueItems.category_id, categoryId), eq(queueItems.status, "approved")))
    .orderBy(desc(queueItems.updated_at), desc(queueItems.id))
    .limit(remembered);
  return rows.map(({ text }) => text);
}

async function nextTemplate(db: Db, category: CategoryRow): Promise<Source> {
  const templates = await db
    .select()
    .from(memeTemplates)
    .where(eq(memeTemplates.is_active, true))
    .orderBy(asc(memeTemplates.id));
  const drawn = draw(templates, category, "last_meme_template_index");
  if (!drawn) return {};
  const { name, template_image_url, usage_explanation, humor_explanation } = drawn.one;
  return {
    template: { name, usage: usage_explanation, humor: humor_explanation },
    imageUrl: template_image_url,
    turn: drawn.turn,
  };
}

/**
 * Of the group's shops what sells best, and in a weekly sale of what is reduced first; where no
 * shop has anything with the category's tag, of the catalog.
 */
async function nextProduct(db: Db, category: CategoryRow): Promise<Source> {
  const reduced = gt(shopProducts.compare_at_price, shopProducts.price);
  const onSale =
    category.category_type === "weekly_sale" ? await inShops(db, category, reduced) : [];
  const selling = onSale.length > 0 ? onSale : await inShops(db, category);
  const offered = selling.length > 0 ? selling : await inCatalog(db);
  const drawn = draw(offered, category, "last_product_index");
  if (!drawn) return {};
  const { imageUrl, ...product } = drawn.one;
  return { product, ...(imageUrl && { imageUrl }), turn: drawn.turn };
}

type Offered = Product & { readonly imageUrl: string | null };

async function inShops(db: Db, category: CategoryRow, also?: SQL): Promise<Offered[]> {
  const tag = category.shopify_product_tag?.toLowerCase();
  const rows = await db
    .select({ product: shopProducts })
    .from(shopProducts)
    .innerJoin(integrations, eq(integrations.id, shopProducts.integration_id))
    .where(
      and(
        eq(integrations.group_id, category.group_id),
        also,
        // A shop takes its tags for the same in whatever case.
        tag === undefined
          ? undefined
          : sql`exists (select 1 from jsonb_array_elements_text(${shopProducts.tags}) as tag
                 where lower(tag) = ${tag})`,
      ),
    )
    .orderBy(desc(shopProducts.units_sold), asc(shopProducts.product_id))
    .limit(bestSellers);
  return rows.map(({ product }) => ({
    name: product.title,
    description: null,
    price: product.price,
    priceBefore:
      product.compare_at_price !== null && product.compare_at_price > product.price
        ? product.compare_at_price
        : null,
    url: product.product_url,
    imageUrl: product.image_url,
  }));
}

async function inCatalog(db: Db): Promise<Offered[]> {
  const rows = await db
    .select()
    .from(products)
    .where(eq(products.is_active, true))
    .orderBy(asc(products.id));
  return rows.map((product) => ({
    name: product.name,
    description: product.description,
    price: null,
    priceBefore: null,
    url: product.call_to_action_url,
    imageUrl: product.product_image_url,
  }));
}

/** The list goes round; where it has become shorter since, it goes on from what is left. */
function draw<One>(list: readonly One[], category: CategoryRow, counter: Counter) {
  const now = category[counter];
  const place = now % Math.max(1, list.length);
  const one = list[place];
  return one && { one, turn: { counter, now, next: (place + 1) % list.length } };
}
