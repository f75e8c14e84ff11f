import type { PostKind } from "../schema";
import styles from "./post.module.css";

type HiddenByTabProps = {
  kind: PostKind;
  count: number;
  /** Opens the other tab: only the page knows its address. */
  onShow: () => void;
};

const names: Readonly<Record<PostKind, { one: string; many: string }>> = {
  media: { one: "text-only post is", many: "text-only posts are" },
  text: { one: "image/video post is", many: "image/video posts are" },
};

/** Says how many of a list's posts the other tab of the screen shows, and leads there. */
export function HiddenByTab({ kind, count, onShow }: HiddenByTabProps) {
  if (count === 0) return null;
  const sentence = `${count} ${count === 1 ? names[kind].one : names[kind].many} on the other tab.`;
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
