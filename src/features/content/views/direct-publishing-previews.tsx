import {
  type Account,
  fitOf,
  handleOf,
  isPlatform,
  PlatformFit,
  PlatformGlyph,
  platformLabel,
  targetsOf,
} from "@/entities/account";
import { PostMedia, PostText } from "@/entities/post";
import { Card, Region } from "@/shared/ui/panel";
import styles from "./direct-publishing.module.css";

type DirectPreviewsProps = {
  accounts: readonly Account[];
  text: string;
  image: string | null;
};

/** Previews the post on each platform that has an active account. */
export function DirectPreviews({ accounts, text, image }: DirectPreviewsProps) {
  const { targets, left } = targetsOf(accounts, image !== null);
  const active = [...targets, ...left];
  const types = [...new Set(active.map(({ platform_type }) => platform_type))];
  return (
    <Region
      title="Preview"
      level={3}
      meta={targets.length === 1 ? "Goes to 1 account" : `Goes to ${targets.length} accounts`}
    >
      <ul className={styles.previews}>
        {types.map((type) => (
          <li key={type}>
            <PlatformPreview
              type={type}
              names={active.flatMap(({ platform_type, platform_username }) =>
                platform_type === type && platform_username ? handleOf(platform_username) : [],
              )}
              isLeft={left.some(({ platform_type }) => platform_type === type)}
              text={text}
              image={image}
            />
          </li>
        ))}
      </ul>
    </Region>
  );
}

type PlatformPreviewProps = {
  type: string;
  names: readonly string[];
  /** True if nothing is posted there, because the platform needs an image. */
  isLeft: boolean;
  text: string;
  image: string | null;
};

function PlatformPreview({ type, names, isLeft, text, image }: PlatformPreviewProps) {
  // A sentence above says that the image is missing, so the fit need not repeat it.
  const hasMedia = isLeft || image !== null;
  const fit = isPlatform(type) && fitOf(type, { text: text.trim(), hasMedia });
  return (
    <Card className={styles.preview} data-left={isLeft ? "" : undefined}>
      <header className={styles.head}>
        <PlatformGlyph type={type} />
        <h4>{platformLabel(type)}</h4>
        <span className={styles.names} title={names.join(", ")}>
          {names.join(", ")}
        </span>
      </header>
      {isLeft ? (
        <p className={styles.muted}>Left out: it takes no post without a picture.</p>
      ) : (
        <>
          {image && (
            <div className={styles.media}>
              <PostMedia content={{ image_url: image }} />
            </div>
          )}
          {text.trim() ? (
            <PostText text={text.trim()} />
          ) : (
            <p className={styles.muted}>What you type appears here.</p>
          )}
        </>
      )}
      <footer className={styles.fit}>
        {fit ? (
          <PlatformFit fit={fit} isNamed={false} isCounted />
        ) : (
          "Its limits are not known here."
        )}
      </footer>
    </Card>
  );
}
