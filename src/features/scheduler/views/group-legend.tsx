import { hueOf } from "@/entities/group";
import type { Entry } from "../week";
import styles from "./week-grid.module.css";

type GroupLegendProps = {
  entries: readonly Entry[];
  canDrag: boolean;
};

/** Below the calendar: the colours of its groups if there are several, and how a post is moved. */
export function GroupLegend({ entries, canDrag }: GroupLegendProps) {
  const groups = [
    ...new Map(
      entries.flatMap(({ posts: [{ group_id, group_name }] }) =>
        group_id && group_name ? [[String(group_id), group_name]] : [],
      ),
    ),
  ];
  const hasHint = canDrag && entries.length > 0;
  if (groups.length < 2 && !hasHint) return null;
  return (
    <div className={styles.legend}>
      {groups.length > 1 && (
        <ul aria-label="Groups">
          {groups.map(([id, name]) => (
            <li key={id} data-hue={hueOf(id)}>
              {name}
            </li>
          ))}
        </ul>
      )}
      {hasHint && (
        <span className={styles.dragHint}>
          To reschedule a post, drag it to another time or use its menu.
        </span>
      )}
    </div>
  );
}
