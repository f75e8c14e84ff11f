import { asc, count } from "drizzle-orm";
import { Hono } from "hono";
import { html } from "hono/html";
import { sandboxProducts } from "../../../db/schema.ts";
import type { Db } from "../../../kernel/context.ts";
import { counted } from "../../../kernel/sentences.ts";
import { hasTag, type Row, rowsOf, shopUrl } from "../shop.ts";
import { addStylesheet, page, pageHeaders } from "./page.ts";

const layout = { standsFor: "the shop", stylesheet: "/sandbox/shop.css" };

/** Only images of this server are needed. */
const headers = {
  ...pageHeaders,
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/**
 * Returns the sandbox's shops as customers see them: the list at `/sandbox/shop`, and each at
 * `/sandbox/shop/{store}` with the collection of a tag, which is `?tag=` or `sale`.
 */
export function createShopPages(db: Db): Hono {
  const pages = new Hono();

  pages.get("/sandbox/shop", async (call) =>
    call.html(shopsPage(await readShops(db)), 200, headers),
  );

  addStylesheet(pages, layout.stylesheet, stylesheet);

  pages.get("/sandbox/shop/:store", async (call) => {
    const store = call.req.param("store").toLowerCase();
    // A null character is an error for PostgreSQL, and no shop has one in its name.
    const products = store.includes("\0") ? [] : await rowsOf(db, store);
    if (products.length === 0) return call.html(missingPage(), 404, headers);
    return call.html(shopPage(store, products, call.req.query("tag") || "sale"), 200, headers);
  });
  return pages;
}

const readShops = (db: Db) =>
  db
    .select({ store: sandboxProducts.store, products: count() })
    .from(sandboxProducts)
    .groupBy(sandboxProducts.store)
    .orderBy(asc(sandboxProducts.store));

const shopsPage = (shops: Awaited<ReturnType<typeof readShops>>) =>
  page(
    "Shops",
    html`<h1 lang="en">Shops</h1>
      ${
        shops.length === 0
          ? html`<p lang="en">No shop has opened yet: one opens when its products are read for the first time.</p>`
          : html`<ul class="shops">
              ${shops.map(
                ({ store, products }) =>
                  html`<li><a href="${shopUrl(store)}">${store}</a> <span lang="en">${products} products</span></li>`,
              )}
            </ul>`
      }`,
    layout,
  );

function shopPage(store: string, products: readonly Row[], tag: string) {
  const members = products.filter(({ collections }) => hasTag(collections, tag));
  // Shopify also makes collections of tags; a custom collection of the same name comes first.
  const collection =
    members.length > 0 ? members : products.filter(({ tags }) => hasTag(tags, tag));
  return page(
    `${store} · Shop`,
    html`<p lang="en"><a href="/sandbox/shop">All shops</a></p>
      <h1>${store}</h1>
      <section>
        <h2 lang="en">Collection of the tag “${tag}” (${collection.length})</h2>
        ${
          collection.length === 0
            ? html`<p lang="en">No product has this tag.</p>`
            : html`<ul class="products">${collection.map((product) => card(product))}</ul>`
        }
      </section>
      <section>
        <h2 lang="en">All products (${products.length})</h2>
        <ul class="products">${products.map((product) => card(product, product.product_id))}</ul>
      </section>`,
    layout,
  );
}

/** Returns the card of a product; `id` is the target of its URL fragment. */
const card = (row: Row, id?: string) => html`<li${id ? html` id="${id}"` : ""}>
  <img src="${row.image_url}" alt="" loading="lazy" />
  <h3>${row.title}</h3>
  <p class="price">
    ${row.compare_at_price === null ? "" : html`<s>${dinars(row.compare_at_price)}</s>`}
    <strong>${dinars(row.price)}</strong>
  </p>
  <p class="tags">${row.tags.map((tag) => html`<a href="?tag=${encodeURIComponent(tag)}">${tag}</a> `)}</p>
  <p class="sold" lang="en">${row.units_sold} sold · ${counted(row.changes, "change")}</p>
</li>`;

/** Returns `1.290 RSD`, in Serbian format. */
const dinars = (price: number) =>
  `${price.toLocaleString("sr-Latn-RS", { maximumFractionDigits: 2 })} RSD`;

const missingPage = () =>
  page(
    "Not found",
    html`<h1 lang="en">There is no such shop.</h1>
      <p lang="en">A shop opens when its products are read for the first time. <a href="/sandbox/shop">All shops</a></p>`,
    layout,
  );

const stylesheet = `
main { max-width: 68rem; }
a { color: #9db8ff; }
main > h1 { font-size: 1.375rem; }
main p, .shops span { color: #a4abba; font-size: .875rem; }
.shops { padding: 0; list-style: none; }
.shops li { margin: .5rem 0; padding: .875rem 1.25rem; background: #181b22; border: 1px solid #2a2f3a; border-radius: 12px; overflow-wrap: anywhere; }
.products { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1rem; margin: 1rem 0 2rem; padding: 0; list-style: none; }
.products li { padding: .75rem; background: #181b22; border: 1px solid #2a2f3a; border-radius: 12px; }
.products li:target { border-color: #9db8ff; }
.products img { aspect-ratio: 1; border-radius: 8px; }
.products h3 { margin: .625rem 0 .25rem; font-size: .9375rem; overflow-wrap: anywhere; }
.products p { margin: 0; }
.products .price { color: #e8eaf0; }
.price s { margin-right: .375rem; color: #a4abba; }
.tags { display: flex; flex-wrap: wrap; gap: .25rem .5rem; min-height: 1.5rem; }
.products .sold { font-size: .75rem; }
`;
