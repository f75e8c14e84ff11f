import { CalendarClock, Ellipsis, Expand, Send, X } from "lucide-react";
import type { ReactElement } from "react";
import { preview } from "@/shared/format/preview";
import { IconButton } from "@/shared/ui/icon-button";
import { Menu } from "@/shared/ui/menu/menu";
import { type Posts, postsOf } from "../joined-posts";
import { isWaiting } from "../overdue";
import { accountOf } from "../post-names";
import type { OnAct, PostAct } from "./act-on-post";

/** The length of the text that tells the buttons of one account apart, in characters. */
const wordsShown = 60;

type PostMenuProps = { posts: Posts; icon: ReactElement | undefined; onAct: OnAct };

/**
 * The menu of one post, or of a content's posts on several accounts, which it changes together. A post
 * that is being published can only be opened; one of a paused group cannot go out now.
 */
export function PostMenu({ posts, icon, onAct }: PostMenuProps) {
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
