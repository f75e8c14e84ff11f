import { ImageOff } from "lucide-react";
import { SafeImage } from "@/shared/media/safe-image";
import { safeUrl } from "@/shared/media/safe-url";
import styles from "./picture-preview.module.css";

type PicturePreviewProps = {
  label: string;
  /** What is typed now, saved or not. */
  url: string | null | undefined;
  /** Said while there is nothing to show. */
  none: string;
  size?: "sm" | "lg";
};

/** What an address leads to, while it is typed: its box stays as large as it is. */
export function PicturePreview({ label, url, none, size = "lg" }: PicturePreviewProps) {
  const text = url?.trim() ?? "";
  return (
    <figure className={styles.preview} data-size={size}>
      <SafeImage
        // Another address is another picture: one that did not load says nothing of the next.
        key={text}
        url={text}
        alt={label}
        className={styles.picture}
        fallback={
          <span className={styles.none} role="img" aria-label={`${label}: nothing to show`}>
            <ImageOff aria-hidden="true" />
            {size === "lg" && safeUrl(text) && "Image did not load"}
          </span>
        }
      />
      <figcaption>{captionOf(text, none)}</figcaption>
    </figure>
  );
}

function captionOf(text: string, none: string) {
  if (!text) return none;
  if (safeUrl(text)) return text;
  return "Not an address that can be shown here: it is kept as it is.";
}
