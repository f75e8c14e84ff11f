import { createListeners } from "@/shared/store/listeners";

/**
 * A message at the edge of the screen about something that has happened or is happening. Times are
 * in ms.
 */
export type Toast = {
  id: string;
  kind: "info" | "busy" | "success" | "error";
  title: string;
  detail?: string;
  duration?: number;
  /** A button of the toast, such as 'Undo'. Pressing it closes the toast. */
  action?: { label: string; run: () => void };
};

/** The most toasts shown at once. Older ones wait, and show when there is room again. */
export const most = 5;

let list: readonly Toast[] = [];
let count = 0;
const listeners = createListeners();

function publish(next: readonly Toast[]) {
  list = next;
  listeners.announce();
}

/** Independent of React, so that the query client can show toasts too. */
export const toasts = {
  read: () => list,

  subscribe: listeners.subscribe,

  /** Replaces the toast with the same id, if there is one. Returns the id. */
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
