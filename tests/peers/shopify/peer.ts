import { execute } from "graphql";
import {
  NotInTheDocuments,
  type Peer,
  type Received,
  type Reply,
  refuseOtherHeaders,
  startPeer,
} from "../support/peer.ts";
import { adminSchema, checked } from "./schema.ts";

export const host = "zima.myshopify.com";
/** The keys of an app that was made in the shop's admin. */
export const adminKeys = {
  api_key: "canary-api-key",
  password: "shpat_canary0123456789",
  webhook_secret: "canary-webhook-secret",
};
/** The keys of an app of the Dev Dashboard. */
export const appKeys = {
  api_key: "0123456789abcdef0123456789abcdef",
  password: "shpss_canary0123456789",
  webhook_secret: "shpss_canary0123456789",
};

export type Variant = {
  readonly id: string;
  title: string;
  price: string;
  compareAt: string | null;
};
export type Product = {
  readonly id: string;
  title: string;
  tags: string[];
  isActive: boolean;
  isOnline: boolean;
  imageUrl: string | null;
  /** The apps of the other sales channels that it is on. */
  readonly channels: string[];
  variants: Variant[];
};
export type Order = {
  readonly id: string;
  cancelledAt: string | null;
  test: boolean;
  lines: { readonly quantity: number; readonly product: string | null }[];
};
export type Collection = {
  readonly id: string;
  readonly title: string;
  readonly tag: string | null;
  readonly publications: string[];
  /** The ids of the products in a collection without a tag. */
  readonly members?: Set<string>;
  /** Its metafields, as `namespace.key`. */
  metafields?: string[];
};

const allScopes = [...["write_products", "read_orders", "read_publications", "write_publications"]];

const onlineStore = {
  id: "gid://shopify/Publication/1",
  name: "Online Store",
  app: "online_store",
};
const pointOfSale = { id: "gid://shopify/Publication/2", name: "Point of Sale", app: "pos" };

/** The state of a shop, and the calls that it got. */
export function createState() {
  return {
    currency: "RSD",
    version: "2026-10",
    scopes: allScopes,
    products: new Map<string, Product>(),
    orders: [] as Order[],
    collections: [] as Collection[],
    publications: [pointOfSale, onlineStore],
    /** The most points, those that are left, and how many come back in a second. */
    points: { most: 20_000, left: 20_000, rate: 1000, at: 0 },
    /** A document that asks for more than this at once is refused. */
    mostAtOnce: 1000,
    /** Tokens that were traded for client credentials. */
    issued: [] as string[],
    /** Every price and tag that was written, in order. */
    writes: [] as string[],
    /** Errors that the next operation of this name is answered with, instead of being carried out. */
    failing: new Map<string, { readonly code: string; readonly message: string }[]>(),
    /** Operations that are carried out once without an answer, by name. */
    lost: new Set<string>(),
  };
}

export type State = ReturnType<typeof createState>;

export const addProduct = (
  { products }: State,
  id: string,
  tags: readonly string[],
  prices: readonly (string | readonly [price: string, compareAt: string])[] = ["1990.00"],
): Product => {
  const product: Product = {
    ...{ id, title: `Majica ${id}`, tags: [...tags], isActive: true, isOnline: true },
    channels: [],
    imageUrl: `https://cdn.shopify.com/${id}.jpg`,
    variants: prices.map((given, n) => {
      const [price, compareAt] = typeof given === "string" ? [given, null] : given;
      return { id: `${id}${n + 1}`, title: ["S", "M", "L"][n] ?? `V${n}`, price, compareAt };
    }),
  };
  products.set(id, product);
  return product;
};

/** The prices of all variants, by variant id: `1592.00 (1990.00)`. */
export const pricesOf = ({ products }: State) =>
  new Map(
    [...products.values()].flatMap(({ variants }) =>
      variants.map(({ id, price, compareAt }) => [
        id,
        compareAt === null ? price : `${price} (${compareAt})`,
      ]),
    ),
  );

/**
 * A shop at Shopify: it carries out what Shopify's own schema allows, and nothing else. What is in the
 * schema is Shopify's; how products, points and orders behave is from its documents.
 */
