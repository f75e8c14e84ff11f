/**
 * Starts what a screen reads first, from a chunk that the API's client and contract come with: who
 * signs in needs none of it, and data is asked for while the screen's own code is still on its way.
 * Where it does not come, the screen asks by itself, or does not come either and says so.
 */
export function readFirst<Reads>(
  load: () => Promise<Reads>,
  start: (reads: Reads) => Promise<unknown>,
) {
  const read = load().then(start);
  const done = () => started.delete(read);
  started.add(read);
  read.then(done, done);
}

const started = new Set<Promise<unknown>>();

/** Resolves when all that has been started is answered, well or not. */
export const firstReads = () => Promise.allSettled(started);

/** Fails where the server does not say that it is well. */
export const askHealth = () => import("./first-reads/shell").then((reads) => reads.askHealth());
