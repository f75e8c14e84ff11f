/**
 * The callbacks of a store outside React, which `useSyncExternalStore` or an effect subscribes. All are called
 * at each announcement, with what it says.
 */
export function createListeners<Said extends readonly unknown[] = []>() {
  const listeners = new Set<(...said: Said) => void>();
  return {
    announce(...said: Said) {
      for (const listener of listeners) listener(...said);
    },

    /** @returns a function that stops listening */
    subscribe(listener: (...said: Said) => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
