import {
  siBluesky,
  siFacebook,
  siInstagram,
  siReddit,
  siThreads,
  siTiktok,
  siX,
} from "simple-icons";
import type { PlatformType } from "../platforms";
import styles from "./platform.module.css";

/** LinkedIn does not allow its mark in icon sets, so this path shows its two letters. */
const linkedin =
  "M4.7 2.3a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6zM2.7 8.8h4V22h-4zM9.4 8.8h3.8v1.8c.6-1 1.9-2.1 3.9-2.1 4 0 4.8 2.6 4.8 6.1V22h-4v-6.6c0-1.6 0-3.6-2.2-3.6s-2.4 1.7-2.4 3.5V22h-4z";

const marks: Readonly<Record<PlatformType, string>> = {
  x_twitter: siX.path,
  instagram: siInstagram.path,
  facebook_page: siFacebook.path,
  linkedin_profile: linkedin,
  linkedin_organization: linkedin,
  threads: siThreads.path,
  bluesky: siBluesky.path,
  reddit: siReddit.path,
  tiktok: siTiktok.path,
};

/** A platform's mark in its hue; always beside the name, never instead of it. */
export function PlatformGlyph({ type }: { type: string }) {
  if (!Object.hasOwn(marks, type)) return null;
  return (
    <svg
      className={styles.glyph}
      viewBox="0 0 24 24"
      aria-hidden="true"
      style={{ color: `var(--pf-${type})` }}
    >
      <path d={marks[type as PlatformType]} />
    </svg>
  );
}
