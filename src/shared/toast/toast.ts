/** What has just happened, or is happening, told at the edge of the screen. Times are in ms. */
export type Toast = {
  id: string;
  kind: "info" | "busy" | "success" | "error";
  title: string;
  detail?: string;
  duration?: number;
};

/** With more than these the older ones wait, and show when there is room again. */
export const most = 5;

let list: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]) {
  list = next;
  for (const listener of listeners) listener();
}

/** Knows nothing of React, so that a query client can speak too. */
export const toasts = {
  read: () => list,

  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },

  /** Takes the place of the toast with the same id, if there is one. Returns the id. */
  show: (toast: Omit<Toast, "id"> & { id?: string }) => {
    const id = toast.id ?? `toast-${++count}`;
    const next = { ...toast, id };
    const known = list.some((other) => other.id === id);
    publish(known ? list.map((other) => (other.id === id ? next : other)) : [...list, next]);
    return id;
  },

  dismiss: (id: string) => {
    publish(list.filter((toast) => toast.id !== id));
  },

  clear: () => {
    publish([]);
  },
};
