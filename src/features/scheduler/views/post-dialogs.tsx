import type { QueryKey } from "@tanstack/react-query";
import { Send, X } from "lucide-react";
import { preview } from "@/shared/format/preview";
import { wasDone } from "@/shared/query/use-batch";
import { useOffered } from "@/shared/query/use-offered";
import { Time } from "@/shared/time/time";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { accountsOf } from "../account-names";
import { RescheduleDialog } from "../forms/reschedule-dialog";
import type { Posts } from "../joined-posts";
import { useCancelPosts, usePublishPostsNow } from "../post-mutations";
import type { ScheduledPost } from "../schema";
import { AccountEnds } from "./account-ends";
import type { PostAct } from "./act-on-post";

/** What is asked before a post is changed. */
export type PostQuestion = Exclude<PostAct, "open">;

type QuestionProps = {
  posts: Posts;
  open: boolean;
  refreshes: readonly QueryKey[];
  onClose: () => void;
};

type PostDialogsProps = QuestionProps & {
  question: PostQuestion;
  /** The time to which it is proposed to reschedule, in milliseconds. */
  to: number | undefined;
};

export function PostDialogs({ question, to, ...props }: PostDialogsProps) {
  const isOpen = (one: PostQuestion) => props.open && question === one;
  // The answer to a question that was closed meanwhile is not shown in the question about other posts.
  const key = props.posts.map(({ id }) => id).join();
  return (
    <>
      <PublishQuestion key={`publish ${key}`} {...props} open={isOpen("publish")} />
      <CancelQuestion key={`cancel ${key}`} {...props} open={isOpen("cancel")} />
      {/* Mounted only while it is open, so that it begins with the present time of the post. */}
      {isOpen("reschedule") && <RescheduleDialog {...props} to={to} />}
    </>
  );
}

function PublishQuestion({ posts, open, refreshes, onClose }: QuestionProps) {
  const command = usePublishPostsNow(refreshes);
  return (
    <CommandQuestion
      command={command}
      open={open}
      onClose={onClose}
      title="Publish this post now?"
      confirm="Publish now"
      icon={<Send />}
      tone="primary"
      onConfirm={() =>
        void command.publish(posts).then((outcome) => {
          if (wasDone(outcome)) onClose();
        })
      }
    >
      <p>
        It goes out at once on <strong>{accountsOf(posts)}</strong>, and cannot be taken back from
        here.
      </p>
      <Which post={posts[0]} />
      <AccountEnds ends={command.ends} />
    </CommandQuestion>
  );
}

/** Only where the backend has the call of the queue that takes a rejection back. */
const reopening = { capability: "queue-undo" };

function CancelQuestion({ posts, open, refreshes, onClose }: QuestionProps) {
  const command = useCancelPosts(refreshes);
  const canBeReopened = useOffered(reopening);
  return (
    <CommandQuestion
      command={command}
      open={open}
      onClose={onClose}
      title="Cancel this post?"
      confirm="Cancel post"
      cancel="Keep post"
      icon={<X />}
      onConfirm={() =>
        void command.cancel(posts).then((outcome) => {
          if (wasDone(outcome)) onClose();
        })
      }
    >
      <p>
        It will not be published on <strong>{accountsOf(posts)}</strong>. Posts of the same content
        on other accounts stay. If there is none, the content becomes rejected
        {canBeReopened && " and can be reopened"}.
      </p>
      <Which post={posts[0]} />
      <AccountEnds ends={command.ends} />
    </CommandQuestion>
  );
}

/** The length of the text that a question shows, in characters as a reader counts them. */
const wordsShown = 160;

function Which({ post: { publish_at, content_queue_item } }: { post: ScheduledPost }) {
  const text = content_queue_item?.text_content;
  return (
    <>
      <p>
        Scheduled for <Time value={publish_at} />
      </p>
      {/* In several lines: a row of a list would leave the dialog. */}
      <p className="clamp-3" dir="auto">
        {text ? preview(text, wordsShown) : "Without text"}
      </p>
    </>
  );
}
