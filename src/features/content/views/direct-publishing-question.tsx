import { useState } from "react";
import {
  type Account,
  accountAndState,
  accountName,
  neededMedia,
  targetsOf,
} from "@/entities/account";
import { Doubt, MarkedText, PublishQuestion } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { listed } from "@/shared/format/text";
import { SafeImage } from "@/shared/media/safe-image";
import { SafeVideo } from "@/shared/media/safe-video";
import { type Failure, submitLabel } from "@/shared/query/outcome";
import { useOffered } from "@/shared/query/use-backend";
import { publishAccountsCapability } from "../contract";
import { type DirectPost, hasMedia } from "../posting";
import styles from "./direct-publishing.module.css";

/** The accounts that were chosen; undefined for all that take the post. */
export type Chosen = readonly Id[] | undefined;

/** An attempt whose outcome is unknown. */
export type Attempt = { readonly chosen: Chosen; readonly failure: Failure };

type DirectQuestionProps = {
  /** The post to confirm. */
  post: DirectPost;
  open: boolean;
  accounts: readonly Account[];
  /** The attempt that would be repeated: not on other accounts than before. */
  before: Attempt | undefined;
  /** True if publishing on these may do it a second time: `before` is forgotten when the form is left. */
  mayRepeat: (chosen: Chosen) => boolean;
  onAnswer: (isSure: boolean, chosen?: Chosen) => void;
};

/** Names every account before the post is public, and those that are left out or may refuse it. */
export function DirectQuestion(props: DirectQuestionProps) {
  const { post, open, accounts, before, mayRepeat, onAnswer } = props;
  const locked = before?.chosen;
  const { targets, left, broken } = targetsOf(accounts, hasMedia(post));
  const canChoose = useOffered(publishAccountsCapability);
  const [isOut, setOut] = useState<ReadonlySet<string>>(new Set());
  const [isMissing, setMissing] = useState(false);
  const isChosen = ({ id }: Account) =>
    !canChoose ||
    (locked ? locked.some((one) => String(one) === String(id)) : !isOut.has(String(id)));
  const chosen = targets.filter(isChosen);
  const ids = canChoose ? chosen.map(({ id }) => id) : undefined;
  const isRepeat = before?.failure.mayRepeat || mayRepeat(ids);
  const content = { text: post.text_content, title: post.title, hasMedia: hasMedia(post) };

  function choose({ id }: Account, isIncluded: boolean) {
    const next = new Set(isOut);
    if (isIncluded) next.delete(String(id));
    else next.add(String(id));
    setOut(next);
    setMissing(false);
  }

  function answer(isSure: boolean) {
    if (isSure && chosen.length === 0) return setMissing(true);
    onAnswer(isSure, ids);
  }

  return (
    <PublishQuestion
      open={open}
      title={`Publish on ${counted(chosen.length, "account")}?`}
      confirm={submitLabel("Publish", isRepeat)}
      effect="This publishes immediately and can't be undone here."
      text={post.text_content}
      targets={(locked ? chosen : targets).map((account) => ({
        id: account.id,
        type: account.platform_type,
        username: account.platform_username,
        note: <Doubt account={account} content={content} />,
        choice:
          canChoose && !locked
            ? { isChosen: isChosen(account), onChoose: (isIncluded) => choose(account, isIncluded) }
            : undefined,
      }))}
      onAnswer={answer}
    >
      {post.title && (
        <p>
          Title:{" "}
          <bdi>
            <MarkedText text={post.title} />
          </bdi>
        </p>
      )}
      {isMissing && <p role="alert">Please select at least one account to post to.</p>}
      {isRepeat && (
        <p>The last attempt may have gone through. Publishing again may post it twice.</p>
      )}
      {locked && <p>The last attempt may have gone through: only its accounts are tried again.</p>}
      {post.video_url && (
        <SafeVideo
          url={post.video_url}
          label="Video of the post"
          className={styles.picture}
          preload="metadata"
        />
      )}
      {!post.video_url && post.image_url !== null && (
        <SafeImage
          url={post.image_url}
          alt="Image of the post"
          className={styles.picture}
          fallback={
            <p role="alert">
              The image does not load here. Platforms that cannot load it refuse the post.
            </p>
          }
        />
      )}
      {left.length > 0 && (
        <p>
          Left out, needs {neededMedia()}: {listed(left.map(accountName))}.
        </p>
      )}
      {broken.length > 0 && <p>Left out: {listed(broken.map(accountAndState))}.</p>}
    </PublishQuestion>
  );
}
