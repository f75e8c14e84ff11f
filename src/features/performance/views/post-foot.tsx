import { SafeLink } from "@/shared/media/safe-link";
import { Keys } from "@/shared/ui/kbd";
import styles from "./post-performance.module.css";

/** Shows the shortcut keys of the dialog and, if the URL is known, a link to the post itself. */
export const PostFoot = ({ url }: { url: string | null | undefined }) => (
  <>
    <span className={styles.hint} aria-hidden="true">
      <Keys keys={["←", "→"]} /> previous / next post
    </span>
    {url && (
      <SafeLink url={url} showHost>
        View post
      </SafeLink>
    )}
  </>
);
