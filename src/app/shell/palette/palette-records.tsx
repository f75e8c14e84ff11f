import { Command } from "cmdk";
import { Ellipsis, RotateCw } from "lucide-react";
import { formatFigure } from "@/shared/format/number";
import styles from "./palette.module.css";
import type { Kind } from "./use-palette-kinds";

/** The rank of a record that was found already: the palette's filter must not filter it again. */
export type Rank = "exact" | "hit" | "rest";

type PaletteRecordsProps = {
  kinds: readonly Kind[];
  /** Closes the palette and does this. */
  then: (act: () => unknown) => () => void;
};

/** What the palette has found among the records of the active group. */
export const PaletteRecords = ({ kinds, then }: PaletteRecordsProps) =>
  kinds
    .filter(({ hits }) => hits.length > 0)
    .map(({ name, heading, icon: Icon, hits, more, openAll }) => (
      <Command.Group key={name} heading={heading} className={styles.group}>
        {hits.map(({ id, name: title, of, isExact, open }) => (
          <Command.Item
            key={String(id)}
            value={`${name} ${id}`}
            keywords={[(isExact ? "exact" : "hit") satisfies Rank]}
            onSelect={then(open)}
          >
            <Icon aria-hidden />
            <span className={styles.name}>{title}</span>
            {of && <span className={styles.of}>{of}</span>}
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
export const NotSearched = ({ kinds }: Pick<PaletteRecordsProps, "kinds">) =>
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
export function SearchProgress({ kinds, unread }: SearchProgressProps) {
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
