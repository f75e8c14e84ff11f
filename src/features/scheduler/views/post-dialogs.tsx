import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { Send, X } from "lucide-react";
import type { ComponentProps } from "react";
import { useGuardedQuestion } from "@/shared/forms/use-guarded-question";
import type { Outcome } from "@/shared/query/outcome";
import { useOffered } from "@/shared/query/use-offered";
import { Time } from "@/shared/time/time";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { Notice } from "@/shared/ui/notice";
import { accountsOf } from "../account-names";
import { RescheduleDialog } from "../forms/reschedule-dialog";
import type { Posts } from "../joined-posts";
import {
  cancelFailure,
  publishFailure,
  useCancelPosts,
  usePublishPostsNow,
} from "../post-mutations";
import { areOther, readPosts } from "../present-posts";
import type { ScheduledPost } from "../schema";
import { AccountEnds } from "./account-ends";
import type { PostAct } from "./act-on-post";
import { PostExcerpt } from "./post-excerpt";

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

/** What both questions have in common: the posts are read again before the command. */
function useGuarded(
  { posts, open, onClose }: QuestionProps,
  of: Pick<ComponentProps<typeof CommandQuestion>, "command"> & {
    failure: string;
    send: (posts: Posts) => Promise<Outcome<unknown>>;
  },
) {
  const client = useQueryClient();
  return useGuardedQuestion({
    ...of,
    isOpen: open,
    asked: posts,
    readStored: () => readPosts(client, posts),
    isOther: areOther,
    onDone: onClose,
  });
}

function PublishQuestion(props: QuestionProps) {
  const publish = usePublishPostsNow(props.refreshes);
  const {
    record: posts,
    hasChanged,
    command,
    confirm,
  } = useGuarded(props, { command: publish, send: publish.publish, failure: publishFailure });
  return (
    <CommandQuestion
      command={command}
      open={props.open}
      onClose={props.onClose}
      title="Publish this post now?"
      confirm="Publish now"
      icon={<Send />}
      tone="primary"
      onConfirm={() => void confirm()}
    >
      <p>
        This publishes immediately on <strong>{accountsOf(posts)}</strong> and can't be undone here.
      </p>
      <Which post={posts[0]} hasChanged={hasChanged} />
      <AccountEnds command={publish} />
    </CommandQuestion>
  );
}

/** Only where the backend has the call of the queue that takes a rejection back. */
const reopening = { capability: "queue-undo" };

function CancelQuestion(props: QuestionProps) {
  const cancel = useCancelPosts(props.refreshes);
  const {
    record: posts,
    hasChanged,
    command,
    confirm,
  } = useGuarded(props, { command: cancel, send: cancel.cancel, failure: cancelFailure });
  const canBeReopened = useOffered(reopening);
  return (
    <CommandQuestion
      command={command}
      open={props.open}
      onClose={props.onClose}
      title="Cancel this post?"
      confirm="Cancel post"
      cancel="Keep post"
      icon={<X />}
      onConfirm={() => void confirm()}
    >
      <p>
        It will not be published on <strong>{accountsOf(posts)}</strong>. Posts of the same content
        on other accounts stay. If there are none, the content is rejected
        {canBeReopened && " and can be reopened"}.
      </p>
      <Which post={posts[0]} hasChanged={hasChanged} />
      <AccountEnds command={cancel} />
    </CommandQuestion>
  );
}

type WhichProps = {
  post: ScheduledPost;
  /** True if it is not what was shown at first. */
  hasChanged: boolean;
};

const Which = ({ post, hasChanged }: WhichProps) => (
  <>
    {hasChanged && (
      <Notice tone="warning" title="This post changed since it was shown">
        This is the current version. Nothing has been sent yet.
      </Notice>
    )}
    <p>
      Scheduled for <Time value={post.publish_at} />
    </p>
    <PostExcerpt post={post} />
  </>
);
