declare global {
  interface ImportMetaEnv {
    readonly VITE_API_HOST?: string;
    readonly VITE_CHAT_PLATFORM?: string;
  }
}

/** The API's origin; empty for the page's own. Set at build time. */
export const apiHost: string = (import.meta.env.VITE_API_HOST ?? "").replace(/\/+$/, "");
