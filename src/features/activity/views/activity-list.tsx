import { ListChecks } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { MarkedText } from "@/entities/post";
import { Time } from "@/shared/time/time";
import { EmptyState } from "@/shared/ui/panel/notice";
import { Badge, type Tone } from "@/shared/ui/status/badge";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { type Activity, activityKinds } from "../schema";
import styles from "./activity-list.module.css";

/** Renders the link to what an entry is about; the text alone if there is no place that shows it. */
export type LinkTo = (entry: Activity, text: ReactNode) => ReactNode;

type ActivityListProps = {
  entries: readonly Activity[];
  link: LinkTo;
  list?: RefObject<HTMLUListElement | null>;
};

export const ActivityList = ({ entries, link, list }: ActivityListProps) => (
  <ul ref={list} className={styles.list}>
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} link={link} />
    ))}
  </ul>
);

function Entry({ entry, link }: Pick<ActivityListProps, "link"> & { entry: Activity }) {
  const { kind, user_name, group_name, about, detail, at } = entry;
  return (
    <li className={styles.entry}>
      <span className={styles.kind}>
        <Badge tone={isKnown(kind) ? tones[kind] : undefined}>
          {isKnown(kind) ? activityKinds[kind] : kind || "Done"}
        </Badge>
      </span>
      <span className={styles.words}>
        {about && <bdi className={styles.about}>{link(entry, <MarkedText text={about} />)}</bdi>}
        {detail && (
          <bdi className={styles.detail}>
            <MarkedText text={detail} />
          </bdi>
        )}
      </span>
      <span className={styles.end}>
        <span className={styles.by}>
          <bdi>{user_name ?? "Server"}</bdi>
          {group_name && (
            <>
              {" · "}
              <bdi>{group_name}</bdi>
            </>
          )}
        </span>
        <Time value={at} as="relative" />
      </span>
    </li>
  );
}

const isKnown = (kind: string): kind is keyof typeof activityKinds =>
  Object.hasOwn(activityKinds, kind);

const tones: Partial<Record<keyof typeof activityKinds, Tone>> = {
  approved: "success",
  published: "success",
  failed: "danger",
  unknown: "warning",
  rejected: "warning",
  cancelled: "warning",
  cleared: "warning",
};

export const NoActivity = ({ isFiltered = false }: { isFiltered?: boolean }) => (
  <EmptyState
    icon={<ListChecks />}
    title={isFiltered ? "No activity matches these filters." : "No activity yet."}
    hint={
      isFiltered
        ? "Choose another group, person or kind."
        : "Approvals, posts, settings changes and sign-ins are listed here for 180 days."
    }
  />
);

export const LoadingActivity = ({ rows }: { rows: number }) => (
  <Loading label="Loading activity">
    <div className={styles.list}>
      {Array.from({ length: rows }, (_, row) => (
        // The rows of a skeleton never change their places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={row} className={styles.entry}>
          <span className={styles.kind}>
            <Skeleton width={72} height={20} radius={5} />
          </span>
          <span className={styles.words}>
            <Skeleton width={`${[58, 42, 66, 50][row % 4]}%`} />
          </span>
          <Skeleton width={140} />
        </div>
      ))}
    </div>
  </Loading>
);
