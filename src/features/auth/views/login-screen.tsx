import { backendAddress } from "@/shared/api/backend-address";
import { BrandMark } from "@/shared/ui/brand";
import { LinkButton, Spinner } from "@/shared/ui/button/button";
import { Notice } from "@/shared/ui/panel/notice";
import styles from "./login.module.css";

/**
 * The name of the provider of OpenID Connect, if operators sign in there: the server puts it into the
 * page.
 */
const signInProvider = document.querySelector<HTMLMetaElement>("[name=sign-in]")?.content;

/** The chat platform that operators sign in with: its lower-case id is a segment of the login path. */
const chatPlatform: string = signInProvider
  ? "oidc"
  : (import.meta.env.VITE_CHAT_PLATFORM || "discord").toLowerCase();

/** The platform's name for display: 'Discord'. */
const chatPlatformName =
  signInProvider ?? chatPlatform.charAt(0).toUpperCase() + chatPlatform.slice(1);

type LoginScreenProps = {
  /** The backend did not accept the account of the last sign-in. */
  isDenied: boolean;
};

export function LoginScreen({ isDenied }: LoginScreenProps) {
  return (
    <main className={styles.login}>
      <div className={styles.box}>
        <BrandMark className={styles.mark} />
        <h1>Admin Login</h1>
        <p className={styles.lead}>
          Login with your {signInProvider ?? "chat-platform"} account to access the admin panel.
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
          icon={chatPlatform === "discord" && <span className={styles.discord} />}
        >
          Login with {chatPlatformName}
        </LinkButton>
      </div>
    </main>
  );
}

/** The backend's sign-in page, which redirects back to this origin. */
export const signInAddress = () =>
  backendAddress(
    "/login/{platform}",
    { platform: chatPlatform },
    { origin: window.location.origin },
  );

export function Authenticating() {
  return (
    <main className={styles.callback}>
      <p role="status">
        <Spinner /> Authenticating...
      </p>
    </main>
  );
}
