import { Plus } from "lucide-react";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { FormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { Button } from "@/shared/ui/button";
import { createFailure, useAddCategory } from "../mutations";
import { blankCategory, newCategorySchema } from "../schema";
import { CategoryFields } from "./category-fields";
import styles from "./category-forms.module.css";

export function AddCategoryForm({ group }: { group: Id }) {
  const add = useAddCategory();
  const form = useConsoleForm({
    schema: newCategorySchema,
    defaults: blankCategory,
    draft: `category-${group}`,
    failure: createFailure,
    save: (body) => add.send({ params: { id: group }, body }),
  });

  return (
    <ConsoleForm form={form} label="Add category" stacked className={styles.form}>
      <CategoryFields control={form.control} />
      <FormFoot>
        <Button type="submit" variant="primary" icon={<Plus />} busy={add.isBusy}>
          Add category
        </Button>
      </FormFoot>
    </ConsoleForm>
  );
}
