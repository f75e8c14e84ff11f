import { ImageOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useRetrySignal } from "@/shared/query/retry-signal";
import styles from "./media.module.css";
import { safeUrl } from "./safe-url";

type SafeImageProps = {
  url: string | null | undefined;
  /** Describes the image; empty if the text beside it says everything. */
  alt: string;
  className?: string | undefined;
  /** Shown if there is no image, or if it does not load. */
  fallback?: ReactNode;
};

/** An image at an address from the server. The box around it has its size before the image loads. */
export function SafeImage({ url, alt, className, fallback }: SafeImageProps) {
  const safe = safeUrl(url);
  const [isBroken, onError] = useBroken(safe?.href);
  if (!safe || isBroken) {
    return (
      fallback ?? (
        <span className={styles.missing} role="img" aria-label={alt || "No image"}>
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
      onError={onError}
    />
  );
}

/**
 * Returns whether the file at this address could not be loaded, and a function that records that. The
 * file is tried again when everything that failed is: when the network or the server is back.
 */
export function useBroken(address: string | undefined): [isBroken: boolean, onError: () => void] {
  const attempt = `${useRetrySignal()} ${address}`;
  const [broken, setBroken] = useState<string>();
  return [broken === attempt, () => setBroken(attempt)];
}
