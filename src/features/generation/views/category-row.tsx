import { FilePlus2, ImagePlus } from "lucide-react";
import { useId } from "react";
import type { Category } from "@/entities/category";
import { formatFigure } from "@/shared/format/number";
import { toasts } from "@/shared/toast/toast";
import { IconButton } from "@/shared/ui/button";
import { RunwayMeter } from "@/shared/ui/level";
import { useTrigger } from "../mutations";
import { refusalOf } from "../quota";
import { runwayOf } from "../runway";
import type { CategoryStatus, GenerationType } from "../schema";
import styles from "./generation-status.module.css";

type CategoryRowProps = {
  row: CategoryStatus;
  /** Undefined where the list of categories does not have it (any more). */
  category: Category | undefined;
};

const kinds = [
  { type: "image", label: "Generate image post", icon: <ImagePlus /> },
  { type: "text", label: "Generate text post", icon: <FilePlus2 /> },
] as const;

export function CategoryRow({ row, category }: CategoryRowProps) {
  const runway = runwayOf(row);
  const trigger = useTrigger();
  const nameId = useId();

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
    void trigger.send({
      params: { categoryId: row.category_id },
      query: { num_posts: 1, type },
    });
  }

  return (
    <tr>
      <th scope="row" id={nameId} className={styles.name} title={row.category_name}>
        <span>{row.category_name}</span>
      </th>
      <Figure label="Active" value={row.active_pool_count} />
      <Figure label="Unused" value={row.unused_pool_count} />
      <Figure label="Daily quota" value={row.daily_quota} />
      <Figure label="Scheduled today" value={row.posts_scheduled_today} />
      <Figure label="Missing" value={row.missing_for_quota} isLoud />
      <td data-label="Runway" className={styles.runway}>
        {runway === null ? (
          <span className={styles.zero}>No quota</span>
        ) : (
          <RunwayMeter days={runway} />
        )}
      </td>
      <td data-align="end">
        <span className={styles.rowActions}>
          {kinds.map(({ type, label, icon }) => (
            <IconButton
              key={type}
              size="sm"
              label={label}
              // In a list of buttons alone, it is the category that tells them apart.
              aria-describedby={nameId}
              icon={icon}
              busy={trigger.isBusy}
              onClick={() => generate(type)}
            />
          ))}
        </span>
      </td>
    </tr>
  );
}

function Figure({ label, value, isLoud }: { label: string; value: number; isLoud?: boolean }) {
  const look = value === 0 ? styles.zero : isLoud ? styles.loud : undefined;
  return (
    <td data-label={label} data-align="end">
      <span className={look}>{formatFigure(value)}</span>
    </td>
  );
}
