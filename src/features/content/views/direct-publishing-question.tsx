import { Send } from "lucide-react";
import { type Account, AccountName, fitOf, isPlatform, PlatformFit } from "@/entities/account";
import { PostText } from "@/entities/post";
import { once } from "@/shared/format/once";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { targetsOf } from "../direct-publishing";
import { accountName } from "../posting";
import styles from "./direct-publishing.module.css";

/** The post to confirm. */
export type DirectPost = { readonly text_content: string; readonly image_url: string | null };

type PublishQuestionProps = {
  /** Undefined while the dialog is closed. */
  post: DirectPost | undefined;
  accounts: readonly Account[];
  onAnswer: (isSure: boolean) => void;
};

const list = once(() => new Intl.ListFormat("en"));

/** Names every account before the post is public, and those that are left out or may refuse it. */
export function PublishQuestion({ post, accounts, onAnswer }: PublishQuestionProps) {
  const { targets, left, broken } = targetsOf(accounts, Boolean(post?.image_url));
  return (
    <ConfirmDialog
      open={post !== undefined}
      onOpenChange={(isOpen) => isOpen || onAnswer(false)}
      title={`Publish on ${targets.length === 1 ? "1 account" : `${targets.length} accounts`}?`}
      confirm="Publish"
      icon={<Send />}
      tone="primary"
      onConfirm={() => onAnswer(true)}
    >
      <div className={styles.question}>
        <p>It is public at once, and cannot be taken back from here.</p>
        <div className={styles.quote}>
          <PostText text={post?.text_content} />
        </div>
        <ul className={styles.targets}>
          {targets.map((account) => (
            <li key={account.id}>
              <AccountName type={account.platform_type} username={account.platform_username} />
              {post && <Doubt platform={account.platform_type} post={post} />}
            </li>
          ))}
        </ul>
        {left.length > 0 && (
          <p>Left out for want of a picture: {list().format(left.map(accountName))}.</p>
        )}
        {broken.length > 0 && (
          <p>Left out without working keys: {list().format(broken.map(accountName))}.</p>
        )}
      </div>
    </ConfirmDialog>
  );
}

/** The reasons why a platform would or may refuse the post. */
function Doubt({ platform, post }: { platform: string; post: DirectPost }) {
  if (!isPlatform(platform)) return null;
  const fit = fitOf(platform, { text: post.text_content, hasMedia: post.image_url !== null });
  return fit.problems.length > 0 ? <PlatformFit fit={fit} isNamed={false} /> : null;
}
