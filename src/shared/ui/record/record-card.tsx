import type { ReactNode } from "react";
import { SafeImage } from "@/shared/media/safe-image";
import { Button } from "../button/button";
import { Card } from "../panel/panel";
import { StateDot } from "../status/state-dot";
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
