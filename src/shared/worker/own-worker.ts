/** The part of Trusted Types used here; the compiler's own types do not have them yet. */
type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string };
};

/**
 * The only Trusted Types policy that the Content-Security-Policy allows: it accepts scripts of our
 * own origin only.
 */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy(
  "own-worker",
  {
    createScriptURL: (address) => {
      // Compares the whole address, not its origin: a blob's origin is ours as well.
      if (new URL(address, location.href).href.startsWith(`${location.origin}/`)) return address;
      throw new TypeError("Only scripts of the console itself may work beside it.");
    },
  },
);

/** Starts one of our own modules as a worker. The address comes from `…?worker&url`. */
export const startWorker = (address: string) =>
  new Worker(policy?.createScriptURL(address) ?? address, { type: "module" });
