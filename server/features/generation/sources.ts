import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { isSalesType } from "@/entities/category/contract";
import { isSameText } from "../../db/letters.ts";
import {
  categories,
  integrations,
  memeTemplates,
  products,
  queueItems,
  shopProducts,
} from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import type { Counter, Source } from "../../kernel/generation-work.ts";
import type { Product } from "../../ports/text-model.ts";
import type { CategoryRow } from "../categories/index.ts";

/** The number of products that a sales category rotates through. */
const bestSellerCount = 10;
/** The number of recent posts that a text model gets. */
const recentPostCount = 30;

/**
 * Returns the next source in rotation: an active meme template for a meme with an image, a product
 * for a sales category. It does not advance the counter; `advanceRotation` does.
 */
export async function nextSource(
  db: Db,
  category: CategoryRow,
  { withImage }: { readonly withImage: boolean },
): Promise<Source> {
  if (category.category_type === "memes") return withImage ? nextTemplate(db, category) : {};
  return isSalesType(category.category_type) ? nextProduct(db, category) : {};
}

/** Advances the rotation counter, unless another job has advanced it meanwhile. */
export async function advanceRotation({ db }: Context, categoryId: number, { turn }: Source) {
  if (!turn) return;
  await db
    .update(categories)
    .set({ [turn.counter]: turn.next })
    .where(and(eq(categories.id, categoryId), eq(categories[turn.counter], turn.now)));
}

/** Returns the texts of the category's last approved posts, newest first. */
export async function recentPosts(db: Db, categoryId: number): Promise<string[]> {
  const rows = await db
    .select({ text: queueItems.text_content })
    .from(queueItems)
    .where(and(eq(queueItems.category_id, categoryId), eq(queueItems.status, "approved")))
    .orderBy(desc(queueItems.updated_at), desc(queueItems.id))
    .limit(recentPostCount);
  return rows.map(({ text }) => text);
}

async function nextTemplate(db: Db, category: CategoryRow): Promise<Source> {
  const templates = await db
    .select()
    .from(memeTemplates)
    .where(eq(memeTemplates.is_active, true))
    .orderBy(asc(memeTemplates.id));
  const next = pickNext(templates, category, "last_meme_template_index");
  if (!next) return {};
  const { name, template_image_url, usage_explanation, humor_explanation } = next.item;
  return {
    template: { name, usage: usage_explanation, humor: humor_explanation },
    imageUrl: template_image_url,
    turn: next.turn,
  };
}

/**
 * Returns the next of the best sellers of the group's shops, on the category's sales channel with
 * its tag; for a weekly sale, of those on sale if there are any. Takes the catalog if no shop has
 * such a product.
 */
async function nextProduct(db: Db, category: CategoryRow): Promise<Source> {
  const reduced = gt(shopProducts.compare_at_price, shopProducts.price);
  const onSale =
    category.category_type === "weekly_sale" ? await inShops(db, category, reduced) : [];
  const selling = onSale.length > 0 ? onSale : await inShops(db, category);
  const offered = selling.length > 0 ? selling : await inCatalog(db);
  const next = pickNext(offered, category, "last_product_index");
  if (!next) return {};
  const { imageUrl, ...product } = next.item;
  return { product, ...(imageUrl && { imageUrl }), turn: next.turn };
}

type Offered = Product & { readonly imageUrl: string | null };

async function inShops(db: Db, category: CategoryRow, also?: SQL): Promise<Offered[]> {
  const { shopify_product_tag: tag, shopify_sales_channel: channel } = category;
  const rows = await db
    .select({ product: shopProducts })
    .from(shopProducts)
    .innerJoin(integrations, eq(integrations.id, shopProducts.integration_id))
    .where(
      and(
        eq(integrations.group_id, category.group_id),
        also,
        // Shopify's tags are case-insensitive.
        tag === null
          ? undefined
          : sql`exists (select 1 from jsonb_array_elements_text(${shopProducts.tags}) as tag
                 where ${isSameText(sql`tag`, tag)})`,
        channel === null
          ? undefined
          : sql`(${shopProducts.sales_channels} is null or exists (
                 select 1 from jsonb_array_elements_text(${shopProducts.sales_channels}) as channel
                 where ${isSameText(sql`channel`, channel)}))`,
      ),
    )
    .orderBy(desc(shopProducts.units_sold), asc(shopProducts.product_id))
    .limit(bestSellerCount);
  return rows.map(({ product }) => ({
    name: product.title,
    description: product.description,
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

/** Picks round robin. The modulo keeps a counter valid after the list has become shorter. */
function pickNext<Item>(list: readonly Item[], category: CategoryRow, counter: Counter) {
  const now = category[counter];
  const index = now % Math.max(1, list.length);
  const item = list[index];
  return item && { item, turn: { counter, now, next: (index + 1) % list.length } };
}
