import { SafeImage } from "@/shared/media/safe-image";
import type { Group } from "../contract";
import styles from "./group-tile.module.css";

/** A group's logo. Without one, or if it does not load: the first letter on a hue of its own. */
export function GroupTile({ group }: { group: Group }) {
  const letter = [...group.name.trim()][0]?.toLocaleUpperCase() ?? "?";
  return (
    <SafeImage
      url={group.logo_url}
      alt=""
      className={styles.tile}
      fallback={
        <span className={styles.tile} data-hue={hueOf(String(group.id))} aria-hidden="true">
          {letter}
        </span>
      }
    />
  );
}

const hues = 6;

/** A group's hue from 1 to 6, always the same one for its id. */
export function hueOf(id: string): number {
  let sum = 0;
  for (const char of id) sum += char.codePointAt(0) ?? 0;
  return (sum % hues) + 1;
}
