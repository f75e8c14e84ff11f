import { useState } from "react";
import {
  type Account,
  fitOf,
  handleOf,
  isPlatform,
  neededMedia,
  PlatformFit,
  PlatformGlyph,
  platformLabel,
  targetsOf,
} from "@/entities/account";
import { PostPreview } from "@/entities/post";
import { counted } from "@/shared/format/number";
import { Region } from "@/shared/ui/panel/panel";
import { type DirectPost, hasMedia } from "../posting";
import styles from "./direct-publishing.module.css";

type DirectPreviewsProps = {
  accounts: readonly Account[];
  post: DirectPost;
};

/** Says how the post fits each platform that has an active account, and shows what its feed makes of it. */
export function DirectPreviews({ accounts, post }: DirectPreviewsProps) {
  const { targets, left } = targetsOf(accounts, hasMedia(post));
  // In the order of the accounts: no tab moves when an image is added.
  const active = accounts.filter((account) => targets.includes(account) || left.includes(account));
  const types = [...new Set(active.map(({ platform_type }) => platform_type))];
  const isWritten = post.text_content.trim() !== "" || hasMedia(post);
  // A text that is written again is still shown on the platform that was chosen.
  const [wasWritten, setWasWritten] = useState(isWritten);
  if (isWritten && !wasWritten) setWasWritten(true);
  return (
    <Region title="Preview" level={3} meta={`Publishes to ${counted(targets.length, "account")}`}>
      <ul className={styles.fits}>
        {types.map((type) => (
          <li key={type}>
            <PlatformLimits
              type={type}
              names={active.flatMap(({ platform_type, platform_username }) =>
                platform_type === type && platform_username ? handleOf(platform_username) : [],
              )}
              isLeft={left.some(({ platform_type }) => platform_type === type)}
              post={post}
            />
          </li>
        ))}
      </ul>
      {wasWritten ? (
        <PostPreview
          content={post}
          accounts={active.map(({ platform_type, platform_username }) => ({
            platform: platform_type,
            username: platform_username,
          }))}
          wordless="The preview appears as you type."
        />
      ) : (
        <p className={styles.muted}>The preview appears as you type.</p>
      )}
    </Region>
  );
}

type PlatformLimitsProps = {
  type: string;
  names: readonly string[];
  /** True if nothing is posted there, because the platform needs an image or a video. */
  isLeft: boolean;
  post: DirectPost;
};

function PlatformLimits({ type, names, isLeft, post }: PlatformLimitsProps) {
  // A sentence above says that the media are missing, so the fit need not repeat it.
  const { text_content, title } = post;
  const content = { text: text_content.trim(), title, hasMedia: isLeft || hasMedia(post) };
  const fit = isPlatform(type) && fitOf(type, content);
  return (
    <>
      <p className={styles.head}>
        <PlatformGlyph type={type} />
        <strong>{platformLabel(type)}</strong>
        <span className={styles.names} title={names.join(", ")}>
          {names.join(", ")}
        </span>
      </p>
      {isLeft && <p className={styles.muted}>Left out: needs {neededMedia()}.</p>}
      <p className={styles.muted}>
        {fit ? <PlatformFit fit={fit} isNamed={false} isCounted /> : "Its limits are unknown."}
      </p>
    </>
  );
}
