import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ChangeEvent, useState } from "react";
import { LazyBoundary } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { Kbd } from "@/shared/ui/button/kbd";
import { useReturnFocus } from "@/shared/ui/dialog/use-return-focus";
import { focusField, onPassedEscape } from "@/shared/ui/focus/focus";
import styles from "./palette.module.css";

const PaletteList = lazyOnPress(() =>
  import("./palette-list").then((palette) => palette.PaletteList),
);

type PaletteProps = {
  onClose: () => void;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
};

/** The command palette. Its field takes what is typed while the code of its list loads. */
export function Palette({ onClose, ...entries }: PaletteProps) {
  const [search, setSearch] = useState("");
  const [opener] = useState(() => document.activeElement);
  const focus = useReturnFocus(opener);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className={styles.palette}
          aria-describedby={undefined}
          onKeyDown={onPassedEscape(onClose)}
          {...focus}
        >
          <span className="visually-hidden">
            <Dialog.Title>Search or jump to…</Dialog.Title>
          </span>
          <LazyBoundary
            failure="Search could not be loaded."
            onFailed={onClose}
            fallback={<LoadingList search={search} onSearch={setSearch} />}
          >
            <PaletteList search={search} onSearch={setSearch} onClose={onClose} {...entries} />
          </LazyBoundary>
          <PaletteFoot />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type LoadingListProps = { search: string; onSearch: (search: string) => void };

const LoadingList = ({ search, onSearch }: LoadingListProps) => (
  <>
    <div className={styles.input}>
      <Search aria-hidden />
      <input
        ref={focusField}
        aria-label="Search or jump to…"
        placeholder="Search or jump to…"
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => onSearch(target.value)}
      />
    </div>
    <div className={styles.loading} aria-busy />
  </>
);

const PaletteFoot = () => (
  <div className={styles.foot} aria-hidden="true">
    <span>
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd> move
    </span>
    <span>
      <Kbd>Enter</Kbd> open
    </span>
    <span>
      <Kbd>Esc</Kbd> close
    </span>
  </div>
);
