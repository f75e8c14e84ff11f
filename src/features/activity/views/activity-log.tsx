import { useRef } from "react";
import type { Group } from "@/entities/group";
import { itemsOf } from "@/shared/query/pages";
import { type LoadedPages, useReadPages } from "@/shared/query/use-read";
import { Panel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { LoadMore } from "@/shared/ui/table/load-more";
import { type ActivityFilter, activityQueries } from "../queries";
import { ActivityFilters, type FilterChange } from "./activity-filters";
import { ActivityList, type LinkTo, LoadingActivity, NoActivity } from "./activity-list";
import styles from "./activity-log.module.css";

type ActivityLogProps = {
  /** The group that the filter by group offers; undefined if there is none. */
  group: Group | undefined;
  filter: ActivityFilter;
  onFilter: (change: FilterChange) => void;
  pages: LoadedPages;
  link: LinkTo;
};

/** The whole list, with its filters. */
export function ActivityLog({ group, filter, onFilter, pages, link }: ActivityLogProps) {
  return (
    <section aria-label="Entries">
      <ActivityFilters group={group} filter={filter} onFilter={onFilter} />
      <Panel>
        <PanelBoundary resetKey={JSON.stringify(filter)} loading={<LoadingActivity rows={12} />}>
          <Entries filter={filter} pages={pages} link={link} />
        </PanelBoundary>
      </Panel>
    </section>
  );
}

function Entries({
  filter,
  pages: kept,
  link,
}: Pick<ActivityLogProps, "filter" | "pages" | "link">) {
  const { pages, hasMore, isLoadingMore, moreFailure, loadMore } = useReadPages(
    activityQueries.list(filter),
    kept,
  );
  const list = useRef<HTMLUListElement>(null);
  const entries = itemsOf(pages);
  const isDone = !hasMore && moreFailure === undefined;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      {entries.length > 0 ? (
        <ActivityList entries={entries} link={link} list={list} />
      ) : (
        <NoActivity isFiltered={isFiltered} />
      )}
      <div className={isDone ? undefined : styles.foot}>
        <LoadMore
          busy={isLoadingMore}
          onLoad={loadMore}
          shown={entries.length}
          failure={moreFailure}
          isDone={isDone}
          list={list}
        />
      </div>
    </>
  );
}
