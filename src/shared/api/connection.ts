/**
 * Whether the server answers. One lost call says nothing yet; when none has been answered for a
 * while after one was lost, the operator is told, and since when what they see is standing still.
 */
const patience = 2_000;

type Connection = {
  readonly isLost: boolean /** Milliseconds. */;
  readonly lastHeard: number | undefined;
};

let state: Connection = { isLost: false, lastHeard: undefined };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function become(next: Connection) {
  const changed = next.isLost !== state.isLost;
  state = next;
  if (changed) for (const listener of listeners) listener();
}

export const connection = {
  read: () => state,

  heard() {
    clearTimeout(timer);
    timer = undefined;
    become({ isLost: false, lastHeard: Date.now() });
  },

  lost() {
    timer ??= setTimeout(() => become({ ...state, isLost: true }), patience);
  },

  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
