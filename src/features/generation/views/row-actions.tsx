import { FilePlus2, ImagePlus, ListPlus } from "lucide-react";
import type { Category } from "@/entities/category";
import { toasts } from "@/shared/toast/toast";
import { Button } from "@/shared/ui/button";
import { IconButton } from "@/shared/ui/icon-button";
import { useFillCategoryQuota, useTrigger } from "../mutations";
import { refusalOf } from "../quota";
import type { CategoryStatus, GenerationType } from "../schema";
import styles from "./generation-status.module.css";

type RowActionsProps = {
  row: CategoryStatus;
  /** Undefined where the list of categories does not have it (any more). */
  category: Category | undefined;
  /** Of the category's name: in a list of buttons alone, it is what tells them apart. */
  nameId: string;
};

/** What can be asked for of one category. */
export function RowActions({ row, category, nameId }: RowActionsProps) {
  const image = useTrigger();
  const text = useTrigger();
  const fill = useFillCategoryQuota();

  function generate(type: GenerationType) {
    const refusal = refusalOf(category, type);
    if (refusal) {
      toasts.show({
        kind: "error",
        title: refusal,
        detail: "Set it under Configuration, Evergreen Content.",
      });
      return;
    }
    void (type === "image" ? image : text).send({
      params: { categoryId: row.category_id },
      query: { num_posts: 1, type },
    });
  }

  return (
    <span className={styles.rowActions}>
      <IconButton
        size="sm"
        label="Generate image post"
        aria-describedby={nameId}
        icon={<ImagePlus />}
        busy={image.isBusy}
        onClick={() => generate("image")}
      />
      <IconButton
        size="sm"
        label="Generate text post"
        aria-describedby={nameId}
        icon={<FilePlus2 />}
        busy={text.isBusy}
        onClick={() => generate("text")}
      />
      <Button
        size="sm"
        variant="ghost"
        className={styles.fill}
        title="Fill quota"
        aria-describedby={nameId}
        icon={<ListPlus />}
        busy={fill.isBusy}
        onClick={() => void fill.send({ params: { id: row.category_id } })}
      >
        Fill quota
      </Button>
    </span>
  );
}
