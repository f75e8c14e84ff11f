import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { Clapperboard, FilePlus2, Image, ImagePlus, ListPlus, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import type { Id } from "@/shared/api/id";
import type { z } from "@/shared/config/zod";
import { formatFigure } from "@/shared/format/number";
import { formatTime } from "@/shared/format/time";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { Panel, Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { FailureLines } from "@/shared/ui/status/failure-line";
import { Loading, Skeleton, SkeletonRows } from "@/shared/ui/status/skeleton";
import { Table } from "@/shared/ui/table/table";
import { useFillGroupQuota, useTriggerGroupQuota } from "../mutations";
import { generationQueries } from "../queries";
import type { GenerationType, generationStatusSchema } from "../schema";
import { CategoryRow } from "./category-row";
import type { StepLinks } from "./first-steps";
import styles from "./generation-status.module.css";

/** Only a group without content needs its code, and the accounts that it reads. */
const FirstSteps = lazyWithPreload(() => import("./first-steps").then((part) => part.FirstSteps));

/** Keeps the room of the time: on a small phone the button beside it is in another line. */
const unseenTime = (
  <span aria-hidden style={{ visibility: "hidden" }}>
    Updated 00:00:00
  </span>
);

type GenerationStatusProps = { group: Id; links: StepLinks };

export function GenerationStatus({ group, links }: GenerationStatusProps) {
  const client = useQueryClient();
  const { queryKey } = generationQueries.status(group);
  // Rerenders when a fetch begins or ends, and so shows the time of the latest answer.
  const isRefreshing = useIsFetching({ queryKey }) > 0;
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
  const refresh = () => void client.refetchQueries({ queryKey });
  useScreenAction("Refresh the generation status", refresh, !isRefreshing);
  return (
    <Region
      title="Generation Status"
      meta={updatedAt ? `Updated ${formatTime(updatedAt)}` : unseenTime}
      actions={
        <Button
          variant="ghost"
          size="sm"
          icon={<RefreshCw />}
          busy={isRefreshing}
          onClick={refresh}
        >
          Refresh
        </Button>
      }
    >
      <Panel>
        <PanelBoundary loading={<LoadingStatus group={group} />}>
          <Status group={group} links={links} />
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

function Status({ group, links }: GenerationStatusProps) {
  const status = useRead(generationQueries.status(group));
  const fill = useFillGroupQuota();
  const { items: rows, unreadable } = status.categories;
  // A group is not called empty for a missing number or an unreadable category.
  const isEmpty = unreadable === 0 && rows.every((row) => row.active_pool_count === 0);
  const canFill = status.total_missing_for_quota !== 0;
  return (
    <>
      <StatusBar status={status}>
        <GroupActions group={group} fill={fill} isFillPrimary={!isEmpty && canFill} />
      </StatusBar>
      {isEmpty && (
        <div className={styles.firstSteps}>
          {rows.length === 0 && <p>This group has no content categories.</p>}
          <PanelBoundary resetKey={String(group)} loading={<LoadingSteps />}>
            <FirstSteps
              group={group}
              hasCategory={rows.some((row) => row.daily_quota !== 0)}
              links={links}
              fill={fill}
              canFill={canFill}
            />
          </PanelBoundary>
        </div>
      )}
      {rows.length > 0 && (
        <Table label="Generation status by category" className={styles.table}>
          <Heads />
          <tbody>
            {rows.map((row) => (
              <CategoryRow key={row.category_id} group={group} row={row} />
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}

const LoadingSteps = () => (
  <Loading label="Loading first steps">
    <Skeleton height="var(--_steps)" />
  </Loading>
);

const Heads = () => (
  <thead>
    <tr>
      <th scope="col">Category</th>
      <th scope="col" data-align="end">
        Active
      </th>
      <th scope="col" data-align="end">
        Unused
      </th>
      <th scope="col" data-align="end">
        Daily quota
      </th>
      <th scope="col" data-align="end">
        Scheduled today
      </th>
      <th scope="col" data-align="end">
        Missing
      </th>
      <th scope="col">Runway</th>
      <th scope="col" data-align="end">
        Generate
      </th>
    </tr>
  </thead>
);

const figure = { align: "end", width: 28 } as const;

function LoadingStatus({ group }: { group: Id }) {
  const fill = useFillGroupQuota();
  return (
    <Loading label="Loading generation status">
      <StatusBar status={undefined}>
        <GroupActions group={group} fill={fill} isFillPrimary={false} />
      </StatusBar>
      <Table label="Generation status by category" className={styles.table}>
        <Heads />
        <tbody>
          <SkeletonRows
            rows={4}
            columns={[{}, figure, figure, figure, figure, figure, { width: 120 }, figure]}
          />
        </tbody>
      </Table>
    </Loading>
  );
}

type TextsToday = NonNullable<z.output<typeof generationStatusSchema>["texts_today"]>;

type StatusBarProps = {
  /** Undefined while it loads. */
  status: z.output<typeof generationStatusSchema> | undefined;
  children?: ReactNode;
};

/** The figures of the whole group, and the actions on it. */
function StatusBar({ status, children }: StatusBarProps) {
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

/** Returns undefined if a value is unknown: a sum of the others would look like the total. */
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

type GroupActionsProps = {
  group: Id;
  fill: ReturnType<typeof useFillGroupQuota>;
  /** False while there is nothing to fill, or another button of the panel is the primary one. */
  isFillPrimary: boolean;
};

/** The requests for all categories of a group. The server knows which of them have a quota. */
function GroupActions({ group, fill, isFillPrimary }: GroupActionsProps) {
  const image = useTriggerGroupQuota();
  const text = useTriggerGroupQuota();
  const request = (generation_type: GenerationType) => ({
    params: { groupId: group },
    query: { generation_type },
  });
  const failures = [image.failure, text.failure, fill.failure];
  return (
    <>
      <Button
        size="sm"
        icon={<ImagePlus />}
        busy={image.isBusy}
        onClick={() => void image.send(request("image"))}
      >
        Generate image quota
      </Button>
      <Button
        size="sm"
        icon={<FilePlus2 />}
        busy={text.isBusy}
        onClick={() => void text.send(request("text"))}
      >
        Generate text quota
      </Button>
      <Button
        size="sm"
        variant={isFillPrimary ? "primary" : "secondary"}
        icon={<ListPlus />}
        busy={fill.isBusy}
        onClick={() => void fill.send({ params: { id: group } })}
      >
        Fill all quotas
      </Button>
      {failures.some(Boolean) && (
        <div className={styles.groupFailures}>
          <FailureLines failures={failures} />
        </div>
      )}
    </>
  );
}
