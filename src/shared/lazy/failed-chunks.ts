import { retrySignal } from "@/shared/query/retry-signal";

/** The code of a lazy part could not be loaded: the server cannot be reached, or has a newer build. */
export class ChunkLoadError extends Error {
  constructor() {
    super("This part of the console could not be loaded.");
    this.name = "ChunkLoadError";
  }
}

type Preload = () => Promise<unknown>;

/** One function for each chunk that failed: it forgets the failure and returns how to load again. */
const failed = new Set<() => Preload>();

export const failedChunks = {
  add: (reset: () => Preload) => void failed.add(reset),
  remove: (reset: () => Preload) => void failed.delete(reset),
};

/** Forgets the failures, so that each part loads its code when it is rendered next. */
export const resetFailedChunks = () => [...failed].map((reset) => reset());

/** Loads every failed chunk again; resolves when all have loaded or failed. */
export const retryFailedChunks = () =>
  Promise.allSettled(resetFailedChunks().map((preload) => preload())).then(() => {});

// Subscribed before any boundary, so that the boundaries' own reset finds no failed chunk.
retrySignal.subscribe(() => void resetFailedChunks());

/** In milliseconds. */
const pageTimeout = 10_000;

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
    signal: AbortSignal.timeout(pageTimeout),
  })
    .then(async (response) => response.ok && (await response.text()).includes(title))
    .catch(() => false);
