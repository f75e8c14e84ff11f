import { type Category, categoryTypeLabel, categoryTypes } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { noNumber } from "@/shared/api/text";
import { CheckboxField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { saveFailures, useSaveCategory } from "../mutations";
import { useReadCategory } from "../queries";
import { blankCategory, categoryFormSchema } from "../schema";
import { EditorSection } from "../views/editor-section";
import { CategoryFields } from "./category-fields";
import styles from "./category-forms.module.css";

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
