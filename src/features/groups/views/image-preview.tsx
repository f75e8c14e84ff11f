import { ImageOff } from "lucide-react";
import { SafeImage } from "@/shared/media/safe-image";
import { safeUrl } from "@/shared/media/safe-url";
import styles from "./image-preview.module.css";

type ImagePreviewProps = {
  label: string;
  /** The address in the field, saved or not. */
  url: string | null | undefined;
  /** The caption while the address is empty. */
  none: string;
  size?: "sm" | "lg";
};

/** Shows the image at an address while it is typed. The box keeps its size. */
export function ImagePreview({ label, url, none, size = "lg" }: ImagePreviewProps) {
  const text = url?.trim() ?? "";
  return (
    <figure className={styles.preview} data-size={size}>
      <SafeImage
        // Another address is another image: a failure to load must not carry over to the next.
        key={text}
        url={text}
        alt={label}
        className={styles.image}
        fallback={
          <span className={styles.none} role="img" aria-label={`${label}: no image`}>
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
  return "This address cannot be shown here. It is saved as it is.";
}
