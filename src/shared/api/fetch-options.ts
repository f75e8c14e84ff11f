import { apiHost } from "@/shared/config/env";

/** How long an answer may take, in ms: some reads of other backends compute for most of a minute. */
export const answerTimeout = 60_000;

/**
 * The options of every request. A redirect is not followed but seen. Answers of the console's own server
 * are kept by their tags; for another origin `no-store` would make the browser ask for permission
 * (preflight) before every call.
 */
export const fetchOptions = {
  redirect: "manual",
  cache: apiHost === "" ? "no-store" : "default",
  referrerPolicy: "no-referrer",
} as const;
