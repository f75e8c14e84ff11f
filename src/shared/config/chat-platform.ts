/**
 * The name of the provider of OpenID Connect, if operators sign in there: the server puts it into the
 * page.
 */
export const signInProvider = document.querySelector<HTMLMetaElement>("[name=sign-in]")?.content;

/** The chat platform that operators sign in with: its lower-case id is a segment of the login path. */
export const chatPlatform: string = signInProvider
  ? "oidc"
  : (import.meta.env.VITE_CHAT_PLATFORM || "discord").toLowerCase();

/** The platform's name for display: 'Discord'. */
export const chatPlatformName =
  signInProvider ?? chatPlatform.charAt(0).toUpperCase() + chatPlatform.slice(1);
