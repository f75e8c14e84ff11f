import { platformLabel } from "../platforms";
import styles from "./platform.module.css";
import { PlatformGlyph } from "./platform-glyph";

type AccountNameProps = {
  type: string;
  username: string | null | undefined;
};

/** '@zimska · Bluesky' with the platform's mark. */
export function AccountName({ type, username }: AccountNameProps) {
  return (
    <span className={styles.account}>
      <PlatformGlyph type={type} />
      {username && (
        <span className={styles.username} title={username}>
          {handleOf(username)}
        </span>
      )}
      <span className={styles.platform} title={platformLabel(type)}>
        {platformLabel(type)}
      </span>
    </span>
  );
}

/**
 * Returns '@zimska' for a name stored without the @. A name of several words is no handle, and
 * stays as it is.
 */
export const handleOf = (username: string) =>
  username.startsWith("@") || username.includes(" ") ? username : `@${username}`;
