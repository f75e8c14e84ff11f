import { Link2, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  feeds,
  handleOf,
  PlatformGlyph,
  type PlatformType,
  platformLabel,
} from "@/entities/account";
import { Notice } from "@/shared/ui/panel/notice";
import { type FeedRun, type FeedView, feedViewOf, type ShownContent } from "../feed-view";
import { FeedMedia } from "./feed-media";
import styles from "./post-preview.module.css";
import { MarkedText } from "./post-text";

/** An account that a post would go out on, or would be left out of. */
export type PreviewAccount = {
  readonly platform: string;
  readonly username: string | null | undefined;
  /** The reason why it is left out, as in 'its last test failed'. */
  readonly why?: string | null | undefined;
};

type FeedPostProps = {
  platform: PlatformType;
  accounts: readonly PreviewAccount[];
  content: ShownContent;
  wordless: string;
};

/** A post as one platform's feed shows it, and in words what that leaves out. */
export function FeedPost({ platform, accounts, content, wordless }: FeedPostProps) {
  const view = feedViewOf(platform, content);
  // The picture's shape is known when it has loaded.
  const [ofPicture, setOfPicture] = useState<{ url: string; note: string | undefined }>();
  if (view.missing) return <Notice tone="warning" title={view.missing} />;
  const hasMedia = Boolean(content.image_url || content.video_url);
  const pictureNote =
    !content.video_url && ofPicture?.url === content.image_url ? ofPicture?.note : undefined;
  const words = (
    <FeedText
      key="words"
      runs={view.text}
      word={feeds[platform].fold?.word}
      isFolded={view.isFolded}
      isOver={view.isOver}
      wordless={wordless}
    />
  );
  const media = hasMedia && (
    <FeedMedia
      key="media"
      platform={platform}
      content={content}
      onFramed={(url, note) => setOfPicture({ url, note })}
    />
  );
  return (
    <div className={styles.platform}>
      <LeftOut accounts={accounts} />
      <article className={styles.post} aria-label={`Post on ${platformLabel(platform)}`}>
        <Author platform={platform} accounts={accounts} />
        {view.title && <Title runs={view.title} />}
        {feeds[platform].isCaptionBelow ? [media, words] : [words, media]}
        {view.card && <LinkCard host={view.card} />}
      </article>
      {view.refusal && (
        <Warning>
          {view.refusal}
          {view.isOver && " The text beyond is marked."}
        </Warning>
      )}
      <Notes notes={[...view.notes, pictureNote]} />
    </div>
  );
}

type OfAccounts = { platform: PlatformType; accounts: readonly PreviewAccount[] };

function Author({ platform, accounts }: OfAccounts) {
  const names = accounts.flatMap(({ username }) => (username ? handleOf(username) : [])).join(", ");
  return (
    <p className={styles.author}>
      <PlatformGlyph type={platform} />
      <span title={names}>{names || platformLabel(platform)}</span>
    </p>
  );
}

const LeftOut = ({ accounts }: Pick<OfAccounts, "accounts">) =>
  accounts
    .filter(({ why }) => why)
    .map(({ platform, username, why }) => (
      <Warning key={username ?? why}>
        {username ? handleOf(username) : platformLabel(platform)} is left out: {why}.
      </Warning>
    ));

const Warning = ({ children }: { children: ReactNode }) => (
  <p className={styles.warning}>
    <TriangleAlert aria-hidden="true" />
    <span>{children}</span>
  </p>
);

function Title({ runs }: { runs: FeedView["text"] }) {
  if (runs.length === 0) return <p className={styles.wordless}>No title</p>;
  return (
    <div className={styles.title}>
      <FeedText runs={runs} isFolded={false} isOver={false} wordless="" />
    </div>
  );
}

/** Nothing is fetched from the page: that would tell it about the post, and our own policy forbids it. */
const LinkCard = ({ host }: { host: string }) => (
  <div className={styles.card}>
    <Link2 aria-hidden="true" />
    <p>
      <strong>{host}</strong>
      <span>Link card: title and image come from that page.</span>
    </p>
  </div>
);

function Notes({ notes }: { notes: readonly (string | undefined)[] }) {
  const said = notes.filter((note) => note !== undefined);
  if (said.length === 0) return <p className={styles.notes}>Shown in full.</p>;
  return (
    <ul className={styles.notes} aria-label="Differences">
      {said.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

type FeedTextProps = {
  runs: readonly FeedRun[];
  /** The platform's word for the rest of a folded text. */
  word?: string | undefined;
  isFolded: boolean;
  isOver: boolean;
  wordless: string;
};

/** A text as a feed shows it: folded where the feed folds it, with its links and what is over marked. */
function FeedText({ runs, word, isFolded, isOver, wordless }: FeedTextProps) {
  const [chosen, setChosen] = useState<boolean>();
  if (runs.length === 0) return <p className={styles.wordless}>{wordless}</p>;
  // The text that has to be cut is not hidden.
  const isOpen = chosen ?? isOver;
  return (
    <p className={styles.text} dir="auto">
      {runs
        .filter((run) => isOpen || !run.isFolded)
        .map((run, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one text never change their places
          <Run key={index} {...run} />
        ))}
      {isFolded && (
        <>
          {" "}
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={isOpen}
            onClick={() => setChosen(!isOpen)}
          >
            {isOpen ? (
              "Show less"
            ) : (
              <>
                {word} <span className="visually-hidden">(show the whole text)</span>
              </>
            )}
          </button>
        </>
      )}
    </p>
  );
}

function Run({ text, isLink, isOver }: FeedRun) {
  const marked = <MarkedText text={text} />;
  const linked = isLink ? <span className={styles.link}>{marked}</span> : marked;
  return isOver ? <mark className={styles.over}>{linked}</mark> : linked;
}
