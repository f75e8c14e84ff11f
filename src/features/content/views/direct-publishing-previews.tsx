import { useState } from "react";
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
import { counted } from "@/shared/format/number";
import { LazyPart } from "@/shared/lazy/lazy-part";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { FailedState } from "@/shared/ui/notice";
import { Region } from "@/shared/ui/panel";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import styles from "./direct-publishing.module.css";

const DirectFeeds = lazyWithPreload(() =>
  import("./direct-feeds").then((part) => part.DirectFeeds),
);

type DirectPreviewsProps = {
  accounts: readonly Account[];
  text: string;
  image: string | null;
};

/** Says how the post fits each platform that has an active account, and shows what its feed makes of it. */
export function DirectPreviews({ accounts, text, image }: DirectPreviewsProps) {
  const { targets, left } = targetsOf(accounts, image !== null);
  // In the order of the accounts: no tab moves when an image is added.
  const active = accounts.filter((account) => targets.includes(account) || left.includes(account));
  const types = [...new Set(active.map(({ platform_type }) => platform_type))];
  const isWritten = text.trim() !== "" || image !== null;
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
              text={text}
              image={image}
            />
          </li>
        ))}
      </ul>
      {wasWritten ? (
        <LazyPart
          fallback={
            <Loading label="Loading preview">
              <Skeleton height={240} radius={8} />
            </Loading>
          }
          failed={(onRetry) => (
            <FailedState text="This part of the console could not be loaded." onRetry={onRetry} />
          )}
        >
          <DirectFeeds accounts={active} text={text} image={image} />
        </LazyPart>
      ) : (
        <p className={styles.muted}>The preview appears as you type.</p>
      )}
    </Region>
  );
}

type PlatformLimitsProps = {
  type: string;
  names: readonly string[];
  /** True if nothing is posted there, because the platform needs an image. */
  isLeft: boolean;
  text: string;
  image: string | null;
};

function PlatformLimits({ type, names, isLeft, text, image }: PlatformLimitsProps) {
  // A sentence above says that the image is missing, so the fit need not repeat it.
  const hasMedia = isLeft || image !== null;
  const fit = isPlatform(type) && fitOf(type, { text: text.trim(), hasMedia });
  return (
    <>
      <p className={styles.head}>
        <PlatformGlyph type={type} />
        <strong>{platformLabel(type)}</strong>
        <span className={styles.names} title={names.join(", ")}>
          {names.join(", ")}
        </span>
      </p>
      {isLeft && <p className={styles.muted}>Left out: needs an image.</p>}
      <p className={styles.muted}>
        {fit ? <PlatformFit fit={fit} isNamed={false} isCounted /> : "Its limits are unknown."}
      </p>
    </>
  );
}
