import { Plus } from "lucide-react";
import type { Category } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { DialogBody } from "@/shared/ui/dialog/dialog";
import { createFailure, useAddCategory } from "../mutations";
import { blankCategory, newCategorySchema } from "../schema";
import { CategoryFields } from "./category-fields";
import styles from "./category-forms.module.css";

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
