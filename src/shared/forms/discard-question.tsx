import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";

type DiscardQuestionProps = {
  open: boolean;
  /** True while the form is being saved. */
  isSaving?: boolean;
  /** True while a file is on its way into the form. */
  isUploading?: boolean;
  onKeep: () => void;
  onDiscard: () => void;
};

/** Asks before unsaved input is lost. */
export const DiscardQuestion = ({
  open,
  isSaving = false,
  isUploading = false,
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
    {isSaving
      ? "Saving continues if you leave."
      : isUploading
        ? "A file is still being uploaded. Leaving stops it, and nothing here is saved."
        : "What you typed here has not been saved."}
  </ConfirmDialog>
);
