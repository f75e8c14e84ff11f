import type { Account } from "../contract";
import { isPlatform, platformLabel } from "../platforms";
import { stateOf } from "../state";
import styles from "./platform.module.css";
import { PlatformGlyph } from "./platform-glyph";

type AccountNameProps = {
  type: string;
  username: string | null | undefined;
};

/** '@zimska · Bluesky' with the platform's mark. */
export function AccountName({ type, username }: AccountNameProps) {
  const label = platformLabel(type);
  const platform = (
    <span className={styles.platform} title={label}>
      {label}
    </span>
  );
  // Without a mark, the platform's name is the only sign of it, and stays in view.
  const isMarked = Boolean(username) && isPlatform(type);
  return (
    <span className={styles.account}>
      <span className={styles.named}>
        <PlatformGlyph type={type} />
        {username && (
          <span className={styles.username} title={`${username} · ${label}`}>
            {handleOf(username)}
          </span>
        )}
        {!isMarked && platform}
      </span>
      {isMarked && platform}
    </span>
  );
}

/**
 * Returns '@zimska' for a name stored without the @. A name of several words is no handle, and
 * stays as it is.
 */
export const handleOf = (username: string) =>
  username.startsWith("@") || username.includes(" ") ? username : `@${username}`;

/** '@zimska · Bluesky' */
export const accountName = ({
  platform_type,
  platform_username,
}: Pick<Account, "platform_type" | "platform_username">) =>
  [platform_username && handleOf(platform_username), platformLabel(platform_type)]
    .filter(Boolean)
    .join(" · ");

/** '@mraz · X (Twitter) (keys missing)' */
export const accountAndState = (account: Account) =>
  `${accountName(account)} (${stateOf(account).word.toLowerCase()})`;
