import { Check } from "lucide-react";
import { PostText, type QueueItem } from "@/entities/post";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";

type AskAgainProps = {
  item: QueueItem | undefined;
  onAnswer: (isSure: boolean) => void;
};

/** Shows the current version of a post that changed after it was shown: this is what goes out. */
export const AskAgain = ({ item, onAnswer }: AskAgainProps) => (
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
    <PostText text={item?.text_content} folds={false} />
  </ConfirmDialog>
);
