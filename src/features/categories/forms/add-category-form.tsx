import { Plus } from "lucide-react";
import { useWatch } from "react-hook-form";
import { categoryTypeLabels, categoryTypes, isSalesType } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import {
  CheckboxField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { Button } from "@/shared/ui/button";
import { useAddCategory } from "../mutations";
import { blankCategory, newCategorySchema } from "../schema";
import styles from "./add-category-form.module.css";

const perDay = [
  { name: "image_posts_per_day", label: "Image posts per day" },
  { name: "video_posts_per_day", label: "Video posts per day" },
  { name: "text_posts_per_day", label: "Text posts per day" },
] as const;

export function AddCategoryForm({ group }: { group: Id }) {
  const add = useAddCategory();
  const form = useConsoleForm({
    schema: newCategorySchema,
    defaults: blankCategory,
    draft: `category-${group}`,
    failure: "Failed to create category.",
    save: (body) => add.send({ params: { id: group }, body }),
  });
  const { control } = form;
  const sells = isSalesType(useWatch({ control, name: "category_type" }));

  return (
    <ConsoleForm form={form} className={styles.form} label="Add category">
      <TextField control={control} name="name" label="Name" required autoComplete="off" />
      <SelectField
        control={control}
        name="category_type"
        label="Category type"
        options={categoryTypes.map((type) => ({ value: type, label: categoryTypeLabels[type] }))}
      />
      {perDay.map(({ name, label }) => (
        <NumberField
          key={name}
          control={control}
          name={name}
          label={label}
          required
          min={0}
          step={1}
        />
      ))}
      <CheckboxField control={control} name="daily_generation_active" label="Daily generation" />
      <TextAreaField
        control={control}
        name="category_prompt"
        label="Category prompt"
        rows={3}
        hint="What the AI is told about every post of this category."
      />
      {sells && (
        <>
          <TextField
            control={control}
            name="shopify_sales_channel"
            label="Sales channel"
            required
          />
          <TextField control={control} name="shopify_product_tag" label="Product tag" />
        </>
      )}
      <footer className={styles.foot}>
        <Button type="submit" variant="primary" icon={<Plus />} busy={add.isBusy}>
          Add category
        </Button>
      </footer>
    </ConsoleForm>
  );
}
