import { useGuardedForm } from "@/shared/forms/use-guarded-form";
import { useSaveProduct } from "../mutations";
import { useReadProduct } from "../queries";
import { blankProduct, type Product, productFields, productUpdateSchema } from "../schema";

/** One form for both cases: the product being edited, or a new product, active by default. */
export function useProductForm(
  edited: Product | undefined,
  onSaved: (saved: Product | undefined) => void,
) {
  const { save, failure } = useSaveProduct(edited);
  return useGuardedForm({
    schema: productUpdateSchema,
    stored: edited ?? blankProduct,
    valuesOf,
    overwrites,
    readStored: useReadProduct(edited?.id),
    draft: edited ? `product-${edited.id}` : "new-product",
    failure,
    bodyOf: (values) => values,
    send: save,
    onSaved: (saved) => onSaved(saved),
  });
}

/** What the form edits: a stored product, or the blank one. */
type Stored = Product | typeof blankProduct;

const valuesOf = (stored: Stored) => ("id" in stored ? productFields(stored) : stored);

function overwrites(stored: Stored) {
  const values = valuesOf(stored);
  return {
    "Product name": values.name,
    "Product image URL": values.product_image_url,
    Description: values.description,
    "Call to action URL": values.call_to_action_url ?? "",
    Active: values.is_active,
  };
}
