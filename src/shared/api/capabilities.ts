import type { Endpoint } from "./endpoint";

/**
 * What the backend offers beyond the product's spec, as its `GET /healthz` announces it: names of
 * calls, and `idempotency` for keys. A backend that announces nothing has none of it, and the
 * console then neither makes such calls nor shows their controls.
 */
let announced: ReadonlySet<string> = new Set();

export const capabilities = {
  /** Replaces all that was announced before. */
  announce(names: readonly string[]) {
    announced = new Set(names);
  },

  has: (name: string) => announced.has(name),
};

/** The capability that stands for idempotency keys: the same key is carried out once. */
export const idempotencyKeys = "idempotency";

/** Whether the backend has this call: one of the spec always, one beyond it where it is announced. */
export const isOffered = ({ capability }: Pick<Endpoint, "capability">) =>
  capability === undefined || capabilities.has(capability);
