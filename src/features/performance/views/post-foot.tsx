import { SafeLink } from "@/shared/media/safe-link";
import { Keys } from "@/shared/ui/kbd";
import styles from "./post-performance.module.css";

/** The keys of the dialog, and the way to the post itself where it is known. */
export const PostFoot = ({ url }: { url: string | null | undefined }) => (
  <>
    <span className={styles.hint} aria-hidden="true">
      <Keys keys={["←", "→"]} /> neighbour posts
    </span>
    {url && (
      <SafeLink url={url} showHost>
        View post
      </SafeLink>
    )}
  </>
);
