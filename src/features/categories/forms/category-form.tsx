import { type Category, categoryTypes } from "@/entities/category";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CheckboxField } from "@/shared/forms/fields";
import { SaveButton } from "@/shared/forms/save-button";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { saveFailures, useSaveCategory } from "../mutations";
import { blankCategory, categoryFormSchema } from "../schema";
import { EditorSection } from "../views/editor-section";
import { CategoryFields } from "./category-fields";
import styles from "./category-forms.module.css";

export function CategoryForm({ category }: { category: Category }) {
  const save = useSaveCategory("settings");
  const current = valuesOf(category);
  const form = useConsoleForm({
    schema: categoryFormSchema,
    defaults: current,
    current,
    draft: `category-settings-${category.id}`,
    failure: saveFailures.settings,
    save: (body) => save.send({ params: { id: category.id }, body }),
  });
  const { control } = form;
  const isKnown = categoryTypes.some((type) => type === category.category_type);

  return (
    <EditorSection
      title="Category settings"
      hint="What is made for it, and how much a day. Three zeros archive it."
      control={control}
    >
      <ConsoleForm form={form} className={styles.form} label="Category settings">
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
          <p className={styles.hint}>What is ticked is published without anyone looking at it.</p>
        </fieldset>
        <CheckboxField control={control} name="use_ai_mascot" label="Use AI mascot" />
        <footer className={styles.foot}>
          <SaveButton control={control} busy={save.isBusy}>
            Save category
          </SaveButton>
        </footer>
      </ConsoleForm>
    </EditorSection>
  );
}

/** What the server left out is what a new category would have. */
function valuesOf(category: Category) {
  const { auto_approve_content_types: auto } = category;
  return {
    name: category.name,
    category_type: category.category_type,
    image_posts_per_day: category.image_posts_per_day,
    video_posts_per_day: category.video_posts_per_day,
    text_posts_per_day: category.text_posts_per_day,
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
