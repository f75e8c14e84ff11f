import { createListeners } from "@/shared/store/listeners";
import type { Endpoint } from "./endpoint";

/**
 * The capabilities beyond the product's spec that the backend announces in `GET /healthz`: names of
 * calls, and `idempotency` for keys. If it announces none, the console neither makes such calls nor
 * shows their controls.
 */
let announced: ReadonlySet<string> = new Set();
const listeners = createListeners();

export const capabilities = {
  /** Replaces everything announced before. */
  announce(names: readonly string[]) {
    announced = new Set(names);
    listeners.announce();
  },

  subscribe: listeners.subscribe,

  has: (name: string) => announced.has(name),
};

/** The capability of a backend that supports idempotency keys: it carries out the same key once. */
export const idempotencyCapability = "idempotency";

/**
 * The capability of a backend that takes `video_url` where it takes `image_url` of a post: an operator's
 * own video.
 */
export const ownVideosCapability = { capability: "own-videos" };

/** Returns true for every call of the spec, and for a call beyond it if the backend announces it. */
export const isOffered = ({ capability }: Pick<Endpoint, "capability">) =>
  capability === undefined || capabilities.has(capability);
