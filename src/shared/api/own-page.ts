/** In milliseconds. */
const patience = 10_000;

/**
 * Whether a reload would find the console's page. Asked with nothing but the browser and without the
 * token, nor what stands behind the path: what asks the API may be the very code that did not come.
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
