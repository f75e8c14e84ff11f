import * as z from "zod";

/** A GraphQL document of the Admin API, and what is read of its answer. */
export type ShopDocument<Data> = {
  /** The operation's name, for messages. */
  readonly name: string;
  readonly text: string;
  readonly data: z.ZodType<Data>;
};

/** `Money` is a decimal string, in the shop's currency. */
const money = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/)
  .transform(Number);
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const pageOf = <Node extends z.ZodType>(node: Node) => z.object({ nodes: z.array(node), pageInfo });
/** Shopify sends it as a number or as text. */
const digits = z.union([z.string().regex(/^\d+$/), z.int().transform(String)]);
const userErrors = z.array(z.object({ message: z.string() }));

/** Null if the mutation was not carried out. */
export type MutationResult = z.output<typeof mutationResult>;
const mutationResult = z.object({ userErrors }).nullable();
const resultOf = (mutation: string) =>
  z.object({ [mutation]: mutationResult }).transform((data) => data[mutation] ?? null);

const variant = z
  .object({
    legacyResourceId: digits,
    title: z.string(),
    price: money,
    compareAtPrice: money.nullable(),
  })
  .transform(({ legacyResourceId: id, ...rest }) => ({ id, ...rest }));

const product = z.object({
  id: z.string(),
  legacyResourceId: digits,
  title: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  onlineStoreUrl: z.string().nullable(),
  description: z.string().optional(),
  resourcePublicationsV2: z
    .object({ nodes: z.array(z.object({ publication: z.object({ id: z.string() }) })) })
    .optional(),
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })
    .nullable(),
  collections: z
    .object({
      nodes: z.array(
        z.object({
          title: z.string(),
          ruleSet: z.object({ appliedDisjunctively: z.boolean() }).nullable(),
          sources: z.array(z.object({ id: z.string() })),
        }),
      ),
    })
    .optional(),
  variants: pageOf(variant),
});
export type Product = z.output<typeof product>;

const variantFields =
  "nodes { legacyResourceId title price compareAtPrice } pageInfo { hasNextPage endCursor }";
const productFields = `id legacyResourceId title status tags onlineStoreUrl
  featuredMedia { preview { image { url } } }
  variants(first: $variants) { ${variantFields} }`;

const shop = z.object({ currencyCode: z.string() });

export const shopDocument: ShopDocument<{
  shop: { name: string; myshopifyDomain: string; currencyCode: string };
  currentAppInstallation: { accessScopes: { handle: string }[] };
}> = {
  name: "Shop",
  text: `query Shop { shop { name myshopifyDomain currencyCode }
    currentAppInstallation { accessScopes { handle } } }`,
  data: z.object({
    shop: z.object({ name: z.string(), myshopifyDomain: z.string(), currencyCode: z.string() }),
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  }),
};

/** Products by `sortKey: ID`, so that their order is the same every time. */
export const productsDocument = {
  name: "Products",
  text: `query Products($first: Int!, $variants: Int!, $after: String, $query: String) {
    shop { currencyCode }
    products(first: $first, after: $after, sortKey: ID, query: $query) {
      nodes { ${productFields} } pageInfo { hasNextPage endCursor } } }`,
  data: z.object({ shop, products: pageOf(product) }),
};

/**
 * All products that customers see, with what only a sync needs. Publications take the scope
 * read_publications.
 */
export const activeProductsDocument = {
  name: "ActiveProducts",
  text: `query ActiveProducts($first: Int!, $variants: Int!, $after: String, $withPublications: Boolean!) {
    shop { currencyCode }
    products(first: $first, after: $after, sortKey: ID, query: "status:active") {
      nodes { ${productFields} description(truncateAt: 500)
        resourcePublicationsV2(first: 25) @include(if: $withPublications) {
          nodes { publication { id } } } }
      pageInfo { hasNextPage endCursor } } }`,
  data: z.object({ shop, products: pageOf(product) }),
};

export const countDocument = {
  name: "CountProducts",
  text: `query CountProducts { productsCount(query: "status:active", limit: null) { count } }`,
  data: z.object({ productsCount: z.object({ count: z.int() }).nullable() }),
};

/** Null for a product that was deleted. */
export const productsByIdDocument = {
  name: "ProductsById",
  text: `query ProductsById($ids: [ID!]!, $variants: Int!, $withCollections: Boolean!) {
    shop { currencyCode }
    nodes(ids: $ids) { ... on Product { ${productFields}
      collections(first: 100) @include(if: $withCollections) {
        nodes { title ruleSet { appliedDisjunctively } sources { id } } } } } }`,
  data: z.object({ shop, nodes: z.array(product.nullable()) }),
};

export const variantsDocument = {
  name: "Variants",
  text: `query Variants($id: ID!, $after: String) {
    product(id: $id) { variants(first: 100, after: $after) { ${variantFields} } } }`,
  data: z.object({ product: z.object({ variants: pageOf(variant) }).nullable() }),
};

export const setPricesDocument = {
  name: "SetPrices",
  text: `mutation SetPrices($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: false) {
      userErrors { message } } }`,
  data: resultOf("productVariantsBulkUpdate"),
};

