import { Check } from "lucide-react";
import { MarkedText, PostSummary, PostText, type QueueItem } from "@/entities/post";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Destinations } from "./destinations";

type ChangedQuestionProps = {
  /** The changed post; undefined while the question is closed. */
  item: QueueItem | undefined;
  onAnswer: (isSure: boolean) => void;
};

/**
 * Shows the current version of a post that changed after it was shown, and its destinations: an
 * approval publishes this version.
 */
export const ChangedQuestion = ({ item, onAnswer }: ChangedQuestionProps) => (
  <ConfirmDialog
    open={item !== undefined}
    onOpenChange={(isOpen) => isOpen || onAnswer(false)}
    title="This post changed since it was shown"
    confirm="Approve"
    icon={<Check />}
    tone="primary"
    onConfirm={() => onAnswer(true)}
  >
    <p>Post #{item?.id} now reads:</p>
    {item && (
      <PostSummary content={item}>
        <div>
          {item.title && !item.text_content?.startsWith(item.title) && (
            <p dir="auto">
              <strong>
                <MarkedText text={item.title} />
              </strong>
            </p>
          )}
          <PostText text={item.text_content} folds={false} />
        </div>
      </PostSummary>
    )}
    {item?.goes_out_on && <Destinations item={item} />}
  </ConfirmDialog>
);