export async function startShopify(
  clock: { readonly now: () => Date },
  state: State = createState(),
): Promise<{ readonly peer: Peer; readonly state: State }> {
  state.points.at = clock.now().getTime();
  const peer = await startPeer((request) => answer(request, state, clock));
  return { peer, state };
}

const graphqlPath = "/admin/api/2026-10/graphql.json";
export const graphqlCall = `POST ${graphqlPath}`;
export const tokenCall = "POST /admin/oauth/access_token";

async function answer(
  request: Received,
  state: State,
  clock: { readonly now: () => Date },
): Promise<Reply> {
  if (request.path === "/admin/oauth/access_token") return trade(request, state);
  if (request.path !== graphqlPath || request.method !== "POST") {
    throw new NotInTheDocuments(request.path);
  }
  refuseOtherHeaders(request, ["x-shopify-access-token"]);
  const token = request.headers["x-shopify-access-token"] ?? "";
  if (token !== adminKeys.password && !state.issued.includes(token)) {
    const errors = "[API] Invalid API key or access token (unrecognized login or wrong password)";
    return { status: 401, json: { errors } };
  }
  const { query, variables } = request.json() as {
    readonly query: string;
    readonly variables: Record<string, unknown>;
  };
  const { document, errors } = checked(query);
  if (errors.length > 0) throw new NotInTheDocuments(errors.join(" "));
  const [, name = ""] = /^(?:query|mutation) (\w+)/.exec(query) ?? [];
  const cost = costOf(name, variables);
  const headers = { "x-shopify-api-version": state.version };
  const failure = state.failing.get(name)?.shift();
  if (failure) {
    const error = { message: failure.message, extensions: { code: failure.code } };
    return { status: 200, headers, json: { errors: [error], data: null } };
  }
  if (cost > state.mostAtOnce) {
    const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${state.mostAtOnce}).`;
    return {
      ...{ status: 200, headers },
      json: { errors: [{ message, extensions: { code: "MAX_COST_EXCEEDED", cost } }] },
    };
  }
  const points = restoredPoints(state, clock);
  const extensions = () => ({
    cost: {
      ...{ requestedQueryCost: cost, actualQueryCost: cost },
      throttleStatus: {
        maximumAvailable: points.most,
        currentlyAvailable: points.left,
        restoreRate: points.rate,
      },
    },
  });
  if (points.left < cost) {
    const error = { message: "Throttled", extensions: { code: "THROTTLED" } };
    return { status: 200, headers, json: { errors: [error], extensions: extensions() } };
  }
  points.left -= cost;
  const problems: unknown[] = [];
  const result = await execute({
    schema: adminSchema(),
    document,
    rootValue: rootOf(state, problems),
    variableValues: variables,
  });
  if (problems.length > 0) throw problems[0];
  if (state.lost.delete(name)) return { status: 502, text: "" };
  const denied = result.errors?.every(({ extensions: { code } }) => code === "ACCESS_DENIED");
  if (result.errors && !denied) throw new NotInTheDocuments(result.errors.join(" "));
  return { status: 200, headers, json: { ...result, extensions: extensions() } };
}

function trade(request: Received, state: State): Reply {
  refuseOtherHeaders(request, []);
  const form = new URLSearchParams(request.body.toString());
  const isRight =
    form.get("grant_type") === "client_credentials" &&
    form.get("client_id") === appKeys.api_key &&
    form.get("client_secret") === appKeys.password;
  if (!isRight) {
    const error_description = `The client ${form.get("client_id")} is not known`;
    return { status: 400, json: { error: "invalid_client", error_description } };
  }
  const access_token = `shpat_canary-issued-${state.issued.length + 1}`;
  state.issued.push(access_token);
  return { status: 200, json: { access_token, scope: "", expires_in: 86_399 } };
}

function restoredPoints({ points }: State, clock: { readonly now: () => Date }) {
  const now = clock.now().getTime();
  const restored = ((now - points.at) / 1000) * points.rate;
  points.left = Math.min(points.most, points.left + Math.max(0, restored));
  points.at = now;
  return points;
}

function costOf(name: string, variables: Record<string, unknown>): number {
  const first = Number(variables.first ?? 1);
  const count = Array.isArray(variables.ids) ? variables.ids.length : first;
  if (name === "Publications") return 2;
  if (variables.variants !== undefined && !Array.isArray(variables.variants)) {
    return 2 + count * (1 + Math.ceil(Number(variables.variants) / 2));
  }
  if (name === "Orders") return 2 + first * 4;
  return /^(Set|Add|Remove|Create|Change|Publish)/.test(name) ? 10 : 2;
}

const userError = (message: string, code?: string) => ({
  userErrors: [{ message, field: null, ...(code && { code }) }],
});
const done = { userErrors: [] };

/** Functions of the root fields, which the executor calls with the field's arguments. */
function rootOf(state: State, problems: unknown[]) {
  const strict =
    <Args, Result>(resolve: (args: Args) => Result) =>
    (args: Args) => {
      try {
        return resolve(args);
      } catch (error) {
        if (error instanceof NotInTheDocuments) problems.push(error);
        throw error;
      }
    };
  const { products } = state;
  return {
    shop: { name: "Zima", myshopifyDomain: host, currencyCode: state.currency },
    currentAppInstallation: {
      accessScopes: state.scopes.map((handle) => ({ handle, description: handle })),
    },
    product: ({ id }: { id: string }) => productNode(state, products.get(digits(id))),
    nodes: ({ ids }: { ids: string[] }) =>
      ids.map((id) => productNode(state, products.get(digits(id)))),
    products: strict(({ query, ...page }: Page & { query: string }) =>
      connection(
        search(state, query).map((product) => productNode(state, product)),
        page,
      ),
    ),
    productsCount: strict(({ query }: { query: string }) => ({
      count: search(state, query).length,
    })),
    orders: strict(({ query, ...page }: Page & { query: string }) => {
      if (!state.scopes.includes("read_orders")) throw denied("orders");
      if (!/^created_at:>=\d{4}-\d\d-\d\d financial_status:paid$/.test(query)) {
        throw new NotInTheDocuments(query);
      }
      return connection(
        state.orders.map((order) => orderNode(state, order)),
        page,
      );
    }),
    order: ({ id }: { id: string }) => {
      const order = state.orders.find((one) => `gid://shopify/Order/${one.id}` === id);
      return order ? orderNode(state, order) : null;
    },
    collections: strict((page: Page) => connection(state.collections.map(collectionNode), page)),
    publications: strict((page: Page) => {
      if (!mayRead(state)) throw denied("publications");
      return connection(
        state.publications.map(({ id, name, app }) => ({
          id,
          channels: (inner: Page) =>
            connection([{ id: `${id}/c`, name, app: { handle: app } }], inner),
        })),
        page,
      );
    }),
    collectionCreate: strict(({ collection }: { collection: NewCollection }) => {
      const [{ source } = { source: undefined }] = collection.sources;
      const [tag, ...others] = source?.inclusion.conditions[0]?.productTag.values ?? [];
      if (tag === undefined || others.length > 0) throw new NotInTheDocuments("sources");
      const id = `gid://shopify/Collection/${state.collections.length + 1}`;
      const metafields = collection.metafields.map(({ namespace, key }) => `${namespace}.${key}`);
      state.collections.push({ id, title: collection.title, tag, publications: [], metafields });
      return { ...done, collection: { id } };
    }),
    publishablePublish: ({ id, input }: { id: string; input: { publicationId: string }[] }) => {
      if (!state.scopes.includes("write_publications")) throw denied("publishablePublish");
      const collection = state.collections.find((one) => one.id === id);
      if (!collection) return userError("Publishable does not exist");
      for (const { publicationId } of input) {
        if (!collection.publications.includes(publicationId)) {
          collection.publications.push(publicationId);
        }
      }
      return done;
    },
    metafieldsDelete: ({ metafields }: { metafields: Metafield[] }) => {
      for (const { ownerId, namespace, key } of metafields) {
        const collection = state.collections.find(({ id }) => id === ownerId);
        const left = collection?.metafields?.filter((name) => name !== `${namespace}.${key}`);
        if (collection) collection.metafields = left?.length ? left : undefined;
      }
      return done;
    },
    productUpdate: strict(({ product: { id, collectionsToJoin, collectionsToLeave } }: Update) => {
      if (!products.has(digits(id))) return userError("Product does not exist");
      const find = (wanted: string) => state.collections.find((one) => one.id === wanted);
      const all = [...collectionsToJoin, ...collectionsToLeave].map(find);
      if (all.some((one) => !one?.members)) return userError("Collection is not custom");
      for (const one of collectionsToJoin) {
        state.writes.push(`${digits(id)} joins ${find(one)?.title}`);
        find(one)?.members?.add(digits(id));
      }
      for (const one of collectionsToLeave) {
        state.writes.push(`${digits(id)} leaves ${find(one)?.title}`);
        find(one)?.members?.delete(digits(id));
      }
      return done;
    }),
    tagsAdd: ({ id, tags }: { id: string; tags: string[] }) => {
      const product = products.get(digits(id));
      if (!product) return userError("Product does not exist");
      for (const tag of tags) {
        state.writes.push(`${product.id} + ${tag}`);
        if (!hasTag(product, tag)) product.tags.push(tag);
      }
      return done;
    },
    tagsRemove: ({ id, tags }: { id: string; tags: string[] }) => {
      const product = products.get(digits(id));
      if (!product) return userError("Product does not exist");
      for (const tag of tags) state.writes.push(`${product.id} - ${tag}`);
      product.tags = product.tags.filter((one) => !tags.some((tag) => isSame(one, tag)));
      return done;
    },
    productVariantsBulkUpdate: strict((args: PriceUpdate) => setPrices(state, args)),
  };
}

