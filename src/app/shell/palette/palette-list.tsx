import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import {
  CornerDownRight,
  Ellipsis,
  Keyboard,
  ListChecks,
  LogOut,
  MonitorX,
  PanelLeft,
  Play,
  Plus,
  RotateCw,
  Search,
} from "lucide-react";
import { useState } from "react";
import { type Group, GroupTile, groupQueries } from "@/entities/group";
import { activityApi } from "@/features/activity";
import { authApi, logOut, useEndAllSessions } from "@/features/auth";
import { isOffered } from "@/shared/api/capabilities";
import { formatFigure } from "@/shared/format/number";
import { matches } from "@/shared/format/search";
import { screenActions } from "@/shared/keyboard/screen-actions";
import { focusField } from "@/shared/ui/focus/focus";
import { activeGroup, searchInGroup, useNamedGroup } from "../active-group";
import { screens, tabPlaces } from "../navigation/screens";
import { useNewGroupDialog } from "../use-new-group-dialog";
import styles from "./palette.module.css";
import { type Kind, usePaletteKinds } from "./use-palette-kinds";

type PaletteListProps = EntriesProps & {
  search: string;
  onSearch: (search: string) => void;
};

/**
 * Every page, tab, group and action, and the records of the active group, found by a few letters or
 * by the id.
 */
export function PaletteList({ search, onSearch, ...entries }: PaletteListProps) {
  // Only from the cache at first: the palette must open at once, also without a server.
  const { items: groups, unreadable } = useQuery(groupQueries.list()).data ?? noGroups;
  const unread = { name: "groups", unreadable };
  const kinds = usePaletteKinds(activeGroup(groups, useNamedGroup()), search);
  return (
    // Matches by words, not by scattered letters: Enter takes the first hit.
    <Command
      label="Search or jump to…"
      loop
      filter={(value, typed, [rank] = []) => rankOf(rank) ?? (matches(value, typed) ? 1 : 0)}
    >
      <div className={styles.input}>
        <Search aria-hidden />
        <Command.Input
          ref={focusField}
          placeholder="Search or jump to…"
          value={search}
          onValueChange={onSearch}
        />
      </div>
      <Command.List className={styles.list} label="Results">
        <Entries {...entries} groups={groups} kinds={kinds} isWhole={isWhole([unread, ...kinds])} />
      </Command.List>
      <SearchProgress kinds={kinds} unread={search.trim() ? [unread, ...kinds] : []} />
    </Command>
  );
}

const noGroups = { items: [], unreadable: 0 };

/** True if all records have been searched. */
const isWhole = (lists: readonly (Pick<Kind, "unreadable"> & Partial<Kind>)[]) =>
  lists.every(({ unreadable, retry }) => unreadable === 0 && !retry);

/** A whole id comes first, and 'n more' last. */
const ranks: Readonly<Record<Rank, number>> = { exact: 2, hit: 1, rest: 0.5 };

const rankOf = (rank: string | undefined) => (rank ? ranks[rank as Rank] : undefined);

const isBesideTabs = ({ name }: Kind) => name === "categories";

type EntriesProps = {
  onClose: () => void;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
};

type Found = { groups: readonly Group[]; kinds: readonly Kind[]; isWhole: boolean };

