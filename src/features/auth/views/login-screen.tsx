import discord from "simple-icons/icons/discord.svg?raw";
import { backendAddress } from "@/shared/api/backend-address";
import { chatPlatform, chatPlatformName } from "@/shared/config/env";
import { BrandMark } from "@/shared/ui/brand";
import { LinkButton } from "@/shared/ui/button";
import { Notice } from "@/shared/ui/notice";
import styles from "./login.module.css";

type LoginScreenProps = {
  /** The backend did not accept the account that was just used. */
  isDenied: boolean;
};

export function LoginScreen({ isDenied }: LoginScreenProps) {
  return (
    <main className={styles.login}>
      <div className={styles.box}>
        <BrandMark className={styles.mark} />
        <h1>Admin Login</h1>
        <p className={styles.lead}>
          Login with your chat-platform account to access the admin panel.
        </p>
        {isDenied && (
          <div role="alert">
            <Notice tone="danger">
              Access Denied. Your account is not authorized to use this application.
            </Notice>
          </div>
        )}
        <LinkButton
          href={signInAddress()}
          variant="primary"
          size="lg"
          block
          icon={chatPlatform === "discord" && <DiscordMark />}
        >
          Login with {chatPlatformName}
        </LinkButton>
      </div>
    </main>
  );
}

/** Where the browser goes to sign in: the backend sends it back to this origin. */
export const signInAddress = () =>
  backendAddress(
    "/login/{platform}",
    { platform: chatPlatform },
    { origin: window.location.origin },
  );

/** Of the file alone: whoever imports one mark from the package's index waits for all that others use. */
const discordPath = / d="([^"]+)"/.exec(discord)?.[1];

const DiscordMark = () => (
  <svg viewBox="0 0 24 24" width="16" height="16" fill="currentColor" aria-hidden="true">
    <path d={discordPath} />
  </svg>
);
