import { RotateCcw } from "lucide-react";
import { PublishQuestion } from "@/entities/post";
import { causeOfPost, mayBeLive, mustChange, mustReconnect } from "../failed-groups";
import type { ScheduledPost } from "../schema";

type RetryQuestionProps = {
  post: ScheduledPost;
  open: boolean;
  onAnswer: (isSure: boolean) => void;
};

/** Asked before a failed post is published again. */
export function RetryQuestion({ post, open, onAnswer }: RetryQuestionProps) {
  const { social_account: account, content_queue_item: content } = post;
  const isDoubtful = mayBeLive(post);
  return (
    <PublishQuestion
      open={open}
      title={isDoubtful ? "Retry a post that may be live?" : `Retry post #${post.id}?`}
      confirm="Retry"
      icon={<RotateCcw />}
      effect={
        isDoubtful
          ? "It may already be live: check the profile. A retry could publish it twice."
          : "This publishes immediately and can't be undone here."
      }
      text={content?.text_content}
      targets={
        account ? [{ id: 0, type: account.platform_type, username: account.platform_username }] : []
      }
      onAnswer={onAnswer}
    >
      {post.account_problem && (
        <p>It will fail again, because the account cannot be used: {post.account_problem}.</p>
      )}
      {!post.account_problem && mustReconnect(post) && (
        <p>
          It will fail again until the account's credentials are updated:{" "}
          {causeOfPost(post)?.meaning}
        </p>
      )}
      {mustChange(post) && <p>It will probably be refused again: {causeOfPost(post)?.meaning}</p>}
      {post.is_changed && <p>It was edited after it failed. This is the current text.</p>}
    </PublishQuestion>
  );
}
