import { type Control, type FieldPath, type FieldValues, useWatch } from "react-hook-form";
import { categoryTypeLabels, categoryTypes, isSalesType } from "@/entities/category";
import {
  CheckboxField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from "@/shared/forms/fields";
import type { NewCategoryValues } from "../schema";
import styles from "./category-forms.module.css";

const perDay = [
  { name: "image_posts_per_day", label: "Image posts per day" },
  { name: "video_posts_per_day", label: "Video posts per day" },
  { name: "text_posts_per_day", label: "Text posts per day" },
] as const;

const types = categoryTypes.map((type) => ({ value: type, label: categoryTypeLabels[type] }));

type CategoryFieldsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** The category's type, if this console does not know it. */
  foreignType?: string | undefined;
};

/** The fields that the forms for new and for existing categories share. */
export function CategoryFields<Values extends FieldValues, Output>({
  control,
  foreignType,
}: CategoryFieldsProps<Values, Output>) {
  // Both forms have fields of these names, but a type parameter cannot state that about a path.
  const at = (name: keyof NewCategoryValues) => name as FieldPath<Values>;
  const sells = isSalesType(useWatch({ control, name: at("category_type") }));
  return (
    <>
      <TextField control={control} name={at("name")} label="Name" required autoComplete="off" />
      <SelectField
        control={control}
        name={at("category_type")}
        label="Category type"
        options={foreignType ? [...types, { value: foreignType, label: foreignType }] : types}
      />
      <div className={styles.counts}>
        {perDay.map(({ name, label }) => (
          <NumberField
            key={name}
            control={control}
            name={at(name)}
            label={label}
            required
            min={0}
            step={1}
          />
        ))}
      </div>
      <CheckboxField
        control={control}
        name={at("daily_generation_active")}
        label="Daily generation"
      />
      <TextAreaField
        control={control}
        name={at("category_prompt")}
        label="Category prompt"
        rows={3}
        hint="Instructions for the AI, for every post in this category."
      />
      {sells && (
        <>
          <TextField
            control={control}
            name={at("shopify_sales_channel")}
            label="Sales channel"
            required
            hint="Posts feature its 10 best-selling products."
          />
          <TextField
            control={control}
            name={at("shopify_product_tag")}
            label="Product tag"
            hint="Only products with this tag. Leave empty for all."
          />
        </>
      )}
    </>
  );
}
