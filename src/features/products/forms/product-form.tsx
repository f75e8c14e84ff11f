import { Check, Plus } from "lucide-react";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CheckboxField, TextAreaField, TextField } from "@/shared/forms/fields";
import { UnsavedBadge } from "@/shared/forms/unsaved-badge";
import { Button } from "@/shared/ui/button";
import { Panel, Region } from "@/shared/ui/panel";
import styles from "./product-form.module.css";
import type { useProductForm } from "./use-product-form";

type ProductFormProps = ReturnType<typeof useProductForm> & {
  /** The name of the product that is edited; none while a new one is added. */
  editing: string | undefined;
  onCancel: () => void;
};

export function ProductForm({ form, isBusy, editing, onCancel }: ProductFormProps) {
  const { control } = form;
  const isNew = editing === undefined;
  return (
    <Panel padded>
      <Region
        title={
          isNew ? (
            "Add New Product"
          ) : (
            <>
              Editing "<bdi>{editing}</bdi>"
            </>
          )
        }
        level={3}
        actions={<UnsavedBadge control={control} />}
      >
        <ConsoleForm form={form} className={styles.form} label="Product" standsIn="screen">
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
          <footer className={styles.foot}>
            {!isNew && (
              <Button variant="ghost" onClick={onCancel}>
                Cancel Edit
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              icon={isNew ? <Plus /> : <Check />}
              busy={isBusy}
            >
              {isNew ? "Create Product" : "Update Product"}
            </Button>
          </footer>
        </ConsoleForm>
      </Region>
    </Panel>
  );
}
