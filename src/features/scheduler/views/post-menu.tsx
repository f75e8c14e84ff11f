import { CalendarClock, Ellipsis, Expand, Send, X } from "lucide-react";
import type { ReactElement } from "react";
import { preview } from "@/shared/format/preview";
import { IconButton } from "@/shared/ui/icon-button";
import { Menu } from "@/shared/ui/menu/menu";
import { isWaiting } from "../overdue";
import { accountOf } from "../post-names";
import type { ScheduledPost } from "../schema";
import type { OnAct, PostAct } from "./act-on-post";

/** The length of the text that tells the buttons of one account apart, in characters. */
const wordsShown = 60;

type PostMenuProps = { post: ScheduledPost; icon: ReactElement | undefined; onAct: OnAct };

/** A post that is being published can only be opened; one of a paused group cannot go out now. */
export function PostMenu({ post, icon = <Ellipsis />, onAct }: PostMenuProps) {
  const label = `Actions for post on ${accountOf(post)}`;
  const canChange = isWaiting(post);
  const does = (act: PostAct) => ({ onSelect: () => onAct(act, post) });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton
          size="sm"
          label={label}
          tooltip={preview(post.content_queue_item?.text_content || label, wordsShown)}
          icon={icon}
        />
      }
      items={[
        { label: "Open", icon: <Expand />, ...does("open") },
        canChange &&
          !post.is_paused && { label: "Publish now…", icon: <Send />, ...does("publish") },
        canChange && { label: "Reschedule…", icon: <CalendarClock />, ...does("reschedule") },
        canChange && "separator",
        canChange && {
          label: "Cancel post…",
          icon: <X />,
          tone: "danger",
          ...does("cancel"),
        },
      ]}
    />
  );
}
