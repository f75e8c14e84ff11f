import type { Plugin } from "vite";
import { contentSecurityPolicy } from "../../src/shared/config/content-security-policy.ts";

/** Writes the Content-Security-Policy into the built page, for hosts that cannot send headers. */
export const policyInPage = (apiHost: string | undefined): Plugin => ({
  name: "policy-in-page",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: {
        "http-equiv": "Content-Security-Policy",
        content: contentSecurityPolicy({ apiHost, place: "meta" }),
      },
      injectTo: "head-prepend",
    },
  ],
});