type Metafield = { readonly ownerId: string; readonly namespace: string; readonly key: string };

type Update = {
  readonly product: {
    readonly id: string;
    readonly collectionsToJoin: string[];
    readonly collectionsToLeave: string[];
  };
};

type NewCollection = {
  readonly title: string;
  readonly metafields: readonly Omit<Metafield, "ownerId">[];
  readonly sources: readonly {
    readonly source: {
      readonly inclusion: {
        readonly conditions: readonly { readonly productTag: { readonly values: string[] } }[];
      };
    };
  }[];
};

type PriceUpdate = {
  readonly productId: string;
  readonly variants: readonly { id: string; price: string; compareAtPrice: string | null }[];
};

/** All of them or none, as `allowPartialUpdates: false` says. */
function setPrices(state: State, { productId, variants }: PriceUpdate) {
  const product = state.products.get(digits(productId));
  if (!product) return userError("Product does not exist", "PRODUCT_DOES_NOT_EXIST");
  if (variants.length > 250) throw new NotInTheDocuments("more than 250 variants");
  const found = variants.map(({ id, price, compareAtPrice }) => {
    for (const text of [price, compareAtPrice ?? "1.00"]) {
      if (!/^\d+\.\d\d$/.test(text)) throw new NotInTheDocuments(`a price of ${text}`);
    }
    if (compareAtPrice === "0.00") throw new NotInTheDocuments("a crossed-out price of 0.00");
    return {
      price,
      compareAtPrice,
      variant: product.variants.find((one) => one.id === digits(id)),
    };
  });
  if (found.some(({ variant }) => !variant)) {
    return userError("Product variant does not exist", "PRODUCT_VARIANT_DOES_NOT_EXIST");
  }
  for (const { variant, price, compareAtPrice } of found) {
    if (!variant) continue;
    variant.price = price;
    variant.compareAt = compareAtPrice;
    state.writes.push(`${variant.id} = ${price}${compareAtPrice ? ` (${compareAtPrice})` : ""}`);
  }
  return done;
}