export const addTagsDocument = {
  name: "AddTags",
  text: `mutation AddTags($id: ID!, $tags: [String!]!) {
    tagsAdd(id: $id, tags: $tags) { userErrors { message } } }`,
  data: resultOf("tagsAdd"),
};

export const removeTagsDocument = {
  name: "RemoveTags",
  text: `mutation RemoveTags($id: ID!, $tags: [String!]!) {
    tagsRemove(id: $id, tags: $tags) { userErrors { message } } }`,
  data: resultOf("tagsRemove"),
};

const line = z.object({
  currentQuantity: z.number(),
  product: z.object({ legacyResourceId: digits }).nullable(),
});
const lineFields =
  "nodes { currentQuantity product { legacyResourceId } } pageInfo { hasNextPage endCursor }";

/** No field of a customer is asked for. */
export const ordersDocument = {
  name: "Orders",
  text: `query Orders($first: Int!, $after: String, $query: String!) {
    orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT) {
      nodes { id cancelledAt test lineItems(first: 15) { ${lineFields} } }
      pageInfo { hasNextPage endCursor } } }`,
  data: z.object({
    orders: pageOf(
      z.object({
        id: z.string(),
        cancelledAt: z.string().nullable(),
        test: z.boolean(),
        lineItems: pageOf(line),
      }),
    ),
  }),
};

export const linesDocument = {
  name: "OrderLines",
  text: `query OrderLines($id: ID!, $after: String) {
    order(id: $id) { lineItems(first: 100, after: $after) { ${lineFields} } } }`,
  data: z.object({ order: z.object({ lineItems: pageOf(line) }).nullable() }),
};

const collection = z.object({
  id: z.string(),
  title: z.string(),
  ruleSet: z
    .object({
      rules: z.array(z.object({ column: z.string(), relation: z.string(), condition: z.string() })),
    })
    .nullable(),
  sources: z.array(z.object({ id: z.string() })),
  metafield: z.object({ value: z.string() }).nullable(),
});
export type Collection = z.output<typeof collection>;

/** At a collection that this app has made and not published yet. */
const unpublishedMark = { namespace: "publishing_console", key: "unpublished" } as const;

/** `ruleSet` is deprecated, but `sources` does not tell the conditions of all collections. */
export const collectionsDocument = {
  name: "Collections",
  text: `query Collections($after: String) { collections(first: 50, after: $after) {
    nodes { id title ruleSet { rules { column relation condition } } sources { id }
      metafield(namespace: "${unpublishedMark.namespace}", key: "${unpublishedMark.key}") { value } }
    pageInfo { hasNextPage endCursor } } }`,
  data: z.object({ collections: pageOf(collection) }),
};

/** A collection whose members are the products with a tag, with the mark that it is not published yet. */
export const createCollectionDocument = {
  name: "CreateCollection",
  text: `mutation CreateCollection($title: String!, $tag: String!) {
    collectionCreate(collection: { title: $title,
      metafields: [{ namespace: "${unpublishedMark.namespace}", key: "${unpublishedMark.key}",
        type: "boolean", value: "true" }],
      sources: [{ source: { title: $title, inclusion: {
        conditions: [{ productTag: { matchType: ANY, relation: TAGGED_WITH, values: [$tag] } }] } } }] }) {
      collection { id } userErrors { message } } }`,
  data: z.object({
    collectionCreate: z
      .object({ collection: z.object({ id: z.string() }).nullable(), userErrors })
      .nullable(),
  }),
};

export const removeMarkDocument = {
  name: "RemoveMark",
  text: `mutation RemoveMark($id: ID!) {
    metafieldsDelete(metafields: [{ ownerId: $id,
      namespace: "${unpublishedMark.namespace}", key: "${unpublishedMark.key}" }]) {
      userErrors { message } } }`,
  data: resultOf("metafieldsDelete"),
};

/** The mutation that puts a product into custom collections, and takes it out of others. */
export const changeCollectionsDocument = {
  name: "ChangeCollections",
  text: `mutation ChangeCollections($id: ID!, $join: [ID!]!, $leave: [ID!]!) {
    productUpdate(product: { id: $id, collectionsToJoin: $join, collectionsToLeave: $leave }) {
      userErrors { message } } }`,
  data: resultOf("productUpdate"),
};

export const publicationsDocument = {
  name: "Publications",
  text: `query Publications { publications(first: 25) {
    nodes { id channels(first: 5) { nodes { name app { handle } } } } } }`,
  data: z.object({
    publications: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          channels: z
            .object({
              nodes: z.array(
                z.object({ name: z.string(), app: z.object({ handle: z.string().nullable() }) }),
              ),
            })
            .nullable(),
        }),
      ),
    }),
  }),
};

export const publishDocument = {
  name: "Publish",
  text: `mutation Publish($id: ID!, $publicationId: ID!) {
    publishablePublish(id: $id, input: [{ publicationId: $publicationId }]) {
      userErrors { message } } }`,
  data: resultOf("publishablePublish"),
};
