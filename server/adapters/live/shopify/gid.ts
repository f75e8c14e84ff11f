export const gidOf = (type: "Product" | "ProductVariant", id: string) =>
  `gid://shopify/${type}/${id}`;
