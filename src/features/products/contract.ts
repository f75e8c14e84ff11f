import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import { newProductSchema, productSchema, productUpdateSchema } from "./schema";

const sampleBody = {
  name: "Vuneni šal „Kopaonik“",
  product_image_url: "https://cdn.example.com/products/sal-kopaonik.jpg",
  description: "A hand-knitted scarf of merino wool, 180 cm, in three colours.",
  call_to_action_url: "https://shop.example.com/products/sal-kopaonik",
  is_active: true,
};
const sampleProduct = { id: 5, ...sampleBody };

export const productsApi = {
  list: endpoint.get("admin/products/", {
    summary: "Lists the products of the catalog, oldest first.",
    reply: listing(productSchema),
    sample: { reply: [sampleProduct] },
  }),
  add: endpoint.post("admin/products/", {
    summary: "Adds a product to the catalog.",
    status: 201,
    body: newProductSchema,
    reply: productSchema,
    isReplyOptional: true,
    sample: { body: sampleBody, reply: sampleProduct },
  }),
  update: endpoint.put("admin/products/{id}", {
    summary: "Replaces what the catalog says of a product.",
    body: productUpdateSchema,
    reply: productSchema,
    isReplyOptional: true,
    sample: { body: sampleBody, reply: sampleProduct },
  }),
  remove: endpoint.delete("admin/products/{id}", {
    summary: "Deletes a product from the catalog.",
    sample: {},
  }),
};
