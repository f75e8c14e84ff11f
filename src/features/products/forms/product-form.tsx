import { MediaField } from "@/entities/media";
import { CheckboxField, TextAreaField, TextField } from "@/shared/forms/fields";
import { RecordForm } from "@/shared/forms/record-form";
import type { Product } from "../schema";
import { useProductForm } from "./use-product-form";

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
      of="product"
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
