import type { QueryKey } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { PostKind } from "@/entities/post";
import { FailedPosts, RecentlyPublished, UpcomingPosts } from "@/features/scheduler";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { buttonProps } from "@/shared/ui/button";

const EditFailedPost = lazyWithPreload(() =>
  import("./edit-failed-post").then((part) => part.EditFailedPost),
);

type PublishingListsProps = {
  kind: PostKind;
  /** Shows the posts of the other kind. */
  onShowOther: () => void;
  isUpcomingOpen: boolean;
  onToggleUpcoming: () => void;
  /** Queries that an edit of a failed post makes stale. */
  refreshes: readonly QueryKey[];
};

const settingsLink: ComponentProps<typeof FailedPosts>["settingsLink"] = (
  { group_id },
  { tab, text },
) => (
  <Link
    {...buttonProps({ size: "sm" })}
    to="/dashboard/config"
    // Without the group's id, the active group stays.
    search={{ tab, ...(group_id != null && { group: group_id }) }}
  >
    {text}
  </Link>
);

export const PublishingLists = ({
  refreshes,
  isUpcomingOpen,
  onToggleUpcoming,
  ...list
}: PublishingListsProps) => (
  <>
    <FailedPosts
      {...list}
      settingsLink={settingsLink}
      editor={(post, onClose) => (
        <EditFailedPost post={post} refreshes={refreshes} onClose={onClose} />
      )}
    />
    <UpcomingPosts {...list} isOpen={isUpcomingOpen} onToggle={onToggleUpcoming} />
    <RecentlyPublished {...list} />
  </>
);
