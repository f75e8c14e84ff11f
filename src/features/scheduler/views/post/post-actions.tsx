import { CalendarClock, Ellipsis, Expand, Send, X } from "lucide-react";
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from "react";
import { preview } from "@/shared/format/text";
import { IconButton } from "@/shared/ui/button/icon-button";
import { focusMain } from "@/shared/ui/focus/focus";
import { Menu } from "@/shared/ui/menu/menu";
import { accountOf, isWaiting, type Posts, postsOf } from "../../posts";
import { type OnAct, type PostAct, useActOnPost } from "./post-context";
import styles from "./post-parts.module.css";

type PostActionsProps = {
  /** One post, or those of one content on several accounts. */
  posts: Posts;
  /** Shown on the button. */
  icon?: ReactElement;
  /** Shown where the backend has no calls for it. */
  children?: ReactNode;
};

/** The menu of a scheduled post, where the backend has the calls for it. */
export function PostActions({ posts, icon, children }: PostActionsProps) {
  const onAct = useActOnPost();
  if (!onAct) return children;
  return (
    <FocusPassedOn>
      <PostMenu posts={posts} icon={icon} onAct={onAct} />
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

/** The length of the text that tells the buttons of one account apart, in characters. */
const wordsShown = 60;

type PostMenuProps = { posts: Posts; icon: ReactElement | undefined; onAct: OnAct };

/**
 * The menu of one post, or of a content's posts on several accounts, which it changes together. A post
 * that is being published can only be opened; one of a paused group cannot go out now.
 */
function PostMenu({ posts, icon, onAct }: PostMenuProps) {
  const [first, ...others] = posts;
  const waiting = postsOf(posts.filter(isWaiting));
  const ready = waiting && postsOf(waiting.filter(({ is_paused }) => !is_paused));
  const does = (act: PostAct, on: Posts) => ({ onSelect: () => onAct(act, on) });
  const isOne = others.length === 0;
  // Of one account, its own menu is enough.
  if (!isOne && (waiting?.length ?? 0) < 2) return null;
  const label = `Actions for post on ${isOne ? accountOf(first) : manyOf(posts, waiting)}`;
  const words = preview(first.content_queue_item?.text_content || label, wordsShown);
  return (
    <Menu
      label={label}
      trigger={
        <IconButton
          size="sm"
          label={label}
          // A mark alone does not name its account.
          tooltip={icon ? `${accountOf(first)}: ${words}` : words}
          icon={icon ?? <Ellipsis />}
        />
      }
      items={[
        isOne && { label: "Open", icon: <Expand />, ...does("open", posts) },
        ready && { label: "Publish now…", icon: <Send />, ...does("publish", ready) },
        waiting && {
          label: "Reschedule…",
          icon: <CalendarClock />,
          ...does("reschedule", waiting),
        },
        waiting && "separator",
        waiting && {
          label: "Cancel post…",
          icon: <X />,
          tone: "danger",
          ...does("cancel", waiting),
        },
      ]}
    />
  );
}

/** 'all 3 accounts', or '2 accounts' if the menu cannot change the third. */
function manyOf(posts: Posts, waiting: Posts | undefined): string {
  const count = waiting?.length ?? 0;
  return `${count === posts.length ? "all " : ""}${count} accounts`;
}
