import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { newProductSchema, productSchema, productUpdateSchema } from "./schema";

export const productsApi = {
  list: endpoint.get("admin/products/", {
    reply: listing(productSchema),
  }),
  add: endpoint.post("admin/products/", {
    status: 201,
    body: newProductSchema,
    reply: productSchema,
    isReplyOptional: true,
  }),
  update: endpoint.put("admin/products/{id}", {
    body: productUpdateSchema,
    reply: productSchema,
    isReplyOptional: true,
  }),
  remove: endpoint.delete("admin/products/{id}"),
};
