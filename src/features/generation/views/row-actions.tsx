import { FilePlus2, ImagePlus, ListPlus } from "lucide-react";
import { Button } from "@/shared/ui/button";
import { IconButton } from "@/shared/ui/icon-button";
import styles from "./generation-status.module.css";
import type { useRowActions } from "./use-row-actions";

type RowActionsProps = Omit<ReturnType<typeof useRowActions>, "failures"> & {
  /** The id of the category's name, which tells the buttons apart in a screen reader's list. */
  nameId: string;
};

/** The buttons of one category. */
export const RowActions = ({ nameId, generate, fill, busy }: RowActionsProps) => (
  <span className={styles.rowActions}>
    <IconButton
      size="sm"
      label="Generate image post"
      aria-describedby={nameId}
      icon={<ImagePlus />}
      busy={busy.image}
      onClick={() => generate("image")}
    />
    <IconButton
      size="sm"
      label="Generate text post"
      aria-describedby={nameId}
      icon={<FilePlus2 />}
      busy={busy.text}
      onClick={() => generate("text")}
    />
    <Button
      size="sm"
      variant="ghost"
      className={styles.fill}
      title="Fill quota"
      aria-describedby={nameId}
      icon={<ListPlus />}
      busy={busy.fill}
      onClick={fill}
    >
      Fill quota
    </Button>
  </span>
);
