/** Where the API lives: empty means the page's own origin. Set at build time. */
export const apiHost: string = (import.meta.env.VITE_API_HOST ?? "").replace(/\/+$/, "");

/** The chat platform that operators sign in with: its lower-case id is a segment of the login path. */
export const chatPlatform: string = (import.meta.env.VITE_CHAT_PLATFORM || "discord").toLowerCase();

/** The platform's name as one writes it: 'Discord'. */
export const chatPlatformName = chatPlatform.charAt(0).toUpperCase() + chatPlatform.slice(1);
