import type { Plugin } from "vite";

/**
 * Stops a build for a path of a host, and one for a backend below a path. The pages and scripts of the
 * console have addresses from the root, its token is stored for the whole origin, and paths in answers,
 * such as `/media/…`, begin at the backend's root.
 */
export const wholeOrigins = (apiHost: string | undefined): Plugin => ({
  name: "whole-origins",
  configResolved({ base }) {
    if (base !== "/") {
      throw new Error(
        "The console cannot be built for a path, only for an origin of its own, such as https://console.example.com: leave out --base.",
      );
    }
    // Without its value, which may hold a password.
    if (apiHost && !isOrigin(apiHost)) {
      throw new Error(
        "VITE_API_HOST must be an origin without a path, such as https://api.example.com.",
      );
    }
  },
});

const isOrigin = (text: string) => /^https?:\/\/[^/\\?#@\s]+\/*$/i.test(text) && URL.canParse(text);
