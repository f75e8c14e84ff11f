import type { ComponentProps, ReactNode } from "react";
import styles from "./code-area.module.css";

type CodeAreaProps = Omit<ComponentProps<"textarea">, "className" | "value"> & {
  value: string;
  /** The same text, coloured; undefined if it is too long for that. */
  coloured?: ReactNode;
  /** The lines with errors, counted from 1. */
  badLines?: readonly number[];
};

/**
 * A text area with numbered lines. The visible text is rendered below the text area, in the same
 * font. The text area itself shows only the caret and the selection.
 */
export function CodeArea({ value, coloured, badLines = [], ...area }: CodeAreaProps) {
  return (
    <div className={styles.code} data-invalid={area["aria-invalid"] ? "" : undefined}>
      <pre className={styles.numbers} aria-hidden="true">
        {numbersOf(value.split("\n").length, badLines)}
      </pre>
      <div className={styles.sheet}>
        {/* A line break at the end begins one more line, which only shows if there is something
            on it. */}
        <pre className={styles.seen} aria-hidden="true">
          {coloured ?? value}{" "}
        </pre>
        <textarea
          className={styles.typed}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          {...area}
          value={value}
        />
      </div>
    </div>
  );
}

function numbersOf(count: number, badLines: readonly number[]): ReactNode {
  const texts: ReactNode[] = [];
  let from = 1;
  for (const bad of [...new Set(badLines)].sort((one, other) => one - other)) {
    if (bad > count) break;
    texts.push(textOf(from, bad), <b key={bad}>{bad}</b>, bad < count ? "\n" : "");
    from = bad + 1;
  }
  return [...texts, textOf(from, count + 1).trimEnd()];
}

/** Returns the numbers from `from` to before `to`, each with a line break. */
const textOf = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => `${from + index}\n`).join("");

/** Puts the cursor on a line, from 1, and brings it into view. */
export function goToLine(area: HTMLTextAreaElement, line: number) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  const height = Number.parseFloat(getComputedStyle(area).lineHeight) || 19;
  const scroller = area.closest(`.${styles.code}`);
  if (scroller) scroller.scrollTop = (line - 1) * height - scroller.clientHeight / 2;
  area.scrollIntoView({ block: "nearest" });
}
