import type { ComponentProps } from "react";
import type { Failure } from "@/shared/query/outcome";
import { ConfirmDialog } from "./confirm-dialog";

type CommandQuestionProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  "onOpenChange" | "busy" | "failure"
> & {
  /** The command that confirming sends, as useCommand returns it. */
  command: { isBusy: boolean; failure: Failure | undefined; forget: () => void };
  onClose: () => void;
};

/** Asks before a command is sent. A question that is asked again does not show the last failure. */
export const CommandQuestion = ({ command, onClose, ...question }: CommandQuestionProps) => (
  <ConfirmDialog
    {...question}
    busy={command.isBusy}
    failure={command.failure}
    onOpenChange={(isOpen) => {
      if (isOpen) return;
      command.forget();
      onClose();
    }}
  />
);
