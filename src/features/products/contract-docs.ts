import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { productsApi } from "./contract";
import { productSchema } from "./schema";

productSchema.register(z.globalRegistry, { id: "Product" });

const sampleBody = {
  name: "Vuneni šal „Kopaonik“",
  product_image_url: "https://cdn.example.com/products/sal-kopaonik.jpg",
  description: "A hand-knitted scarf of merino wool, 180 cm, in three colours.",
  call_to_action_url: "https://shop.example.com/products/sal-kopaonik",
  is_active: true,
};

const sampleProduct = { id: 5, ...sampleBody };

export const productsDocs = documented(productsApi, {
  list: {
    summary: "Lists the products of the catalog, oldest first.",
    sample: { reply: [sampleProduct] },
  },
  add: {
    summary: "Adds a product to the catalog.",
    sample: { body: sampleBody, reply: sampleProduct },
  },
  update: {
    summary: "Replaces what the catalog says of a product.",
    sample: { body: sampleBody, reply: sampleProduct },
  },
  remove: {
    summary: "Deletes a product from the catalog.",
    sample: {},
  },
});
