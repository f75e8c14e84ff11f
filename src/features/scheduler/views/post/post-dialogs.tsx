import { useQueryClient } from "@tanstack/react-query";
import { Send, X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useGuardedQuestion } from "@/shared/forms/guarded/use-guarded-question";
import type { Outcome } from "@/shared/query/outcome";
import { useOffered } from "@/shared/query/use-backend";
import { Time } from "@/shared/time/time";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { Notice } from "@/shared/ui/panel/notice";
import { RescheduleDialog } from "../../forms/reschedule-dialog";
import { cancelFailure, publishFailure, useCancelPosts, usePublishPostsNow } from "../../mutations";
import { accountsOf, type Posts } from "../../posts";
import { areOther, readPosts } from "../../present-posts";
import type { ScheduledPost } from "../../schema";
import type { PostAct } from "./post-context";
import { AccountEnds, PostExcerpt } from "./post-parts";

/** The question asked before a post is changed. */
export type PostQuestion = Exclude<PostAct, "open">;

type QuestionProps = {
  posts: Posts;
  open: boolean;
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

type ActQuestionProps = QuestionProps & {
  act: (posts: Posts) => Promise<Outcome<unknown>>;
  command: ComponentProps<typeof AccountEnds>["command"] &
    ComponentProps<typeof CommandQuestion>["command"];
  failure: string;
  /** Says what happens on these accounts. */
  effectOn: (accounts: ReactNode) => ReactNode;
} & Pick<ComponentProps<typeof CommandQuestion>, "title" | "confirm" | "cancel" | "icon" | "tone">;

/** Reads the posts again before it acts on them: they may have changed since they were shown. */
function ActQuestion({ posts, open, onClose, act, effectOn, ...props }: ActQuestionProps) {
  const client = useQueryClient();
  const { record, hasChanged, command, confirm } = useGuardedQuestion({
    command: props.command,
    failure: props.failure,
    send: act,
    isOpen: open,
    asked: posts,
    readStored: () => readPosts(client, posts),
    isOther: areOther,
    onDone: onClose,
  });
  return (
    <CommandQuestion
      {...props}
      command={command}
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{effectOn(<strong>{accountsOf(record)}</strong>)}</p>
      <Which post={record[0]} hasChanged={hasChanged} />
      <AccountEnds command={props.command} />
    </CommandQuestion>
  );
}

function PublishQuestion(props: QuestionProps) {
  const { publish, ...command } = usePublishPostsNow();
  return (
    <ActQuestion
      {...props}
      act={publish}
      command={command}
      failure={publishFailure}
      title="Publish this post now?"
      confirm="Publish now"
      icon={<Send />}
      tone="primary"
      effectOn={(accounts) => (
        <>This publishes immediately on {accounts} and can't be undone here.</>
      )}
    />
  );
}

/** Only where the backend has the call of the queue that takes a rejection back. */
const reopening = { capability: "queue-undo" };

function CancelQuestion(props: QuestionProps) {
  const { cancel, ...command } = useCancelPosts();
  const canBeReopened = useOffered(reopening);
  return (
    <ActQuestion
      {...props}
      act={cancel}
      command={command}
      failure={cancelFailure}
      title="Cancel this post?"
      confirm="Cancel post"
      cancel="Keep post"
      icon={<X />}
      effectOn={(accounts) => (
        <>
          It will not be published on {accounts}. Posts of the same content on other accounts stay.
          If there are none, the content is rejected{canBeReopened && " and can be reopened"}.
        </>
      )}
    />
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
