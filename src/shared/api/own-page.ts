/** In milliseconds. */
const patience = 10_000;

/**
 * Returns true if a reload would find the console's page. Uses plain `fetch`, because the API
 * client may be the very code that failed to load. Sends neither the token nor the search
 * parameters.
 */
export const isPageThere = (): Promise<boolean> =>
  fetch(window.location.pathname, {
    method: "HEAD",
    cache: "no-store",
    signal: AbortSignal.timeout(patience),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
