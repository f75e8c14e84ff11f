import { useMemo } from "react";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useSaveProduct } from "../mutations";
import { blankProduct, type Product, productFields, productUpdateSchema } from "../schema";

/** One form for both cases: the product being edited, or a new product, active by default. */
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
