/** A request for an OAuth authorization page, which redirects to `callback` with a code and the state. */
export type AuthorizationRequest = {
  readonly state: string;
  /** Absolute. */
  readonly callback: string;
};
