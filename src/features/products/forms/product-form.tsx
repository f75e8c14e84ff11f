import { CheckboxField, TextAreaField, TextField } from "@/shared/forms/fields";
import { RecordForm } from "@/shared/forms/record-form";
import type { useProductForm } from "./use-product-form";

type ProductFormProps = {
  guarded: ReturnType<typeof useProductForm>;
  /** The name of the product being edited; undefined while a new one is added. */
  editing: string | undefined;
  onCancel: () => void;
};

export function ProductForm(props: ProductFormProps) {
  const { control } = props.guarded.form;
  return (
    <RecordForm
      {...props}
      of="product"
      label="Product"
      title="Add New Product"
      create="Create Product"
      update="Update Product"
    >
      <TextField control={control} name="name" label="Product name" required />
      <TextField
        control={control}
        name="product_image_url"
        label="Product image URL"
        required
        inputMode="url"
        autoComplete="off"
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
