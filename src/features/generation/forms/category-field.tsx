import { type Control, useWatch } from "react-hook-form";
import { categoryName, categoryQueries } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { SelectField } from "@/shared/forms/fields";
import { useRead } from "@/shared/query/use-read";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Skeleton } from "@/shared/ui/skeleton";
import type { GeneratePost, GeneratorValues } from "../schema";

type CategoryFieldProps = {
  control: Control<GeneratorValues, unknown, GeneratePost>;
  group: Id;
};

/** The categories of the group chosen above. If they cannot be read, the form stays usable. */
export const CategoryField = (props: CategoryFieldProps) => (
  <div>
    <PanelBoundary
      loading={<Skeleton height={54} />}
      failedHead={<UnreadCategories control={props.control} />}
    >
      <CategoryChoice {...props} />
    </PanelBoundary>
  </div>
);

const field = { name: "content_category_id", label: "Content category", required: true } as const;

function CategoryChoice({ control, group }: CategoryFieldProps) {
  const categories = useRead(categoryQueries.ofGroup(group)).items;
  const isEmpty = categories.length === 0;
  return (
    <SelectField
      control={control}
      {...field}
      placeholder={isEmpty ? "No categories in this group" : "Choose a category"}
      hint={isEmpty ? "Add one under Configuration, Evergreen Content." : undefined}
      options={categories.map((category) => ({
        value: String(category.id),
        label: categoryName(category),
      }))}
    />
  );
}

/** Keeps the choice from before a reload, and still shows the field's error. */
function UnreadCategories({ control }: Pick<CategoryFieldProps, "control">) {
  const chosen = useWatch({ control, name: field.name });
  return (
    <SelectField
      control={control}
      {...field}
      placeholder="Not loaded"
      options={chosen ? [{ value: chosen, label: `Category ${chosen}` }] : []}
    />
  );
}
