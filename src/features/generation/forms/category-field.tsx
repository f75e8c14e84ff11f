import type { Control } from "react-hook-form";
import { categoryQueries } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { SelectField } from "@/shared/forms/fields";
import { useRead } from "@/shared/query/use-read";
import type { GeneratePost, GeneratorValues } from "../schema";

type CategoryFieldProps = {
  control: Control<GeneratorValues, unknown, GeneratePost>;
  group: Id;
};

/** The categories of whatever group is chosen above. */
export function CategoryField({ control, group }: CategoryFieldProps) {
  const categories = useRead(categoryQueries.ofGroup(group)).items;
  const isEmpty = categories.length === 0;
  return (
    <SelectField
      control={control}
      name="content_category_id"
      label="Content category"
      required
      placeholder={isEmpty ? "This group has none" : "Choose a category"}
      hint={isEmpty ? "Add one under Configuration, Evergreen Content." : undefined}
      options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}