function Entries({
  onClose,
  onToggleSidebar,
  onShortcuts,
  groups,
  kinds,
  isWhole,
}: EntriesProps & Found) {
  // The actions from when the palette opened: the effect of Enter must not change while someone
  // types.
  const [actions] = useState(screenActions.read);
  const navigate = useNavigate();
  const newGroup = useNewGroupDialog();
  const endAllSessions = useEndAllSessions();
  const then = (act: () => unknown) => () => {
    onClose();
    act();
  };
  return (
    <>
      <Command.Empty className={styles.empty}>
        {kinds.some(({ isLoading }) => isLoading)
          ? "Searching…"
          : isWhole
            ? "No results."
            : "No results in what could be read."}
      </Command.Empty>
      <Command.Group heading="Pages" className={styles.group}>
        {screens.map(({ to, label, icon: Icon }) => (
          <Command.Item key={to} value={label} onSelect={then(() => navigate({ to }))}>
            <Icon aria-hidden />
            {label}
          </Command.Item>
        ))}
        {isOffered(activityApi.list) && (
          <Command.Item
            value="Activity"
            onSelect={then(() => navigate({ to: "/dashboard/activity" }))}
          >
            <ListChecks aria-hidden />
            Activity
          </Command.Item>
        )}
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
        {tabPlaces.map(({ label, screen, go }) => (
          <Command.Item
            key={`${screen} ${label}`}
            value={`${label} ${screen}`}
            onSelect={then(() => navigate(go))}
          >
            <CornerDownRight aria-hidden />
            {label}
            <span className={styles.detail}>{screen}</span>
          </Command.Item>
        ))}
      </Command.Group>
      <PaletteRecords kinds={kinds.filter(isBesideTabs)} then={then} />
      {groups.length > 0 && (
        <Command.Group heading="Groups" className={styles.group}>
          {groups.map((group) => (
            <Command.Item
              key={group.id}
              value={`${group.name} ${group.id}`}
              onSelect={then(() =>
                navigate({ to: ".", search: (s) => searchInGroup(s, group.id) }),
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
      <PaletteRecords kinds={kinds.filter((kind) => !isBesideTabs(kind))} then={then} />
      <NotSearched kinds={kinds} />
    </>
  );
}

/** The rank of a record that was found already: the palette's filter must not filter it again. */
export type Rank = "exact" | "hit" | "rest";

type PaletteRecordsProps = {
  kinds: readonly Kind[];
  /** Closes the palette and does this. */
  then: (act: () => unknown) => () => void;
};

/** The records of the active group that match the search. */
const PaletteRecords = ({ kinds, then }: PaletteRecordsProps) =>
  kinds
    .filter(({ hits }) => hits.length > 0)
    .map(({ name, heading, icon: Icon, hits, more, openAll }) => (
      <Command.Group key={name} heading={heading} className={styles.group}>
        {hits.map(({ id, name: title, detail, isExact, open }) => (
          <Command.Item
            key={String(id)}
            value={`${name} ${id}`}
            keywords={[(isExact ? "exact" : "hit") satisfies Rank]}
            onSelect={then(open)}
          >
            <Icon aria-hidden />
            <span className={styles.name}>{title}</span>
            {detail && <span className={styles.detail}>{detail}</span>}
          </Command.Item>
        ))}
        {more > 0 && (
          <Command.Item
            key="more"
            value={`${name} more`}
            keywords={["rest" satisfies Rank]}
            onSelect={then(openAll)}
          >
            <Ellipsis aria-hidden />
            {more} more
          </Command.Item>
        )}
      </Command.Group>
    ));

/** An option, not a button: Enter belongs to the list. */
const NotSearched = ({ kinds }: Pick<PaletteRecordsProps, "kinds">) =>
  kinds.some(({ retry }) => retry) && (
    <Command.Group heading="Not searched" className={styles.group} forceMount>
      {kinds.map(
        ({ name, retry }) =>
          retry && (
            <Command.Item key={name} value={`retry ${name}`} forceMount onSelect={retry}>
              <RotateCw aria-hidden />
              <span className={styles.name}>Failed to load {name}. Try again</span>
            </Command.Item>
          ),
      )}
    </Command.Group>
  );

type SearchProgressProps = Pick<PaletteRecordsProps, "kinds"> & {
  /** The lists that are searched, with how many of their records could not be read. */
  unread: readonly Pick<Kind, "name" | "unreadable">[];
};

/** Says below the list which records are still being read, and which could not be. */
function SearchProgress({ kinds, unread }: SearchProgressProps) {
  const loading = kinds.filter(({ isLoading }) => isLoading).map(({ name }) => name);
  const missing = unread
    .filter(({ unreadable }) => unreadable > 0)
    .map(({ name, unreadable }) => `${formatFigure(unreadable)} of the ${name}`);
  return (
    <p role="status" className={styles.progress}>
      {[
        loading.length > 0 && `Searching ${loading.join(", ")}…`,
        missing.length > 0 && `Could not be read: ${missing.join(", ")}.`,
      ]
        .filter(Boolean)
        .join(" ")}
    </p>
  );
}
