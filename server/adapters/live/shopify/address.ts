import { type ShopConnection, ShopRefusal } from "../../../ports/shop.ts";

/**
 * The host of a shop, as `abc`, `abc.myshopify.com` or an address of it name it. Throws a ShopRefusal
 * for any other host, which would be sent the keys.
 */
export function hostOf({ store }: Pick<ShopConnection, "store">): string {
  const name = store
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/[/?#].*$/, "");
  const host = name.includes(".") ? name : `${name}.myshopify.com`;
  if (/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(host)) return host;
  throw new ShopRefusal(
    "The store name must be that of the shop at Shopify, like abc.myshopify.com: its own domain does not do.",
    "credentials",
  );
}
