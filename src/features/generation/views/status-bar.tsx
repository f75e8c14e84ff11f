import { Clapperboard, Image } from "lucide-react";
import type { ReactNode } from "react";
import type { z } from "@/shared/config/zod";
import { formatFigure } from "@/shared/format/number";
import { Skeleton } from "@/shared/ui/skeleton";
import type { generationStatusSchema } from "../schema";
import styles from "./generation-status.module.css";

type TextsToday = NonNullable<z.output<typeof generationStatusSchema>["texts_today"]>;

type StatusBarProps = {
  /** Undefined while it loads. */
  status: z.output<typeof generationStatusSchema> | undefined;
  children?: ReactNode;
};

/** The figures of the whole group, and the actions on it. */
export function StatusBar({ status, children }: StatusBarProps) {
  const rows = status?.categories.items ?? [];
  const scheduled = sumOf(rows.map((row) => row.posts_scheduled_today));
  const quota = sumOf(rows.map((row) => row.daily_quota));
  const texts = status?.texts_today;
  const figures = [
    { name: "Focus media", value: <FocusMedia type={status?.group_focus_media_type ?? "image"} /> },
    { name: "Missing for quota", value: formatFigure(status?.total_missing_for_quota) },
    { name: "Scheduled today", value: `${formatFigure(scheduled)} of ${formatFigure(quota)}` },
    ...(texts ? [{ name: "AI texts today", value: inWords(texts) }] : []),
  ];
  return (
    <div className={styles.bar}>
      <dl>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{status ? value : <Skeleton width={36} height={12} />}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** `12 of 500, 34,210 tokens, $0.12`: the limit of a day guards the bill. */
const inWords = ({ written, per_day, tokens, cost }: TextsToday) =>
  [
    `${formatFigure(written)} of ${formatFigure(per_day)}`,
    `${formatFigure(tokens)} tokens`,
    ...(typeof cost === "number" ? [`$${cost.toFixed(2)}`] : []),
  ].join(", ");

/** Undefined if one of the values is unknown: a sum of the others would look like the total. */
const sumOf = (values: readonly (number | undefined)[]) =>
  values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  );

const FocusMedia = ({ type }: { type: string }) => (
  <span className={styles.focus}>
    {type === "video" ? <Clapperboard /> : <Image />}
    <span>{type}</span>
  </span>
);
