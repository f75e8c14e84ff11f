import type { ReactNode } from "react";
import { useBroken } from "./safe-image";
import { safeUrl } from "./safe-url";

type VideoFrameProps = {
  url: string;
  /** Describes the video. */
  label: string;
  className: string | undefined;
  /** Shown if the video cannot be loaded. */
  fallback: ReactNode;
};

/** The first picture of a video that has no still. It does not play. */
export function VideoFrame({ url, label, className, fallback }: VideoFrameProps) {
  const safe = safeUrl(url);
  const [isBroken, onError] = useBroken(safe?.href);
  if (!safe || isBroken) return fallback;
  return (
    <video
      className={className}
      src={safe.href}
      aria-label={label}
      preload="metadata"
      muted
      playsInline
      onError={onError}
    />
  );
}
