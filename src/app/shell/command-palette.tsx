import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import {
  CornerDownRight,
  Keyboard,
  LogOut,
  PanelLeft,
  Play,
  Plus,
  Search,
  Tag,
} from "lucide-react";
import { Dialog } from "radix-ui";
import { type ComponentProps, useState } from "react";
import { flushSync } from "react-dom";
import { categoryName, categoryQueries, isArchived } from "@/entities/category";
import { GroupTile, groupQueries } from "@/entities/group";
import { matches } from "@/shared/format/search";
import { screenActions } from "@/shared/keyboard/screen-actions";
import { session } from "@/shared/session/session";
import { useAfterFrame } from "@/shared/ui/use-after-frame";
import { useReturnFocus } from "@/shared/ui/use-return-focus";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import { activeGroup, useNamedGroup, useNewGroupDialog } from "./active-group";
import styles from "./command-palette.module.css";
import { screens, tabPlaces } from "./navigation";
import { PaletteFoot } from "./plain-palette";

type CommandPaletteProps = {
  /** What was typed before this code was here. */
  typed: string;
  /** What had the focus before. */
  opener: Element | null;
  onClose: () => void;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
};

/** Everything that can be reached from here, found by a few letters of its name. */
export function CommandPalette({ typed, opener, onClose, ...entries }: CommandPaletteProps) {
  // As they were when it opened: what a press would do must not change under the hand.
  const [actions] = useState(screenActions.read);
  const focus = useReturnFocus(opener);
  const [isTyped, setTyped] = useState(typed !== "");
  // The frame that it opens in is there for the field, and the first press of a key goes through all.
  const isWhole = useAfterFrame(true, false) || isTyped;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={styles.palette} aria-describedby={undefined} {...focus}>
          <VisuallyHidden>
            <Dialog.Title>Search or jump to…</Dialog.Title>
          </VisuallyHidden>
          {/* By words, not by scattered letters: the first hit is what Enter takes. */}
          <Command
            label="Search or jump to…"
            loop
            filter={(value, search) => (matches(value, search) ? 1 : 0)}
          >
            <div className={styles.input}>
              <Search size={16} strokeWidth={1.75} aria-hidden />
              <SearchField
                typed={typed}
                // Before the list hears of the key, which may be to move in it.
                onKeyDown={() => isWhole || flushSync(() => setTyped(true))}
                onPaste={() => setTyped(true)}
              />
            </div>
            <Command.List
              className={styles.list}
              // As high as it becomes: all of it is always more than its most.
              style={isWhole ? undefined : { height: "60dvh" }}
              aria-busy={!isWhole}
              label="Results"
            >
              {isWhole && <Entries actions={actions} onClose={onClose} {...entries} />}
            </Command.List>
            <PaletteFoot />
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type SearchFieldProps = Omit<ComponentProps<typeof Command.Input>, "value"> & { typed: string };

/** Apart, so that a letter renders the field alone. */
function SearchField({ typed, ...rest }: SearchFieldProps) {
  const [search, setSearch] = useState(typed);
  return (
    <Command.Input
      ref={goOnTyping}
      placeholder="Search or jump to…"
      value={search}
      onValueChange={setSearch}
      {...rest}
    />
  );
}

/** In the commit that takes the place of the plain field: an effect would lose the letters before it. */
function goOnTyping(field: HTMLInputElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

type EntriesProps = Omit<CommandPaletteProps, "typed" | "opener"> & {
  actions: ReturnType<typeof screenActions.read>;
};

function Entries({ actions, onClose, onToggleSidebar, onShortcuts }: EntriesProps) {
  const navigate = useNavigate();
  const newGroup = useNewGroupDialog();
  // What is known is offered: the palette must open at once, and also while nothing loads.
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
        <Command.Item value="Logout" onSelect={then(() => session.signOut())}>
          <LogOut aria-hidden />
          Logout
        </Command.Item>
      </Command.Group>
    </>
  );
}
