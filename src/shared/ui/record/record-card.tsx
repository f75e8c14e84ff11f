import type { CSSProperties, ReactNode, Ref } from "react";
import { SafeImage } from "@/shared/media/safe-image";
import { Button } from "../button/button";
import { takeFocus } from "../focus/focus";
import { Card } from "../panel/panel";
import { StateDot } from "../status/badge";
import { Skeleton } from "../status/skeleton";
import styles from "./record-card.module.css";

type RecordCardProps = {
  name: string;
  /** Rank of the name among the page's headings. */
  level: 3 | 4;
  /** Address of its image, as a server sent it, if it has one. */
  image: string | null | undefined;
  isActive: boolean;
  onEdit: () => void;
  onDelete: () => void;
  /** Further facts about the record. */
  children: ReactNode;
};

/** A record of a pool with its image and its actions. */
export function RecordCard({
  name,
  level,
  image,
  isActive,
  onEdit,
  onDelete,
  children,
}: RecordCardProps) {
  const Heading = level === 3 ? "h3" : "h4";
  return (
    <Card className={styles.card} data-inactive={isActive ? undefined : ""}>
      <div className={styles.image}>
        <SafeImage url={image} alt="" />
      </div>
      <div className={styles.body}>
        <Heading>{name || "Unnamed"}</Heading>
        {children}
      </div>
      <footer className={styles.foot}>
        <StateDot state={isActive ? "on" : "off"}>{isActive ? "Active" : "Inactive"}</StateDot>
        <Button size="sm" variant="ghost" onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" variant="ghost" onClick={onDelete}>
          Delete
        </Button>
      </footer>
    </Card>
  );
}

type RecordGridProps = {
  /** The least width of a column, in pixels. */
  column: number;
  label?: string;
  /** A list item for each record. */
  children: ReactNode;
};

export const RecordGrid = ({ column, label, children }: RecordGridProps) => (
  <ul className={styles.grid} style={columnOf(column)} aria-label={label}>
    {children}
  </ul>
);

type RecordItemProps = {
  /** True if a link has led to it: then it takes the focus. */
  isWanted: boolean;
  ref: Ref<HTMLLIElement> | undefined;
  children: ReactNode;
};

export const RecordItem = ({ isWanted, ref, children }: RecordItemProps) => (
  <li tabIndex={-1} ref={isWanted ? takeFocus : ref}>
    {children}
  </li>
);

export const RecordGridSkeleton = ({ column }: Pick<RecordGridProps, "column">) => (
  <div className={styles.grid} style={columnOf(column)}>
    <Skeleton height={300} radius={8} />
    <Skeleton height={300} radius={8} />
    <Skeleton height={300} radius={8} />
  </div>
);

const columnOf = (column: number) => ({ "--_column": `${column}px` }) as CSSProperties;
