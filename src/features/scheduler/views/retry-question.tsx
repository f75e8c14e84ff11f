import { RotateCcw } from "lucide-react";
import { PublishQuestion } from "@/entities/post";
import { causeOfPost, mayBeLive, mustChange } from "../failed-groups";
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
          ? "It may already be live: check the profile. Sent again, it would be there twice."
          : "It is published at once, and cannot be taken back from here."
      }
      text={content?.text_content}
      targets={
        account ? [{ id: 0, type: account.platform_type, username: account.platform_username }] : []
      }
      onAnswer={onAnswer}
    >
      {mustChange(post) && <p>It will probably be refused again: {causeOfPost(post)?.meaning}</p>}
      {post.is_changed && <p>It was changed since it failed: this is the present text.</p>}
    </PublishQuestion>
  );
}
