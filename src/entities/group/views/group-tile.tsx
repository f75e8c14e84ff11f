import { SafeImage } from "@/shared/media/safe-image";
import { hueOf } from "../hue";
import type { Group } from "../schema";
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