/** Writing includes reading. */
const mayRead = ({ scopes }: State) =>
  scopes.some((scope) => scope === "read_publications" || scope === "write_publications");

const denied = (field: string) =>
  Object.assign(new Error(`Access denied for ${field} field.`), {
    extensions: { code: "ACCESS_DENIED" },
  });

const digits = (gid: string) => gid.replace(/^.*\//, "");
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const hasTag = ({ tags }: Product, tag: string) => tags.some((one) => isSame(one, tag));

/** `status:active`, or tags joined by OR. */
function search({ products }: State, query: string): Product[] {
  const all = [...products.values()].sort((one, other) => Number(one.id) - Number(other.id));
  if (query === "status:active") return all.filter(({ isActive }) => isActive);
  const terms = query.split(" OR ").map((term) => /^tag:'((?:[^'\\]|\\.)*)'$/.exec(term)?.[1]);
  return all.filter((product) =>
    terms.some((tag) => {
      if (tag === undefined) throw new NotInTheDocuments(query);
      return hasTag(product, tag.replace(/\\(.)/g, "$1"));
    }),
  );
}

type Page = { readonly first?: number; readonly after?: string | null };

/** A page of a connection; a cursor is the number of nodes before it. */
function connection<Node>(nodes: readonly Node[], { first, after }: Page) {
  if (first === undefined || first < 1 || first > 250)
    throw new NotInTheDocuments(`first: ${first}`);
  const start = Number(after ?? 0);
  const end = Math.min(nodes.length, start + first);
  const pageInfo = {
    ...{ hasNextPage: end < nodes.length, hasPreviousPage: start > 0, startCursor: String(start) },
    endCursor: nodes.length === 0 ? null : String(end),
  };
  return { nodes: nodes.slice(start, end), pageInfo };
}

