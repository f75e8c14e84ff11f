/** The chat platform that operators sign in with: its lower-case id is a segment of the login path. */
export const chatPlatform: string = (import.meta.env.VITE_CHAT_PLATFORM || "discord").toLowerCase();

/** The platform's name for display: 'Discord'. */
export const chatPlatformName = chatPlatform.charAt(0).toUpperCase() + chatPlatform.slice(1);
