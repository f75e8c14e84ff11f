import { Search } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { Kbd } from "@/shared/ui/kbd";
import styles from "./command-palette.module.css";

type PlainPaletteProps = {
  typed: string;
  onType: (text: string) => void;
  /** What had the focus before. */
  opener: Element | null;
  onClose: () => void;
};

/** The palette's field, while the code of its list is loaded. */
export function PlainPalette({ typed, onType, opener, onClose }: PlainPaletteProps) {
  const field = useRef<HTMLInputElement>(null);
  // Not an effect: letters typed before it would be lost.
  useLayoutEffect(() => {
    field.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [opener]);
  return (
    <>
      <div className={styles.scrim} onPointerDown={onClose} />
      <div
        role="dialog"
        aria-modal="true"
        aria-label="Search or jump to…"
        className={styles.palette}
      >
        <div className={styles.input}>
          <Search size={16} strokeWidth={1.75} aria-hidden />
          <input
            ref={field}
            aria-label="Search or jump to…"
            placeholder="Search or jump to…"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => onType(target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") onClose();
              // There is nothing else here to go to, and what is behind the palette is out of reach.
              if (event.key === "Tab") event.preventDefault();
            }}
          />
        </div>
        <div className={styles.list} style={{ height: "60dvh" }} aria-busy />
        <PaletteFoot />
      </div>
    </>
  );
}

export const PaletteFoot = () => (
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
