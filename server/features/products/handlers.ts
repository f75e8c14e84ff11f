import { productsDocs } from "@/features/products/contract-docs";
import type { SliceHandlers } from "../../kernel/handler.ts";
import { addProduct, listProducts, removeProduct, updateProduct } from "./products.ts";

/** The endpoints of products. */
export const productsApi = productsDocs;

/** Handles each endpoint of products. */
export const productsHandlers: SliceHandlers<typeof productsApi> = {
  list: (_, context) => listProducts(context),
  add: ({ body }, context) => addProduct(context, body),
  update: ({ params, body }, context) => updateProduct(context, params.id, body),
  remove: ({ params }, context) => removeProduct(context, params.id),
};
