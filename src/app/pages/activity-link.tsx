import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Activity } from "@/features/activity";
import { configTabs } from "../shell/tabs";

/** Renders the link to what an entry is about. Without a place that shows it: the text alone. */
export const activityLink = (entry: Activity, text: ReactNode) => (
  <ActivityLink entry={entry}>{text}</ActivityLink>
);

function ActivityLink({ entry, children }: { entry: Activity; children: ReactNode }) {
  const { kind, subject, subject_id, group_id, post_kind } = entry;
  // Left out where the entry concerns all groups: the active group stays.
  const group = group_id === null || group_id === undefined ? {} : { group: group_id };
  switch (subject) {
    case "queue": {
      const region = regionOf(kind);
      return (
        <Link
          to="/dashboard/publishing"
          search={{
            ...group,
            tab: post_kind === "text" ? "text" : undefined,
            // A rejected post is not among the pending ones.
            status: kind === "rejected" ? "rejected" : undefined,
            item: region === "approval-queue" ? (subject_id ?? undefined) : undefined,
          }}
          hash={region}
        >
          {children}
        </Link>
      );
    }
    case "post":
      return (
        <Link to="/dashboard/dashboard" search={{ ...group, post: subject_id ?? undefined }}>
          {children}
        </Link>
      );
    case "content":
      return (
        <Link to="/dashboard/content" search={{ ...group, category: subject_id ?? undefined }}>
          {children}
        </Link>
      );
    case "sale_rotator":
      return (
        <Link to="/dashboard/config" search={group} hash="sale-rotator">
          {children}
        </Link>
      );
    default: {
      const tab = tabOf(subject);
      return tab ? (
        <Link to="/dashboard/config" search={{ ...group, tab }}>
          {children}
        </Link>
      ) : (
        children
      );
    }
  }
}

/** The region of Publishing that shows a post after this. */
function regionOf(kind: string) {
  if (kind === "failed" || kind === "unknown") return "failed-posts";
  return ["approved", "rescheduled", "cancelled", "retried", "cleared"].includes(kind)
    ? "scheduled-posts"
    : "approval-queue";
}

const tabOf = (subject: string | null | undefined) =>
  subject === "categories" ? "evergreen" : configTabs.find(({ value }) => value === subject)?.value;
