import { useId } from "react";
import type { Id } from "@/shared/api/id";
import { formatFigure } from "@/shared/format/number";
import { FailureLines } from "@/shared/ui/failure-line";
import { runwayOf } from "../runway";
import type { CategoryStatus } from "../schema";
import styles from "./generation-status.module.css";
import { RowActions } from "./row-actions";
import { RunwayMeter } from "./runway-meter";
import { useRowActions } from "./use-row-actions";

type CategoryRowProps = { group: Id; row: CategoryStatus };

export function CategoryRow({ group, row }: CategoryRowProps) {
  const runway = runwayOf(row);
  const nameId = useId();
  const { failures, ...actions } = useRowActions(group, row.category_id);
  return (
    <>
      <tr>
        <th scope="row" id={nameId} className={styles.name} title={row.category_name}>
          <span className="clamp-2">{row.category_name}</span>
        </th>
        <Figure label="Active" value={row.active_pool_count} />
        <Figure label="Unused" value={row.unused_pool_count} />
        <Figure label="Quota" value={row.daily_quota} />
        <Figure label="Scheduled" value={row.posts_scheduled_today} />
        <Figure label="Missing" value={row.missing_for_quota} isLoud />
        <td className={styles.runway}>
          {runway === null && <span className={styles.zero}>No quota</span>}
          {runway === undefined && <span className={styles.zero}>—</span>}
          {typeof runway === "number" && <RunwayMeter days={runway} />}
        </td>
        <td data-align="end">
          <RowActions nameId={nameId} {...actions} />
        </td>
      </tr>
      {failures.some(Boolean) && (
        <tr className={styles.failures}>
          <td colSpan={8}>
            <FailureLines failures={failures} />
          </td>
        </tr>
      )}
    </>
  );
}

type FigureProps = { label: string; value: number | undefined; isLoud?: boolean };

function Figure({ label, value, isLoud }: FigureProps) {
  const look = value === 0 ? styles.zero : isLoud ? styles.loud : undefined;
  return (
    <td data-label={label} data-align="end">
      <span className={look}>{formatFigure(value)}</span>
    </td>
  );
}
