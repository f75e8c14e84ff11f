import { productsDocs } from "@/features/products/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { addProduct, listProducts, removeProduct, updateProduct } from "./products.ts";

/** The endpoints of products, and what handles each. */
export const productsSlice = slice(
  { name: "Products", description: "The catalog that posts are written about." },
  productsDocs,
  {
    list: (_, context) => listProducts(context),
    add: ({ body }, context) => addProduct(context, body),
    update: ({ params, body }, context) => updateProduct(context, params.id, body),
    remove: ({ params }, context) => removeProduct(context, params.id),
  },
);
