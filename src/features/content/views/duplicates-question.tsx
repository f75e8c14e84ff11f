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
      title={mayBeLive ? "Is this content already live?" : "Post now instead of later?"}
      confirm={mayBeLive ? "Not live: post now" : "Post now instead"}
      icon={<Send />}
      tone="primary"
      onConfirm={() => onAnswer(true)}
    >
      <div className={styles.question}>
        <p>The selected accounts already have posts of this content:</p>
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
        {has("scheduled") && <p>This post replaces scheduled ones.</p>}
        {has("publishing") && <p>Posts being published cannot be replaced.</p>}
        {mayBeLive && <p>Check the profile first: a live post would appear twice.</p>}
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
