import { putRecord, withoutRecord } from "@/shared/query/cached-records";
import { useCommand } from "@/shared/query/use-command";
import { productsApi } from "./contract";
import { productQueries } from "./queries";
import type { Product, ProductBody } from "./schema";

const { queryKey } = productQueries.list();
const refreshes = [productQueries.all()];

const createFailure = "Failed to create product.";
const updateFailure = "Failed to update product.";

/** Adds a product, or replaces the given one. */
export function useSaveProduct(product: Product | undefined) {
  const create = useCommand(productsApi.add, {
    pending: "Creating product...",
    success: "Product created successfully!",
    failure: createFailure,
    refreshes,
    apply: (client, saved) => putRecord(client, queryKey, saved),
  });
  const update = useCommand(productsApi.update, {
    pending: "Updating product...",
    success: "Product updated successfully!",
    failure: updateFailure,
    refreshes,
    apply: (client, saved) => putRecord(client, queryKey, saved),
  });
  return {
    failure: product ? updateFailure : createFailure,
    save: (body: ProductBody) =>
      product ? update.send({ params: { id: product.id }, body }) : create.send({ body }),
  };
}

/** On failure, the confirmation dialog stays open and shows the error. */
export const useDeleteProduct = () =>
  useCommand(productsApi.remove, {
    pending: "Deleting product...",
    success: "Product deleted successfully!",
    failure: "Failed to delete product.",
    refreshes,
    apply: (client, _reply, { params }) => withoutRecord(client, queryKey, params.id),
  });
