import type { User } from "../../kernel/context.ts";

/** The secrets of one sign-in, which only this browser and the server know. */
export type SignInSecrets = {
  readonly state: string;
  /** Of PKCE. */
  readonly verifier: string;
  /** The id token must contain it; Discord has none. */
  readonly nonce: string;
};

/** Confirms who a person is. Both functions throw if the platform gives no valid answer. */
export type SignInPlatform = {
  /**
   * The page on which the platform asks the person.
   *
   * @param callback the address to which it sends the browser back
   */
  readonly authorizationUrl: (callback: string, secrets: SignInSecrets) => Promise<string>;
  /** The person who came back to the callback with this query, whose state has been checked. */
  readonly confirm: (
    callback: string,
    query: URLSearchParams,
    secrets: SignInSecrets,
  ) => Promise<Confirmed>;
};

/** A stranger is a user whom ADMIN_IDS does not name; `id` is the platform's id of that user. */
export type Confirmed =
  | { readonly user: User; readonly turnedAway?: undefined }
  | { readonly turnedAway: "declined" }
  | { readonly turnedAway: "stranger"; readonly id: string };
