import { ImageOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import styles from "./media.module.css";
import { safeUrl } from "./safe-url";

type SafeImageProps = {
  url: string | null | undefined;
  /** What it shows; empty where the text beside it says it all. */
  alt: string;
  className?: string | undefined;
  /** Shown for no picture and for one that does not load. */
  fallback?: ReactNode;
};

/** A picture from an address of the server; the box around it has its size before it comes. */
export function SafeImage({ url, alt, className, fallback }: SafeImageProps) {
  const [broken, setBroken] = useState<string>();
  const safe = safeUrl(url);
  if (!safe || broken === safe.href) {
    return (
      fallback ?? (
        <span className={styles.missing} role="img" aria-label={alt || "No picture"}>
          <ImageOff size={16} strokeWidth={1.75} aria-hidden />
        </span>
      )
    );
  }
  return (
    <img
      className={className}
      src={safe.href}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(safe.href)}
    />
  );
}
