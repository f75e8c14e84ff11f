import type { QueryKey } from "@tanstack/react-query";
import type { FailureText } from "./outcome";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** What the operator reads when loading fails. */
      failure?: string;
      /** What the operator reads when the next page fails. */
      moreFailure?: string;
      /** A 401 here sends to the login screen, rather than asking in place. */
      guardsSession?: true;
    };
    mutationMeta: {
      /** Said while it runs, where it takes long enough to wonder. */
      pending?: string;
      success?: string;
      failure: FailureText;
      /** It changes nothing: however it ends, nothing may have been done. */
      asksOnly?: true;
      /** The failure stands in the form itself: no toast repeats it. */
      isShownInPlace?: true;
      /** Where it was done and its answer cannot be read, that is said in place: no toast calls it done. */
      isUnreadableShownInPlace?: true;
      /** How long the failure's toast stays, in milliseconds, where it is not the usual time. */
      failureStays?: number;
      /** The queries this makes out of date, however it ended. */
      refreshes?: readonly QueryKey[];
    };
  }
}

/** What the query that threw this error had to say about its failure. */
const texts = new WeakMap<object, string>();

export function nameFailure(error: unknown, text: string | undefined) {
  if (typeof error === "object" && error !== null && text) texts.set(error, text);
}

export const failureTextOf = (error: unknown) =>
  typeof error === "object" && error !== null ? texts.get(error) : undefined;
