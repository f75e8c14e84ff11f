import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import {
  CornerDownRight,
  Keyboard,
  LogOut,
  MonitorX,
  PanelLeft,
  Play,
  Plus,
  Search,
  Tag,
} from "lucide-react";
import { useState } from "react";
import { categoryName, categoryQueries, isArchived } from "@/entities/category";
import { GroupTile, groupQueries } from "@/entities/group";
import { authApi, logOut, useEndAllSessions } from "@/features/auth";
import { isOffered } from "@/shared/api/capabilities";
import { matches } from "@/shared/format/search";
import { screenActions } from "@/shared/keyboard/screen-actions";
import { activeGroup, useNamedGroup, useNewGroupDialog } from "./active-group";
import { focusField } from "./focus-field";
import { screens, tabPlaces } from "./navigation";
import styles from "./palette.module.css";

type PaletteListProps = EntriesProps & {
  search: string;
  onSearch: (search: string) => void;
};

/** Every page, tab, category, group and action, found by a few letters of its name. */
export function PaletteList({ search, onSearch, ...entries }: PaletteListProps) {
  return (
    // Matches by words, not by scattered letters: Enter takes the first hit.
    <Command
      label="Search or jump to…"
      loop
      filter={(value, typed) => (matches(value, typed) ? 1 : 0)}
    >
      <div className={styles.input}>
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <Command.Input
          ref={focusField}
          placeholder="Search or jump to…"
          value={search}
          onValueChange={onSearch}
        />
      </div>
      <Command.List className={styles.list} label="Results">
        <Entries {...entries} />
      </Command.List>
    </Command>
  );
}

type EntriesProps = {
  onClose: () => void;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
};

function Entries({ onClose, onToggleSidebar, onShortcuts }: EntriesProps) {
  // The actions from when the palette opened: the effect of Enter must not change while someone
  // types.
  const [actions] = useState(screenActions.read);
  const navigate = useNavigate();
  const newGroup = useNewGroupDialog();
  const endAllSessions = useEndAllSessions();
  // Only from the cache at first: the palette must open at once, also without a server.
  const groups = useQuery(groupQueries.list()).data?.items ?? [];
  const group = activeGroup(groups, useNamedGroup());
  const categories =
    useQuery({ ...categoryQueries.ofGroup(group?.id ?? ""), enabled: group !== undefined }).data
      ?.items ?? [];
  const then = (act: () => unknown) => () => {
    onClose();
    act();
  };
  return (
    <>
      <Command.Empty className={styles.empty}>Nothing has that name.</Command.Empty>
      <Command.Group heading="Pages" className={styles.group}>
        {screens.map(({ to, label, icon: Icon }) => (
          <Command.Item key={to} value={label} onSelect={then(() => navigate({ to }))}>
            <Icon aria-hidden />
            {label}
          </Command.Item>
        ))}
      </Command.Group>
      {actions.length > 0 && (
        <Command.Group heading="On this screen" className={styles.group}>
          {actions.map(({ label, run }) => (
            <Command.Item key={label} value={label} onSelect={then(run)}>
              <Play aria-hidden />
              {label}
            </Command.Item>
          ))}
        </Command.Group>
      )}
      <Command.Group heading="Tabs" className={styles.group}>
        {tabPlaces.map(({ label, of, go }) => (
          <Command.Item
            key={`${of} ${label}`}
            value={`${label} ${of}`}
            onSelect={then(() => navigate(go))}
          >
            <CornerDownRight aria-hidden />
            {label}
            <span className={styles.of}>{of}</span>
          </Command.Item>
        ))}
      </Command.Group>
      {categories.length > 0 && (
        <Command.Group heading={`Categories of ${group?.name}`} className={styles.group}>
          {categories.map((category) => (
            <Command.Item
              key={category.id}
              value={`${categoryName(category)} ${category.id}`}
              onSelect={then(() =>
                navigate({
                  to: "/dashboard/content",
                  search: { category: category.id, archived: isArchived(category) },
                }),
              )}
            >
              <Tag aria-hidden />
              <span className={styles.name}>{categoryName(category)}</span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {groups.length > 0 && (
        <Command.Group heading="Groups" className={styles.group}>
          {groups.map((group) => (
            <Command.Item
              key={group.id}
              value={`${group.name} ${group.id}`}
              onSelect={then(() =>
                navigate({ to: ".", search: (s) => ({ ...s, group: group.id }) }),
              )}
            >
              <GroupTile group={group} />
              <span className={styles.name}>{group.name}</span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
      <Command.Group heading="Actions" className={styles.group}>
        <Command.Item value="New Group" onSelect={then(newGroup.open)}>
          <Plus aria-hidden />
          New Group
        </Command.Item>
        <Command.Item value="Collapse or expand the sidebar" onSelect={then(onToggleSidebar)}>
          <PanelLeft aria-hidden />
          Collapse or expand the sidebar
        </Command.Item>
        <Command.Item value="Keyboard shortcuts" onSelect={then(onShortcuts)}>
          <Keyboard aria-hidden />
          Keyboard shortcuts
        </Command.Item>
        <Command.Item value="Logout" onSelect={then(logOut)}>
          <LogOut aria-hidden />
          Logout
        </Command.Item>
        {isOffered(authApi.endAllSessions) && (
          <Command.Item value="End all sessions" onSelect={then(endAllSessions)}>
            <MonitorX aria-hidden />
            End all sessions
          </Command.Item>
        )}
      </Command.Group>
    </>
  );
}
