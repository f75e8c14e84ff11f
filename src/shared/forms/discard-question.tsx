import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";

type DiscardQuestionProps = {
  open: boolean;
  /** True while the form is being saved. */
  isSaving?: boolean;
  onKeep: () => void;
  onDiscard: () => void;
};

/** Asks before unsaved input is lost. */
export const DiscardQuestion = ({
  open,
  isSaving = false,
  onKeep,
  onDiscard,
}: DiscardQuestionProps) => (
  <ConfirmDialog
    open={open}
    onOpenChange={(isOpen) => isOpen || onKeep()}
    title={isSaving ? "Leave while saving?" : "Discard unsaved changes?"}
    confirm={isSaving ? "Leave" : "Discard"}
    cancel={isSaving ? "Stay" : "Keep editing"}
    onConfirm={onDiscard}
  >
    {isSaving ? "Saving continues if you leave." : "What you typed here has not been saved."}
  </ConfirmDialog>
);