const collectionNode = ({ id, title, tag, metafields = [] }: Collection) => ({
  ...{ __typename: "Collection", id, title },
  ruleSet: tag && {
    rules: [{ column: "TAG", relation: "EQUALS", condition: tag }],
    appliedDisjunctively: false,
  },
  sources: tag ? [{ __typename: "CollectionConditionsSource", id: `${id}/source` }] : [],
  metafield: ({ namespace, key }: Omit<Metafield, "ownerId">) =>
    metafields.includes(`${namespace}.${key}`) ? { value: "true" } : null,
});

function productNode(state: State, product: Product | undefined) {
  if (!product) return null;
  const { id, title, tags, isActive, isOnline, imageUrl, channels, variants } = product;
  return {
    ...{ __typename: "Product", id: `gid://shopify/Product/${id}`, legacyResourceId: id, title },
    status: isActive ? "ACTIVE" : "ARCHIVED",
    tags: [...tags],
    onlineStoreUrl: isOnline ? `https://zima.rs/products/${id}` : null,
    description: `Opis majice ${id}.`,
    resourcePublicationsV2: (page: Page) => {
      if (!mayRead(state)) throw denied("resourcePublicationsV2");
      const published = state.publications.filter(({ app }) =>
        app === "online_store" ? isOnline : channels.includes(app),
      );
      return connection(
        published.map((one) => ({ isPublished: true, publication: { id: one.id } })),
        page,
      );
    },
    collections: (page: Page) =>
      connection(
        state.collections
          .filter((one) => one.members?.has(id) || (one.tag && hasTag(product, one.tag)))
          .map(collectionNode),
        page,
      ),
    featuredMedia: imageUrl && { __typename: "MediaImage", preview: { image: { url: imageUrl } } },
    variants: (page: Page) =>
      connection(
        variants.map((variant) => ({
          ...{ id: `gid://shopify/ProductVariant/${variant.id}`, legacyResourceId: variant.id },
          ...{ title: variant.title, price: variant.price, compareAtPrice: variant.compareAt },
        })),
        page,
      ),
  };
}

const orderNode = (state: State, { id, cancelledAt, test, lines }: Order) => ({
  ...{ id: `gid://shopify/Order/${id}`, cancelledAt, test },
  lineItems: (page: Page) =>
    connection(
      lines.map(({ quantity, product }) => ({
        currentQuantity: quantity,
        product: product === null ? null : productNode(state, state.products.get(product)),
      })),
      page,
    ),
});
