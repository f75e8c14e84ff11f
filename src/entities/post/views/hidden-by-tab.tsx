import type { PostKind } from "../schema";
import styles from "./post.module.css";

type HiddenByTabProps = { kind: PostKind; count: number };

const names: Readonly<Record<PostKind, { one: string; many: string }>> = {
  media: { one: "text-only post is", many: "text-only posts are" },
  text: { one: "image/video post is", many: "image/video posts are" },
};

/** Says how many of a list's posts the other tab of the screen shows. */
export function HiddenByTab({ kind, count }: HiddenByTabProps) {
  if (count === 0) return null;
  return (
    <p className={styles.elsewhere}>
      {count} {count === 1 ? names[kind].one : names[kind].many} on the other tab.
    </p>
  );
}
