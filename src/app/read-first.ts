type FirstReads = typeof import("./first-reads");

/**
 * Starts what a screen reads first. Where its code does not come, the screen's own does not either,
 * and that says so.
 */
export function readFirst(start: (reads: FirstReads) => void) {
  import("./first-reads").then(start, () => {});
}

/** Fails where the server does not say that it is well. */
export const askHealth = () => import("./first-reads").then((reads) => reads.askHealth());
