import { FilePlus2, ImagePlus, ListPlus } from "lucide-react";
import { useState } from "react";
import type { Id } from "@/shared/api/id";
import { toasts } from "@/shared/toast/toast";
import { Button } from "@/shared/ui/button";
import { IconButton } from "@/shared/ui/icon-button";
import { useFillCategoryQuota, useTrigger } from "../mutations";
import { useReadCategory } from "../queries";
import { refusalOf } from "../quota";
import type { CategoryStatus, GenerationType } from "../schema";
import styles from "./generation-status.module.css";

type RowActionsProps = {
  group: Id;
  row: CategoryStatus;
  /** The id of the category's name, which tells the buttons apart in a screen reader's list. */
  nameId: string;
};

/** The requests for one category. */
export function RowActions({ group, row, nameId }: RowActionsProps) {
  const image = useTrigger();
  const text = useTrigger();
  const fill = useFillCategoryQuota();
  const readCategory = useReadCategory(group, row.category_id);
  /** The type of post whose quota is being read. */
  const [asking, setAsking] = useState<GenerationType>();

  async function generate(type: GenerationType) {
    setAsking(type);
    // If the quota cannot be read, the server decides.
    const refusal = refusalOf(await readCategory(), type);
    setAsking(undefined);
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
        busy={image.isBusy || asking === "image"}
        onClick={() => void generate("image")}
      />
      <IconButton
        size="sm"
        label="Generate text post"
        aria-describedby={nameId}
        icon={<FilePlus2 />}
        busy={text.isBusy || asking === "text"}
        onClick={() => void generate("text")}
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
