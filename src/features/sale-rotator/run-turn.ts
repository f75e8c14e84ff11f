import type { Id } from "@/shared/api/id";

/**
 * One confirmed run of a group at a time over all tabs of the browser; other browsers are kept out
 * by the server. A tab that goes gives its turn back by itself.
 *
 * @returns how to give the turn back; undefined where another tab has it
 */
export function takeTurn(group: Id): Promise<(() => void) | undefined> {
  // Old browsers, and pages without TLS, have none: there the server alone decides.
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
