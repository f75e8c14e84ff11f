import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./media.module.css";
import { safeUrl } from "./safe-url";

type SafeLinkProps = {
  url: string | null | undefined;
  children: ReactNode;
  /** Shows the other site's name beside the link. */
  showHost?: boolean;
};

/** A link to an address from the server, in a new tab; an address that cannot be followed is text. */
export function SafeLink({ url, children, showHost }: SafeLinkProps) {
  const safe = safeUrl(url);
  if (!safe) return <span>{url}</span>;
  return (
    <>
      <a className={styles.link} href={safe.href} target="_blank" rel="noopener noreferrer">
        {children}
        <ExternalLink size={14} strokeWidth={1.9} aria-hidden />
      </a>
      {showHost && safe.isExternal && <span className={styles.host}> {safe.host}</span>}
    </>
  );
}
