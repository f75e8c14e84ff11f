import { createListeners } from "@/shared/store/listeners";

/**
 * Tracks whether the server answers. A single lost call only starts a health check. If nothing has
 * been answered for this long (in ms), the connection counts as lost, and the operator sees the
 * time of the last answer.
 */
const lostAfter = 2_000;

type Connection = {
  readonly isLost: boolean;
  /** True if the last lost call was answered by a page or a redirect, as from a sign-in. */
  readonly isPage: boolean;
  /** Milliseconds. */
  readonly lastHeard: number | undefined;
};

let state: Connection = { isLost: false, isPage: false, lastHeard: undefined };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = createListeners();
const doubters = createListeners();

function become(next: Connection) {
  const changed = next.isLost !== state.isLost || next.isPage !== state.isPage;
  state = next;
  if (changed) listeners.announce();
}

export const connection = {
  read: () => state,

  heard() {
    clearTimeout(timer);
    timer = undefined;
    become({ isLost: false, isPage: false, lastHeard: Date.now() });
  },

  /** True if anything was answered since then, in milliseconds. */
  heardSince: (time: number) => state.lastHeard !== undefined && state.lastHeard >= time,

  lost({ isPage = false } = {}) {
    become({ ...state, isPage });
    if (timer !== undefined) return;
    timer = setTimeout(() => become({ ...state, isLost: true }), lostAfter);
    doubters.announce();
  },

  /** Calls back on the first call that is lost after one was answered. */
  onDoubt: doubters.subscribe,

  subscribe: listeners.subscribe,
};
