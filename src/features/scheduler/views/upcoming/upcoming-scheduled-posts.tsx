import { useGroupFilter } from "@/entities/group";
import type { PostKind } from "@/entities/post";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { lazyOnPress, lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-backend";
import type { LoadedPages } from "@/shared/query/use-read";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { Panel, Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import type { CalendarPlace } from "../calendar/calendar";
import styles from "./upcoming-scheduled-posts.module.css";

/** Lazy: the approval queue above it fills the first view. */
const Agenda = lazyOnPress(() => import("./agenda").then((part) => part.Agenda));

/** Only where the backend lists the posts of a range of time. */
const Calendar = lazyWithPreload(() =>
  import("../calendar/calendar").then((part) => part.Calendar),
);

const scheduleRange = { capability: "schedule-range" };

export type UpcomingView = "list" | "calendar";

export type UpcomingProps = CalendarPlace & {
  kind: PostKind;
  /** Those of the list. */
  pages: LoadedPages;
  view: UpcomingView;
  onView: (view: UpcomingView) => void;
  /** Shows the posts of the other kind. */
  onShowOther: () => void;
};

const views = [
  { value: "list", label: "List" },
  { value: "calendar", label: "Calendar" },
] as const;

export function UpcomingScheduledPosts(props: UpcomingProps) {
  const other = props.view === "list" ? "calendar" : "list";
  const { asked } = useGroupFilter();
  const isRangeOffered = useOffered(scheduleRange);
  useScreenAction(`Show what is scheduled as a ${other}`, () => props.onView(other));
  return (
    <Region
      id="scheduled-posts"
      title="Upcoming Scheduled Posts"
      actions={
        <Segmented
          label="View"
          size="sm"
          value={props.view}
          onChange={props.onView}
          options={views}
        />
      }
    >
      <Panel>
        <PanelBoundary resetKey={`${props.view} ${asked}`} loading={<LoadingAgenda />}>
          {props.view === "calendar" && isRangeOffered ? (
            <Calendar {...props} />
          ) : (
            <Agenda {...props} />
          )}
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

const LoadingAgenda = () => (
  <Loading label="Loading scheduled posts">
    <div className={styles.agenda}>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={styles.agendaRow}>
          <Skeleton width={104} />
          <Skeleton width={52} />
          <Skeleton width={140} />
          <Skeleton width={28} height={28} radius={5} />
          <Skeleton width={`${[82, 64, 74, 58, 70][row]}%`} />
        </div>
      ))}
    </div>
  </Loading>
);
