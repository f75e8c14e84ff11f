import { Plus } from "lucide-react";
import { type Control, type FieldPath, type FieldValues, useWatch } from "react-hook-form";
import {
  type Category,
  categoryTypeLabel,
  categoryTypeLabels,
  categoryTypes,
  isSalesType,
} from "@/entities/category";
import { noNumber } from "@/shared/api/fields";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import {
  CheckboxField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from "@/shared/forms/fields";
import { DialogFormFoot, SaveFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { DialogBody } from "@/shared/ui/dialog/dialog";
import { createFailure, saveFailures, useAddCategory, useSaveCategory } from "../mutations";
import { useReadCategory } from "../queries";
import {
  blankCategory,
  categoryFormSchema,
  type NewCategoryValues,
  newCategorySchema,
} from "../schema";
import { EditorSection } from "../views/editor-section";
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
function CategoryFields<Values extends FieldValues, Output>({
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

export function CategoryForm({ category, group }: { category: Category; group: Id }) {
  const save = useSaveCategory("settings");
  const guarded = useGuardedForm({
    schema: categoryFormSchema,
    stored: category,
    valuesOf,
    overwrites,
    readStored: useReadCategory(group, category.id),
    draft: `category-settings-${category.id}`,
    failure: saveFailures.settings,
    bodyOf: ({ auto_approve_content_types, ...settings }, now) => ({
      ...settings,
      auto_approve_content_types: {
        ...now.auto_approve_content_types,
        ...auto_approve_content_types,
      },
    }),
    send: (body) => save.send({ params: { id: category.id }, body }),
  });
  const { control } = guarded.form;
  const isKnown = categoryTypes.some((type) => type === category.category_type);

  return (
    <EditorSection
      title="Category settings"
      hint="What to generate, and how much per day. Set all three to 0 to archive."
      control={control}
    >
      <GuardedForm guarded={guarded} label="Category settings" stacked className={styles.form}>
        <CategoryFields
          control={control}
          foreignType={isKnown ? undefined : category.category_type}
        />
        <fieldset className={styles.boxes}>
          <legend>Auto-approve</legend>
          <div className={styles.row}>
            <CheckboxField control={control} name="auto_approve_content_types.text" label="Text" />
            <CheckboxField
              control={control}
              name="auto_approve_content_types.image"
              label="Image"
            />
            <CheckboxField
              control={control}
              name="auto_approve_content_types.video"
              label="Video"
            />
          </div>
          <p className={styles.hint}>Selected types are published without review.</p>
        </fieldset>
        <CheckboxField control={control} name="use_ai_mascot" label="Use AI mascot" />
        <SaveFoot control={control} busy={guarded.isBusy}>
          Save category
        </SaveFoot>
      </GuardedForm>
    </EditorSection>
  );
}

/** Missing values become those of a new category. A missing count stays blank and is required. */
function valuesOf(category: Category) {
  const { auto_approve_content_types: auto } = category;
  return {
    name: category.name,
    category_type: category.category_type,
    image_posts_per_day: category.image_posts_per_day ?? noNumber,
    video_posts_per_day: category.video_posts_per_day ?? noNumber,
    text_posts_per_day: category.text_posts_per_day ?? noNumber,
    daily_generation_active: category.daily_generation_active ?? true,
    category_prompt: category.category_prompt ?? "",
    auto_approve_content_types: {
      text: auto?.text ?? false,
      image: auto?.image ?? false,
      video: auto?.video ?? false,
    },
    use_ai_mascot: category.use_ai_mascot ?? false,
    shopify_sales_channel:
      category.shopify_sales_channel ?? blankCategory.shopify_sales_channel ?? "",
    shopify_product_tag: category.shopify_product_tag ?? "",
  };
}

function overwrites(category: Category) {
  const { auto_approve_content_types: auto, ...values } = valuesOf(category);
  return {
    Name: values.name,
    "Category type": categoryTypeLabel(values.category_type),
    "Image posts per day": values.image_posts_per_day,
    "Video posts per day": values.video_posts_per_day,
    "Text posts per day": values.text_posts_per_day,
    "Daily generation": values.daily_generation_active,
    "Category prompt": values.category_prompt,
    "Auto-approve text": auto.text,
    "Auto-approve image": auto.image,
    "Auto-approve video": auto.video,
    "Use AI mascot": values.use_ai_mascot,
    "Sales channel": values.shopify_sales_channel,
    "Product tag": values.shopify_product_tag,
  };
}

type AddCategoryFormProps = {
  group: Id;
  onClose: () => void;
  /** `category` is undefined if the server does not say what it has added. */
  onAdded: (category: Category | undefined) => void;
};

export function AddCategoryForm({ group, onClose, onAdded }: AddCategoryFormProps) {
  const add = useAddCategory();
  const form = useConsoleForm({
    schema: newCategorySchema,
    defaults: blankCategory,
    draft: `category-${group}`,
    failure: createFailure,
    save: (body) => add.send({ params: { id: group }, body }),
    onSaved: (category) => {
      onAdded(category);
      onClose();
    },
  });

  return (
    <ConsoleForm form={form} label="Add category" standsIn="dialog" className={styles.form}>
      <DialogBody>
        <CategoryFields control={form.control} />
      </DialogBody>
      <DialogFormFoot submit="Add category" icon={<Plus />} busy={add.isBusy} onCancel={onClose} />
    </ConsoleForm>
  );
}
