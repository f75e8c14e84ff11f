import { RotateCw } from "lucide-react";
import { type ReactElement, type ReactNode, use, useLayoutEffect, useRef } from "react";
import { LazyPart } from "@/shared/lazy/lazy-part";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-offered";
import { focusMain } from "@/shared/ui/focus-main";
import { IconButton } from "@/shared/ui/icon-button";
import { accountsOf } from "../account-names";
import { schedulerApi } from "../contract";
import type { Posts } from "../joined-posts";
import { ActOnPost } from "./act-on-post";
import styles from "./post-parts.module.css";

const PostMenu = lazyWithPreload(() => import("./post-menu").then((part) => part.PostMenu), {
  preloadWhenSettled: true,
});

type PostActionsProps = {
  /** One post, or those of one content on several accounts. */
  posts: Posts;
  /** Shown on the button. */
  icon?: ReactElement;
  /** Shown where the backend has no calls for it. */
  children?: ReactNode;
};

/** Acts on scheduled posts; undefined where the backend has no calls for it. */
export function useActOnPost() {
  const onAct = use(ActOnPost);
  return useOffered(schedulerApi.reschedule) ? onAct : undefined;
}

/** The menu of a scheduled post, where the backend has the calls for it. */
export function PostActions({ posts, icon, children }: PostActionsProps) {
  const onAct = useActOnPost();
  if (!onAct) return children;
  return (
    <FocusPassedOn>
      <LazyPart
        fallback={null}
        failed={(onRetry) => (
          <IconButton
            size="sm"
            label={`Load actions for post on ${accountsOf(posts)}`}
            icon={<RotateCw />}
            onClick={onRetry}
          />
        )}
      >
        <PostMenu posts={posts} icon={icon} onAct={onAct} />
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
      const buttons = [row, row?.nextElementSibling, row?.previousElementSibling].flatMap(
        (place) => [...(place?.querySelectorAll<HTMLElement>("[aria-haspopup=menu]") ?? [])],
      );
      // After the commit: whether the row's other buttons leave with this one is not known before.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        const button = buttons.find((one) => one.isConnected);
        if (button) button.focus();
        else focusMain();
      });
    };
  }, []);
  return (
    <span ref={place} className={styles.actions}>
      {children}
    </span>
  );
}
