import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { type Account, AccountName, fitOf, isPlatform, PlatformFit } from "@/entities/account";
import { useIsHeld } from "@/shared/query/use-backend";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { PostText } from "./post-text";
import styles from "./publish-question.module.css";

/** An account that the post goes out on. */
type PublishTarget = {
  readonly id: string | number;
  readonly type: string;
  readonly username: string | null | undefined;
  /** When it goes out there, or why the platform may refuse it. */
  readonly note?: ReactNode;
  /** Given if the operator may leave the account out. */
  readonly choice?:
    | { readonly isChosen: boolean; readonly onChoose: (isChosen: boolean) => void }
    | undefined;
};

type PublishQuestionProps = {
  open: boolean;
  title: string;
  /** The label of the button that publishes. */
  confirm: string;
  icon?: ReactNode;
  /** The effect at once, and whether it can be taken back. */
  effect: ReactNode;
  text: string | null | undefined;
  targets: readonly PublishTarget[];
  /** Sentences on what is left out, or may go wrong. */
  children?: ReactNode;
  onAnswer: (isSure: boolean) => void;
};

/** The effect of publishing while the server is held, said in place of the usual one. */
export const heldEffect =
  "Rehearsal: the server is held, so nothing is published and the post fails.";

/** Asked before something is published: what, on which accounts, and what cannot be taken back. */
export const PublishQuestion = ({
  open,
  title,
  confirm,
  icon = <Send />,
  effect,
  text,
  targets,
  children,
  onAnswer,
}: PublishQuestionProps) => {
  const isHeld = useIsHeld();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onAnswer(false)}
      title={title}
      confirm={confirm}
      icon={icon}
      tone="primary"
      onConfirm={() => onAnswer(true)}
    >
      <div className={styles.question}>
        <p>{isHeld ? heldEffect : effect}</p>
        <div className={styles.quote}>
          <PostText text={text} />
        </div>
        {targets.length > 0 && (
          <ul className={styles.targets}>
            {targets.map(({ id, type, username, note, choice }) => (
              <li key={id}>
                {choice ? (
                  <Checkbox
                    label={<AccountName type={type} username={username} />}
                    checked={choice.isChosen}
                    onCheckedChange={choice.onChoose}
                  />
                ) : (
                  <AccountName type={type} username={username} />
                )}
                {note}
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </ConfirmDialog>
  );
};

type DoubtProps = { account: Account; content: Parameters<typeof fitOf>[1] };

/** Says why a platform would or may refuse a post: the account's last error, and what does not fit. */
export function Doubt({ account: { platform_type, last_known_error }, content }: DoubtProps) {
  const fit = isPlatform(platform_type) && fitOf(platform_type, content);
  return (
    <>
      {last_known_error && <span>Its last error: {last_known_error}</span>}
      {fit && <PlatformFit fit={fit} isNamed={false} />}
    </>
  );
}
