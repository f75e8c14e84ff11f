import { useBroken } from "./safe-image";
import { SafeLink } from "./safe-link";
import { safeUrl } from "./safe-url";

type SafeVideoProps = {
  url: string | null | undefined;
  poster?: string | null | undefined;
  /** Describes the video. */
  label: string;
  className?: string | undefined;
  /** `metadata` shows the first picture of a video that has no poster. */
  preload?: "none" | "metadata";
};

/** A video from an address of the server. If it cannot be played, a link still opens it. */
export function SafeVideo({ url, poster, label, className, preload = "none" }: SafeVideoProps) {
  const safe = safeUrl(url);
  const [isBroken, onError] = useBroken(safe?.href);
  if (!safe || isBroken) return <SafeLink url={url}>Open video</SafeLink>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: posts carry no captions that could be shown
    <video
      className={className}
      src={safe.href}
      poster={safeUrl(poster)?.href}
      aria-label={label}
      controls
      preload={preload}
      onError={onError}
    />
  );
}
