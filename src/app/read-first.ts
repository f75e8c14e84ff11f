/**
 * Starts what a screen reads first, from a chunk that the API's client and contract come with: who
 * signs in needs none of it, and data is asked for while the screen's own code is still on its way.
 * Where it does not come, the screen does not either, and that says so.
 */
export function readFirst<Reads>(load: () => Promise<Reads>, start: (reads: Reads) => void) {
  load().then(start, () => {});
}

/** Fails where the server does not say that it is well. */
export const askHealth = () => import("./first-reads/shell").then((reads) => reads.askHealth());
