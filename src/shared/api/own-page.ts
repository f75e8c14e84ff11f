/** In milliseconds. */
const patience = 10_000;

/** Stands in `index.html` of every build. */
const title = "<title>Social Publishing Dashboard</title>";

/**
 * Returns true if a reload would find the console's page: a network that wants a guest to sign in
 * sends its own page for every address, with status 200. Uses plain `fetch`, because the API client
 * may be the very code that failed to load. Sends neither the token nor the search parameters.
 */
export const isPageThere = (): Promise<boolean> =>
  fetch(window.location.pathname, {
    headers: { accept: "text/html" },
    cache: "no-store",
    signal: AbortSignal.timeout(patience),
  })
    .then(async (response) => response.ok && (await response.text()).includes(title))
    .catch(() => false);
