import { kindNames, type PostKind } from "../schema";
import styles from "./post.module.css";

type HiddenByTabProps = {
  kind: PostKind;
  count: number;
  /** Opens the other tab: only the page knows its address. */
  onShow: () => void;
};

/** Says how many of a list's posts the other tab of the screen shows, and leads there. */
export function HiddenByTab({ kind, count, onShow }: HiddenByTabProps) {
  if (count === 0) return null;
  const other = kindNames[kind === "media" ? "text" : "media"];
  const sentence = `${count} ${other} ${count === 1 ? "post is" : "posts are"} on the other tab.`;
  return (
    <button
      type="button"
      className={styles.more}
      onClick={({ currentTarget }) => {
        // The other tab may not have this button, and the focus would be lost with it.
        currentTarget.closest<HTMLElement>("[role=tabpanel]")?.focus({ preventScroll: true });
        onShow();
      }}
    >
      {sentence}
    </button>
  );
}
