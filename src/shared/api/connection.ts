/**
 * Whether the server answers. One lost call says nothing yet: it is asked how it is, and when nothing
 * has been answered for a while, the operator is told, and since when what they see is standing still.
 */
const patience = 2_000;

type Connection = {
  readonly isLost: boolean /** Milliseconds. */;
  readonly lastHeard: number | undefined;
};

let state: Connection = { isLost: false, lastHeard: undefined };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const doubters = new Set<() => void>();

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
    if (timer !== undefined) return;
    timer = setTimeout(() => become({ ...state, isLost: true }), patience);
    for (const doubt of doubters) doubt();
  },

  /** Told of the first call that is lost after one was answered. */
  onDoubt(doubter: () => void) {
    doubters.add(doubter);
    return () => {
      doubters.delete(doubter);
    };
  },

  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
