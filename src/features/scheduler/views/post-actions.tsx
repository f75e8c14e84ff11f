import { RotateCw } from "lucide-react";
import { type ReactElement, type ReactNode, use, useLayoutEffect, useRef } from "react";
import { LazyPart } from "@/shared/lazy/lazy-part";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-offered";
import { focusMain } from "@/shared/ui/focus-main";
import { IconButton } from "@/shared/ui/icon-button";
import { schedulerApi } from "../contract";
import { accountOf } from "../post-names";
import type { ScheduledPost } from "../schema";
import { ActOnPost } from "./act-on-post";
import styles from "./post-parts.module.css";

const PostMenu = lazyWithPreload(() => import("./post-menu").then((part) => part.PostMenu), {
  preloadWhenSettled: true,
});

type PostActionsProps = {
  post: ScheduledPost;
  /** Shown on the button. */
  icon?: ReactElement;
  /** Shown where the backend has no calls for it. */
  children?: ReactNode;
};

/** The menu of a scheduled post, where the backend has the calls for it. */
export function PostActions({ post, icon, children }: PostActionsProps) {
  const onAct = use(ActOnPost);
  const isOffered = useOffered(schedulerApi.reschedule);
  if (!onAct || !isOffered) return children;
  return (
    <FocusPassedOn>
      <LazyPart
        fallback={null}
        failed={(onRetry) => (
          <IconButton
            size="sm"
            label={`Load actions for post on ${accountOf(post)}`}
            icon={<RotateCw />}
            onClick={onRetry}
          />
        )}
      >
        <PostMenu post={post} icon={icon} onAct={onAct} />
      </LazyPart>
    </FocusPassedOn>
  );
}

/**
 * If the row leaves its list with the focus on its button, the neighbour's button gets the focus:
 * otherwise a keyboard user would start at the beginning of the page.
 */
function FocusPassedOn({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const own = place.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const row = own.closest("li");
      const button = [row, row?.nextElementSibling, row?.previousElementSibling]
        .flatMap((place) => [
          ...(place?.querySelectorAll<HTMLElement>("[aria-haspopup=menu]") ?? []),
        ])
        .find((one) => !own.contains(one));
      if (button) button.focus();
      else focusMain();
    };
  }, []);
  return (
    <span ref={place} className={styles.actions}>
      {children}
    </span>
  );
}
