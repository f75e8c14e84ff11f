import type { ComponentProps } from "react";
import styles from "./kbd.module.css";

export function Kbd(props: ComponentProps<"kbd">) {
  return <kbd className={styles.kbd} {...props} />;
}

/** Several keys: pressed together, or one after the other. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}
