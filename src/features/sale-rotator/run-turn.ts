import type { Id } from "@/shared/api/id";

/**
 * Allows one confirmed run of a group at a time in all tabs of the browser; the server keeps other
 * browsers out. A tab that is closed releases its turn automatically.
 *
 * @returns a function that releases the turn; undefined if another tab has it
 */
export function takeTurn(group: Id): Promise<(() => void) | undefined> {
  // Old browsers, and pages without TLS, have no locks: there the server alone decides.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    locks
      .request(`confirmed-run-${group}`, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise<void>((release) => resolve(release));
        resolve(undefined);
        return undefined;
      })
      .catch(() => resolve(() => {}));
  });
}
