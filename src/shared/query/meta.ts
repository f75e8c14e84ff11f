import type { QueryKey } from "@tanstack/react-query";
import type { FailureText } from "./outcome";

/**
 * The first part of every query key; each slice adds its own in `queries.ts`. A command names the lists
 * that it makes out of date by these words, also those of other slices, so a misspelt word fails the
 * type check.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the slices add to it
export interface QueryRoots {}

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: readonly [keyof QueryRoots, ...unknown[]];
    queryMeta: {
      /** Shown if loading fails. */
      failure?: string;
      /** Shown if the next page fails to load. */
      moreFailure?: string;
      /** A 401 here leads to the login screen, instead of asking in place. */
      guardsSession?: true;
    };
    mutationMeta: {
      /** Shown while the command runs, if that takes long enough for the operator to wonder. */
      pending?: string;
      success?: string;
      failure: FailureText;
      /** The command changes nothing: its failure does not say that it may have been done. */
      asksOnly?: true;
      /** The failure is shown in the form itself, so no toast repeats it. */
      isShownInPlace?: true;
      /** An answer that cannot be read is reported in place, so no toast says that it was done. */
      isUnreadableShownInPlace?: true;
      /** How long the failure's toast stays, in milliseconds, if not the usual time. */
      failureStays?: number;
      /** The queries that the command makes out of date, whatever its outcome. */
      refreshes?: readonly QueryKey[];
    };
  }
}

/** The failure text of the query that threw the error. */
const texts = new WeakMap<object, string>();

export function nameFailure(error: unknown, text: string | undefined) {
  if (typeof error === "object" && error !== null && text) texts.set(error, text);
}

export const failureTextOf = (error: unknown) =>
  typeof error === "object" && error !== null ? texts.get(error) : undefined;
