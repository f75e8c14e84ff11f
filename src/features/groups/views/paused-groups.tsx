import type { ReactNode } from "react";
import { type Group, groupQueries } from "@/entities/group";
import { useSharedRead } from "@/shared/query/use-read";
import { Notice } from "@/shared/ui/panel/notice";
import { BesidePanel } from "@/shared/ui/panel/panel-boundary";

type PausedGroupsProps = {
  /** Renders the link to a group's settings. */
  link: (group: Group) => ReactNode;
};

/** Says which groups are paused. The group picker shows a failure to load them. */
export const PausedGroups = (props: PausedGroupsProps) => (
  <BesidePanel resetKey="paused groups" loading={null}>
    <PausedNotice {...props} />
  </BesidePanel>
);

function PausedNotice({ link }: PausedGroupsProps) {
  const paused = useSharedRead(groupQueries.list()).items.filter(({ paused_at }) => paused_at);
  if (paused.length === 0) return null;
  return (
    <Notice tone="warning" title="Publishing is paused">
      {paused.length === 1
        ? "Nothing is published until this group is resumed: "
        : "Nothing is published until these groups are resumed: "}
      {paused.map((group, place) => (
        <span key={group.id}>
          {place > 0 && ", "}
          <bdi>{link(group)}</bdi>
        </span>
      ))}
      .
    </Notice>
  );
}
