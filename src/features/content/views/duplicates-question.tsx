import { Send } from "lucide-react";
import { AccountName } from "@/entities/account";
import { Time } from "@/shared/time/time";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import type { UnsettledPost } from "../schema";
import styles from "./duplicates-question.module.css";

type DuplicatesQuestionProps = {
  /** Undefined while the dialog is closed. */
  duplicates: readonly UnsettledPost[] | undefined;
  onAnswer: (isSure: boolean) => void;
};

/** Names the posts of the same content that are on their way or may be live, before another goes out. */
export function DuplicatesQuestion({ duplicates = [], onAnswer }: DuplicatesQuestionProps) {
  const has = (wanted: string) => duplicates.some(({ status }) => status === wanted);
  // Of a status that this version does not know, the post may be live too.
  const mayBeLive = duplicates.some(({ status }) => status !== "scheduled");
  return (
    <ConfirmDialog
      open={duplicates.length > 0}
      onOpenChange={(isOpen) => isOpen || onAnswer(false)}
      title={mayBeLive ? "Is this content not live yet?" : "Post now instead of later?"}
      confirm={mayBeLive ? "It is not live: post now" : "Post now instead"}
      icon={<Send />}
      tone="primary"
      onConfirm={() => onAnswer(true)}
    >
      <div className={styles.question}>
        <p>This content has posts on the chosen accounts already:</p>
        <ul className={styles.targets}>
          {duplicates.map((post) => (
            <li key={post.id}>
              <AccountName
                type={post.platform_type ?? "unknown"}
                username={post.platform_username ?? null}
              />
              <span>
                {inWords(post.status)} <Time value={post.publish_at} />
              </span>
            </li>
          ))}
        </ul>
        {has("scheduled") && <p>A scheduled post is replaced by this one.</p>}
        {has("publishing") && <p>A post that is being published cannot be replaced.</p>}
        {mayBeLive && <p>Look at the profile first: a post that is live would be there twice.</p>}
      </div>
    </ConfirmDialog>
  );
}

const words: ReadonlyMap<string, string> = new Map([
  ["scheduled", "Scheduled for"],
  ["publishing", "Being published since"],
  ["unknown", "May already be live since"],
]);

const inWords = (status: string) => words.get(status) ?? status;
