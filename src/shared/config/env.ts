/** The API's origin; empty for the page's own. Set at build time. */
export const apiHost: string = (import.meta.env.VITE_API_HOST ?? "").replace(/\/+$/, "");

/** The chat platform that operators sign in with: its lower-case id is a segment of the login path. */
export const chatPlatform: string = (import.meta.env.VITE_CHAT_PLATFORM || "discord").toLowerCase();

/** The platform's name for display: 'Discord'. */
export const chatPlatformName = chatPlatform.charAt(0).toUpperCase() + chatPlatform.slice(1);
