import { useState } from "react";
import { useAfterFrame } from "@/shared/ui/use-after-frame";
import { SafeLink } from "./safe-link";
import { safeUrl } from "./safe-url";

type SafeVideoProps = {
  url: string | null | undefined;
  poster?: string | null | undefined;
  /** What it shows. */
  label: string;
  className?: string | undefined;
};

/**
 * A film from an address of the server; where it cannot be played it can still be opened. The frame
 * that it comes with has its place alone: for the first film of a page Chromium reads a style sheet of
 * 120 kB, and its controls are of sixty elements and six pictures.
 */
export function SafeVideo({ url, poster, label, className }: SafeVideoProps) {
  const [isBroken, setBroken] = useState(false);
  const isDrawn = useAfterFrame(true, false);
  const safe = safeUrl(url);
  if (!safe || isBroken) return <SafeLink url={url}>Open video</SafeLink>;
  if (!isDrawn) return <span className={className} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: posts carry no captions that could be shown
    <video
      className={className}
      src={safe.href}
      poster={safeUrl(poster)?.href}
      aria-label={label}
      controls
      preload="none"
      onError={() => setBroken(true)}
    />
  );
}
