import { createListeners } from "@/shared/store/listeners";

/** How the backend reaches a platform or service: `played`, `real`, `held` or `off`. */
let announced: Readonly<Record<string, string | undefined>> = {};
const listeners = createListeners();

/** The reach of each platform and service outside, as `GET /healthz` announces it. */
export const reach = {
  /** Replaces everything announced before. */
  announce(outside: Readonly<Record<string, string | undefined>>) {
    announced = outside;
    listeners.announce();
  },

  subscribe: listeners.subscribe,

  /** Undefined if the backend does not say. */
  of: (name: string) => (Object.hasOwn(announced, name) ? announced[name] : undefined),

  /** True if the backend writes nothing to the platforms: a rehearsal. */
  isHeld: () => Object.values(announced).includes("held"),
};
