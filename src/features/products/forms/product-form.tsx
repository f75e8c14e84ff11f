import { MediaField } from "@/entities/media";
import { CheckboxField, TextAreaField, TextField } from "@/shared/forms/fields";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { RecordForm } from "@/shared/forms/record-form";
import { useSaveProduct } from "../mutations";
import { useReadProduct } from "../queries";
import { blankProduct, type Product, productFields, productUpdateSchema } from "../schema";

type ProductFormProps = {
  /** The product to edit; undefined for a new one. */
  product: Product | undefined;
  onClose: () => void;
  onAdded: (saved: Product | undefined) => void;
};

export function ProductForm({ product, onClose, onAdded }: ProductFormProps) {
  const guarded = useProductForm(product, (saved) => {
    if (!product) onAdded(saved);
    onClose();
  });
  const { control } = guarded.form;
  return (
    <RecordForm
      guarded={guarded}
      noun="product"
      label="Product"
      isNew={!product}
      onClose={onClose}
      create="Create Product"
      update="Update Product"
    >
      <TextField control={control} name="name" label="Product name" required />
      <MediaField
        asWebAddress
        control={control}
        name="product_image_url"
        label="Product image URL"
        required
        placeholder="https://"
      />
      <TextAreaField
        control={control}
        name="description"
        label="Description"
        required
        rows={4}
        hint="Used by the AI when it writes posts."
      />
      <TextField
        control={control}
        name="call_to_action_url"
        label="Call to action URL"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
      />
      <CheckboxField control={control} name="is_active" label="Active" />
    </RecordForm>
  );
}

/** One form for both cases: the product being edited, or a new product, active by default. */
function useProductForm(
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

/** The product that the form edits: a stored one, or the blank one. */
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
