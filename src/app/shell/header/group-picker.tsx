import { useNavigate } from "@tanstack/react-router";
import { memo, useEffect, useId, useRef } from "react";
import { GroupTile, groupQueries } from "@/entities/group";
import { CreateGroupDialog } from "@/features/groups";
import { sameId } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Badge } from "@/shared/ui/status/badge";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { searchInGroup, useActiveGroup, useIsGroupUnused } from "../active-group";
import { useNewGroupDialog } from "../use-new-group-dialog";
import styles from "./group-picker.module.css";

export const GroupPicker = memo(() => {
  const labelId = useId();
  const dialog = useNewGroupDialog();
  const isUnused = useIsGroupUnused();
  return (
    <section
      className={styles.picker}
      aria-labelledby={labelId}
      data-unused={isUnused ? "" : undefined}
      title={isUnused ? "Publishing shows the posts of all groups." : undefined}
    >
      <span id={labelId} className={styles.pickerLabel}>
        Active Group
      </span>
      <PanelBoundary loading={<LoadingGroups />} record="group">
        <GroupButtons />
      </PanelBoundary>
      <Button variant="ghost" className={styles.newGroup} onClick={dialog.open}>
        + <span className={styles.newGroupText}>New Group</span>
      </Button>
      <CreateGroupDialog open={dialog.isOpen} onClose={dialog.close} onCreated={dialog.select} />
    </section>
  );
});

function GroupButtons() {
  const navigate = useNavigate();
  const { items: groups, unreadable } = useRead(groupQueries.list());
  const active = useActiveGroup();
  const pressed = useRef<HTMLButtonElement>(null);
  const activeId = active && String(active.id);
  // The first group is in view anyway: scrolling to it would force another layout of the whole
  // page.
  const wasSeen = useRef(active === groups[0]);

  useEffect(() => {
    // Scrolls the chosen group into view, whether it was chosen by its button, the palette or a
    // link, or was just created.
    if (activeId && !wasSeen.current) {
      pressed.current?.scrollIntoView({ block: "nearest", inline: "center" });
    }
    wasSeen.current = false;
  }, [activeId]);

  if (groups.length === 0) {
    // The panel says how many could not be read: the first group is there already.
    if (unreadable > 0) return null;
    return (
      <p className={styles.noGroups}>
        No account groups found. Create one in the 'Account Groups &amp; Publishing' tab.
      </p>
    );
  }
  return (
    <ul className={styles.pickerRow}>
      {groups.map((group) => (
        <li key={group.id}>
          <button
            type="button"
            className={styles.groupButton}
            ref={sameId(group.id, active?.id) ? pressed : undefined}
            aria-pressed={sameId(group.id, active?.id)}
            title={group.name}
            onClick={() =>
              void navigate({ to: ".", search: (search) => searchInGroup(search, group.id) })
            }
          >
            <GroupTile group={group} />
            <span className={styles.groupName}>{group.name}</span>
            {group.paused_at && (
              <>
                {" "}
                <Badge tone="warning">Paused</Badge>
              </>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

const LoadingGroups = () => (
  <div className={styles.loadingGroups}>
    <Skeleton width={132} height={32} radius={6} />
    <Skeleton width={118} height={32} radius={6} />
    <Skeleton width={124} height={32} radius={6} />
    <Loading label="Loading groups..." visible />
  </div>
);
