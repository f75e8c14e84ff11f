import { useMemo } from "react";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useSaveProduct } from "../mutations";
import { blankProduct, type Product, productFields, productUpdateSchema } from "../schema";

/** One form for both: it holds the product that is edited, or a new one that is active. */
export function useProductForm(edited: Product | undefined, onSaved: () => void) {
  const { save, failure, isBusy } = useSaveProduct(edited);
  const current = useMemo(() => (edited ? productFields(edited) : blankProduct), [edited]);
  const form = useConsoleForm({
    schema: productUpdateSchema,
    defaults: blankProduct,
    current,
    draft: edited ? `product-${edited.id}` : "new-product",
    failure,
    save,
    onSaved,
  });
  return { form, isBusy };
}
